import { Link } from 'react-router-dom';
import { Card } from '#client/components/Card.tsx';
import { linkStyles } from '#client/components/linkStyles.ts';
import { PlatformIcon } from '#client/components/PlatformIcon.tsx';
import { StatusDot } from '#client/components/StatusDot.tsx';
import { useIsConnected } from '#client/stores/userStore.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';

const ConnectionRow = ({ platform }: { platform: PlatformId }) => {
  const isConnected = useIsConnected(platform);
  const name = platformNames[platform];
  const action = isConnected ? 'Open' : 'Connect';
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 border-t border-hairline first:border-t-0 max-[22rem]:pt-2.5">
      <PlatformIcon platform={platform} className="size-4 shrink-0" />
      <span className="w-18 font-medium sm:w-24">{name}</span>
      <StatusDot tone={isConnected ? 'success' : 'neutral'}>{isConnected ? 'Connected' : 'Not connected'}</StatusDot>
      <Link
        to={routes[platform].path}
        aria-label={`${action} ${name} Ads`}
        className={`${linkStyles} ml-auto py-2.5 text-[13px]`}
      >
        {action}
      </Link>
    </li>
  );
};

/** Which platforms are connected, each with the way to its screen. */
export const ConnectionStates = () => (
  <Card>
    <h2 className="mb-2 font-semibold">Connections</h2>
    <ul>
      {platformIds.map((platform) => (
        <ConnectionRow key={platform} platform={platform} />
      ))}
    </ul>
  </Card>
);
