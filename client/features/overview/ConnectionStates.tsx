import { Link } from 'react-router-dom';
import { buttonStyles } from '#client/components/buttonStyles.ts';
import { Card } from '#client/components/Card.tsx';
import { PlatformIcon } from '#client/components/PlatformIcon.tsx';
import { StatusDot } from '#client/components/StatusDot.tsx';
import { useIsConnected, useUserStore } from '#client/stores/userStore.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';

const ConnectionRow = ({ platform }: { platform: PlatformId }) => {
  const isConnected = useIsConnected(platform);
  const defaultCount = useUserStore((user) => user.defaultAccounts[platform].length);
  const name = platformNames[platform];
  const action = isConnected ? 'Open' : 'Connect';
  return (
    <li className="flex min-h-14 items-center gap-3 border-t border-hairline py-2 first:border-t-0">
      <PlatformIcon platform={platform} className="size-5 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="flex flex-wrap gap-x-2 text-[13px] text-muted">
          <StatusDot tone={isConnected ? 'success' : 'neutral'}>
            {isConnected ? 'Connected' : 'Not connected'}
          </StatusDot>
          {isConnected && defaultCount > 0 && (
            <span>
              {defaultCount} default {defaultCount === 1 ? 'account' : 'accounts'}
            </span>
          )}
        </p>
      </div>
      <Link to={routes[platform].path} aria-label={`${action} ${name} Ads`} className={buttonStyles({ size: 'sm' })}>
        {action}
      </Link>
    </li>
  );
};

/** Which platforms are connected, each with the way to its screen. */
export const ConnectionStates = () => (
  <Card className="pb-2">
    <h2 className="mb-2 font-semibold">Connections</h2>
    <ul>
      {platformIds.map((platform) => (
        <ConnectionRow key={platform} platform={platform} />
      ))}
    </ul>
  </Card>
);
