import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#client/components/Button.tsx';
import { Card } from '#client/components/Card.tsx';
import { ErrorPanel } from '#client/components/ErrorPanel.tsx';
import { linkStyles } from '#client/components/linkStyles.ts';
import { PlatformIcon } from '#client/components/PlatformIcon.tsx';
import { Skeleton } from '#client/components/Skeleton.tsx';
import { StatusDot } from '#client/components/StatusDot.tsx';
import type { Tone } from '#client/components/Badge.tsx';
import { messageOf } from '#client/lib/ApiError.ts';
import { formatDate, formatLongDateTime } from '#client/lib/format.ts';
import type { Connection } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { useConnections } from './connections.api.ts';
import { DisconnectDialog } from './DisconnectDialog.tsx';
import { useDisconnect } from './useDisconnect.ts';

const states: Record<Connection['state'], { word: string; tone: Tone }> = {
  off: { word: 'Off', tone: 'neutral' },
  disconnected: { word: 'Not connected', tone: 'neutral' },
  connected: { word: 'Connected', tone: 'success' },
  reconnect: { word: 'Access lost', tone: 'warning' },
};

/** The reason why it does not work, else what is missing, else since when it works. */
const detailOf = ({ state, reason, missingScopes, connectedAt, expiresAt }: Connection): string | null => {
  if (reason !== null) return reason;
  if (missingScopes.length > 0) return `Not permitted yet: ${missingScopes.join('; ')}`;
  if (state !== 'connected' || connectedAt === null) return null;
  const since = `Since ${formatDate(connectedAt)}`;
  return expiresAt === null ? since : `${since}, runs out on ${formatDate(expiresAt)}`;
};

const ConnectionRow = ({ connection, onDisconnect }: { connection: Connection; onDisconnect: () => void }) => {
  const { platform, state, lastGoodCallAt } = connection;
  const name = platformNames[platform];
  const detail = detailOf(connection);
  const isGranted = state === 'connected' || state === 'reconnect';
  return (
    <li className="flex min-h-14 items-center gap-3 border-t border-hairline py-2 first:border-t-0">
      <PlatformIcon platform={platform} className="size-5 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium">{name}</span>
          <span title={lastGoodCallAt === null ? undefined : `Last answer: ${formatLongDateTime(lastGoodCallAt)}`}>
            <StatusDot tone={states[state].tone}>{states[state].word}</StatusDot>
          </span>
        </p>
        {detail !== null && <p className="text-[13px] text-muted">{detail}</p>}
      </div>
      {state !== 'connected' && state !== 'off' && (
        <Link to={routes[platform].path} aria-label={`Connect ${name}`} className={`${linkStyles} text-[13px]`}>
          {state === 'reconnect' ? 'Connect again' : 'Connect'}
        </Link>
      )}
      {isGranted && (
        <Button size="sm" onClick={onDisconnect} aria-label={`Disconnect ${name}`}>
          Disconnect
        </Button>
      )}
    </li>
  );
};

const LoadingRows = () =>
  platformIds.map((platform) => (
    <li
      key={platform}
      className="flex min-h-14 animate-appear items-center gap-3 border-t border-hairline first:border-t-0"
    >
      <Skeleton className="size-5" />
      <Skeleton className="w-40" />
    </li>
  ));

/** How each platform is connected, with the way to take the grant back. */
export const ConnectionsCard = () => {
  const connections = useConnections();
  const disconnect = useDisconnect();
  const [asked, setAsked] = useState<PlatformId | null>(null);
  const close = (): void => setAsked(null);
  if (connections.isError) {
    const message = messageOf(connections.error, messages.connections.loadFailed);
    return (
      <ErrorPanel message={message} onRetry={() => void connections.refetch()} isRetrying={connections.isFetching} />
    );
  }
  return (
    <Card>
      <h2 className="mb-1 font-semibold">Connections</h2>
      <ul>
        {connections.data === undefined ? (
          <LoadingRows />
        ) : (
          connections.data.map((connection) => (
            <ConnectionRow
              key={connection.platform}
              connection={connection}
              onDisconnect={() => setAsked(connection.platform)}
            />
          ))
        )}
      </ul>
      {asked !== null && (
        <DisconnectDialog
          platform={asked}
          isBusy={disconnect.isPending}
          onCancel={close}
          onConfirm={() => disconnect.mutate(asked, { onSettled: close })}
        />
      )}
    </Card>
  );
};
