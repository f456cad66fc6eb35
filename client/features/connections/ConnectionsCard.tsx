import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#client/components/Button.tsx';
import { buttonStyles } from '#client/components/buttonStyles.ts';
import { Card } from '#client/components/Card.tsx';
import { CopyableId } from '#client/components/CopyableId.tsx';
import { ErrorPanel } from '#client/components/ErrorPanel.tsx';
import { PlatformIcon } from '#client/components/PlatformIcon.tsx';
import { Skeleton } from '#client/components/Skeleton.tsx';
import { StatusDot } from '#client/components/StatusDot.tsx';
import type { Tone } from '#client/components/Badge.tsx';
import { messageOf } from '#client/lib/ApiError.ts';
import { cn } from '#client/lib/cn.ts';
import { formatDate, formatLongDateTime } from '#client/lib/format.ts';
import type { Connection } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { useConnectedAccountsStore } from './connectedAccounts.ts';
import { useConnections } from './connections.api.ts';
import { DisconnectDialog } from './DisconnectDialog.tsx';
import { useDisconnect } from './useDisconnect.ts';

const states: Record<Connection['state'], { word: string; tone: Tone }> = {
  off: { word: 'Off', tone: 'neutral' },
  disconnected: { word: 'Not connected', tone: 'neutral' },
  connected: { word: 'Connected', tone: 'success' },
  reconnect: { word: 'Access lost', tone: 'warning' },
};

/** Why it does not work, or what is missing. */
const problemOf = ({ reason, missingScopes }: Connection): string | null => {
  if (reason !== null) return reason;
  return missingScopes.length === 0 ? null : `Not permitted yet: ${missingScopes.join('; ')}`;
};

/** Since when the grant is there, and how long it lasts. */
const Term = ({ connectedAt, expiresAt }: Pick<Connection, 'connectedAt' | 'expiresAt'>) => (
  <p className="text-[13px] text-muted">
    Since {formatDate(connectedAt)}
    {expiresAt !== null && (
      <>
        , <span className="whitespace-nowrap">runs out on {formatDate(expiresAt)}</span>
      </>
    )}
  </p>
);

/** Whose grant it is at the platform. */
const Identities = ({ platform }: { platform: PlatformId }) => {
  const identities = useConnectedAccountsStore(({ accounts }) => accounts);
  return identities
    .filter((identity) => identity.platform === platform)
    .map(({ externalId, name }) => (
      <div key={externalId} className="flex flex-wrap items-center gap-x-2 text-[13px] text-muted">
        {name !== '' && name !== externalId && <span className="min-w-0 truncate">{name}</span>}
        <span>
          <CopyableId id={externalId} copyLabel={`Copy the ${platformNames[platform]} ID ${externalId}`} />
        </span>
      </div>
    ));
};

const ConnectionRow = ({ connection, onDisconnect }: { connection: Connection; onDisconnect: () => void }) => {
  const { platform, state, lastGoodCallAt } = connection;
  const name = platformNames[platform];
  const problem = problemOf(connection);
  const isGranted = state === 'connected' || state === 'reconnect';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-hairline py-3 first:border-t-0">
      <PlatformIcon platform={platform} className="size-5 shrink-0 self-start" />
      {/* As wide as a phone's card: there the buttons come under it. */}
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 leading-5">
          <span className="font-medium">{name}</span>
          <span title={lastGoodCallAt === null ? undefined : `Last answer: ${formatLongDateTime(lastGoodCallAt)}`}>
            <StatusDot tone={states[state].tone}>{states[state].word}</StatusDot>
          </span>
        </p>
        {problem !== null && <p className="text-[13px] text-pretty text-muted">{problem}</p>}
        {state === 'connected' && connection.connectedAt !== null && <Term {...connection} />}
        {isGranted && <Identities platform={platform} />}
      </div>
      {state !== 'off' && (
        <div className="flex gap-2 max-sm:w-full max-sm:pl-8">
          {state !== 'connected' && (
            <Link
              to={routes[platform].path}
              aria-label={`Connect ${name}`}
              className={cn(buttonStyles({ size: 'sm' }), 'max-sm:flex-1')}
            >
              {state === 'reconnect' ? 'Connect again' : 'Connect'}
            </Link>
          )}
          {isGranted && (
            <Button size="sm" onClick={onDisconnect} aria-label={`Disconnect ${name}`} className="max-sm:flex-1">
              Disconnect
            </Button>
          )}
        </div>
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
  const list = useRef<HTMLUListElement>(null);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    // The button that opened the dialog goes with the grant.
    if (changes > 0) list.current?.focus();
  }, [changes]);
  if (connections.isError) {
    const message = messageOf(connections.error, messages.connections.loadFailed);
    return (
      <ErrorPanel message={message} onRetry={() => void connections.refetch()} isRetrying={connections.isFetching} />
    );
  }
  return (
    <Card>
      <h2 className="mb-1 font-semibold">Connections</h2>
      <ul ref={list} tabIndex={-1} className="outline-none">
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
          onConfirm={() =>
            disconnect.mutate(asked, { onSuccess: () => setChanges((count) => count + 1), onSettled: close })
          }
        />
      )}
    </Card>
  );
};
