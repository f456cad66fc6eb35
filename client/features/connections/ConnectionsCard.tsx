import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Card } from '#client/components/layout/Card.tsx';
import { CopyableId } from '#client/components/buttons/CopyableId.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import type { Tone } from '#client/components/values/Badge.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { cn } from '#client/lib/cn.ts';
import { Link } from 'react-router-dom';
import { useIsOwner } from '#client/stores/workspaceStore.ts';
import type { Connection } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { ConnectionTerm } from './ConnectionTerm.tsx';
import { useConnectedAccountsStore } from './accounts/connectedAccounts.ts';
import { useConnections } from './connections.api.ts';
import { DisconnectDialog } from './DisconnectDialog.tsx';
import { expiryOf } from './expiryOf.ts';
import { FailingAssets } from './FailingAssets.tsx';
import { useDisconnect } from './useDisconnect.ts';
import { useGrantAccess } from './grant/useGrantAccess.ts';

const states: Record<Connection['state'], { word: string; tone: Tone }> = {
  off: { word: 'Off', tone: 'neutral' },
  disconnected: { word: 'Not connected', tone: 'neutral' },
  connected: { word: 'Connected', tone: 'success' },
  reconnect: { word: 'Access lost', tone: 'warning' },
};

/** Connected, but some permissions are missing. */
const partial = { word: 'Connected in part', tone: 'warning' } as const;

/** The reason for a failure, or the missing permissions. */
const problemOf = ({ reason, missingScopes }: Connection): string | null => {
  if (reason !== null) return reason;
  return missingScopes.length === 0 ? null : `Not permitted yet: ${missingScopes.join('; ')}`;
};

/** The platform accounts that gave the grant. */
const Identities = ({ platform }: { platform: PlatformId }) => {
  const identities = useConnectedAccountsStore(({ accounts }) => accounts);
  return identities
    .filter((identity) => identity.platform === platform)
    .map(({ externalId, name }) => (
      <div key={externalId} className="flex flex-wrap items-center gap-x-2 text-[13px] text-muted">
        {name !== '' && name !== externalId && (
          <span dir="auto" className="min-w-0 truncate">
            {name}
          </span>
        )}
        <span>
          <CopyableId id={externalId} copyLabel={`Copy the ${platformNames[platform]} ID ${externalId}`} />
        </span>
      </div>
    ));
};

type ConnectionRowProps = { connection: Connection; isOwner: boolean; onDisconnect: () => void; onGrant: () => void };

const ConnectionRow = ({ connection, isOwner, onDisconnect, onGrant }: ConnectionRowProps) => {
  const { platform, state, assets } = connection;
  const name = platformNames[platform];
  const problem = problemOf(connection);
  const isGranted = state === 'connected' || state === 'reconnect';
  const isPartial = state === 'connected' && connection.missingScopes.length > 0;
  const isLost = state === 'reconnect' || expiryOf(connection) !== null;
  const { tone, word } = isPartial ? partial : states[state];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-hairline py-3 first:border-t-0">
      <PlatformIcon
        platform={platform}
        className={cn('size-5 shrink-0', (isGranted || problem !== null) && 'self-start')}
      />
      {/* As wide as a phone's card, so that the buttons wrap below. */}
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 leading-5">
          <span className="font-medium">{name}</span>
          <StatusDot tone={tone}>{word}</StatusDot>
        </p>
        {problem !== null && <p className="text-[13px] text-pretty text-muted">{problem}</p>}
        {state === 'connected' && (
          <p className="text-[13px] text-muted">
            <ConnectionTerm connection={connection} />
          </p>
        )}
        {isGranted && <Identities platform={platform} />}
        {state === 'connected' && (
          <div className="text-[13px] text-muted">
            <FailingAssets assets={assets} />
            {assets.map(({ id, name: page, remark }) => remark && <p key={id}>{`${page}: ${remark}`}</p>)}
          </div>
        )}
      </div>
      {isOwner && state !== 'off' && (
        <div className="flex gap-2 max-sm:w-full max-sm:pl-8">
          {state === 'disconnected' && (
            <Link
              to={routes[platform].path}
              aria-label={`Connect ${name}`}
              className={cn(buttonStyles({ size: 'sm' }), 'max-sm:flex-1')}
            >
              Connect
            </Link>
          )}
          {(isLost || isPartial) && (
            <Button
              size="sm"
              variant="primary"
              onClick={onGrant}
              aria-label={isLost ? `Reconnect ${name}` : `Grant access to ${name}`}
              className="max-sm:flex-1"
            >
              {isLost ? 'Reconnect' : 'Grant access'}
            </Button>
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

/** The state of each platform, with a button to disconnect. */
export const ConnectionsCard = () => {
  const isOwner = useIsOwner();
  const connections = useConnections();
  const disconnect = useDisconnect();
  const grant = useGrantAccess();
  const [asked, setAsked] = useState<PlatformId | null>(null);
  const close = (): void => setAsked(null);
  const list = useRef<HTMLUListElement>(null);
  const [changes, setChanges] = useState(0);
  const takeBack = (platform: PlatformId): void =>
    disconnect.mutate(platform, { onSuccess: () => setChanges((count) => count + 1), onSettled: close });
  useEffect(() => {
    // The opening button disappears with the grant.
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
      <ul ref={list} aria-label="Connections" tabIndex={-1} className="outline-none">
        {connections.data === undefined ? (
          <LoadingRows />
        ) : (
          connections.data.map((connection) => (
            <ConnectionRow
              key={connection.platform}
              connection={connection}
              isOwner={isOwner}
              onDisconnect={() => setAsked(connection.platform)}
              onGrant={() => void grant(connection.platform)}
            />
          ))
        )}
      </ul>
      {asked !== null && (
        <DisconnectDialog
          platform={asked}
          isBusy={disconnect.isPending}
          onCancel={close}
          onConfirm={() => takeBack(asked)}
        />
      )}
    </Card>
  );
};
