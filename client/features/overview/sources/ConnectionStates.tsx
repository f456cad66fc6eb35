import type { Tone } from '#client/components/values/Badge.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Card } from '#client/components/layout/Card.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { Link } from 'react-router-dom';
import { useIsConnected, useUserStore } from '#client/stores/userStore.ts';
import type { Connection } from '#shared/contracts/connections.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';

type RowState = { tone: Tone; text: string; action: string };

const stateOf = (isConnected: boolean, connection: Connection | undefined): RowState => {
  if (connection?.state === 'reconnect') return { tone: 'danger', text: 'Access lost', action: 'Reconnect' };
  if (!isConnected) return { tone: 'neutral', text: 'Not connected', action: 'Connect' };
  const isFailing = connection?.assets.some(({ state }) => state === 'failing') ?? false;
  const isPartial = (connection?.missingScopes.length ?? 0) > 0;
  return {
    tone: isFailing || isPartial ? 'warning' : 'success',
    text: isPartial ? 'Connected in part' : 'Connected',
    action: 'Open',
  };
};

/** Short remarks about a connection. */
const remarksOf = (connection: Connection | undefined, defaultCount: number): string[] => {
  const failingCount = connection?.assets.filter(({ state }) => state === 'failing').length ?? 0;
  return [
    defaultCount > 0 ? `${defaultCount} default ${defaultCount === 1 ? 'account' : 'accounts'}` : '',
    failingCount > 0 ? `${failingCount} of ${connection?.assets.length ?? 0} sources failing` : '',
    (connection?.missingScopes.length ?? 0) > 0 ? 'Permissions missing' : '',
  ].filter((remark) => remark !== '');
};

type ConnectionRowProps = { platform: PlatformId; connection: Connection | undefined };

const ConnectionRow = ({ platform, connection }: ConnectionRowProps) => {
  const isConnected = useIsConnected(platform);
  const defaultCount = useUserStore((user) => user.defaultAccounts[platform].length);
  const name = platformNames[platform];
  const { tone, text, action } = stateOf(isConnected, connection);
  return (
    <li className="flex min-h-14 items-center gap-3 border-t py-2 first:border-t-0">
      <PlatformIcon platform={platform} className="size-5 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="flex flex-wrap gap-x-2 text-[13px] text-muted">
          <StatusDot tone={tone}>{text}</StatusDot>
          {isConnected && remarksOf(connection, defaultCount).map((remark) => <span key={remark}>{remark}</span>)}
        </p>
        {connection?.state === 'reconnect' && connection.reason !== null && (
          <p className="text-xs text-pretty text-muted">{connection.reason}</p>
        )}
      </div>
      <Link to={routes[platform].path} aria-label={`${action} ${name} Ads`} className={buttonStyles({ size: 'sm' })}>
        {action}
      </Link>
    </li>
  );
};

/** State of each platform with a link to its screen. Shows details once `connections` are loaded. */
export const ConnectionStates = ({ connections = [] }: { connections?: readonly Connection[] }) => (
  <Card className="pb-2">
    <h2 className="mb-2 font-semibold">Connections</h2>
    <ul>
      {platformIds.map((platform) => (
        <ConnectionRow
          key={platform}
          platform={platform}
          connection={connections.find((connection) => connection.platform === platform)}
        />
      ))}
    </ul>
  </Card>
);
