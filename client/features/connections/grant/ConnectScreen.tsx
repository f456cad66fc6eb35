import { Unplug } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { Banner } from '#client/components/states/Banner.tsx';
import { Card } from '#client/components/layout/Card.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { useIsOwner } from '#client/stores/workspaceStore.ts';
import { useIsConnected } from '#client/stores/userStore.ts';
import type { Connection } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';
import { byPlatform, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { AdAccountsPanel } from '#client/features/connections/accounts/AdAccountsPanel.tsx';
import { asSentence } from '#client/features/connections/asSentence.ts';
import { ConnectionTerm } from '#client/features/connections/ConnectionTerm.tsx';
import { useConnections } from '#client/features/connections/connections.api.ts';
import { expiryOf } from '#client/features/connections/expiryOf.ts';
import { FailingAssets } from '#client/features/connections/FailingAssets.tsx';
import { GrantButton } from './GrantButton.tsx';
import { useGrantAccess } from './useGrantAccess.ts';

/** Warnings about the connection. Renders nothing while it works. */
const ConnectionAlert = ({ connection }: { connection: Connection }) => {
  const { platform, reason, missingScopes, assets } = connection;
  if (reason !== null) return <Banner tone="warning">{reason}</Banner>;
  const days = expiryOf(connection);
  return (
    <>
      {days !== null && <Banner tone="warning">{messages.connections.expiring(platform, days)}</Banner>}
      {missingScopes.length > 0 && (
        <Banner tone="warning">
          Not every permission was given. This does not work yet: {missingScopes.join('; ')}. To add it, grant access
          again and keep every box ticked.
        </Banner>
      )}
      {assets.some(({ state }) => state === 'failing') && (
        <Banner tone="warning">
          <FailingAssets assets={assets} />
        </Banner>
      )}
    </>
  );
};

type NotConnectedProps = { platform: PlatformId; connection: Connection | undefined; onGrant: () => void };

/** Replaces the ad accounts: why they are missing, and how to get them back. */
const NotConnected = ({ platform, connection, onGrant }: NotConnectedProps) => {
  const name = platformNames[platform];
  const state = connection?.state;
  const isOwner = useIsOwner();
  return (
    <Card className="p-0">
      {state === 'off' && (
        <EmptyState
          icon={<PlatformIcon platform={platform} />}
          title={`${name} is off`}
          description="It cannot be connected until the operator of this server has set it up."
        />
      )}
      {state === 'reconnect' && (
        <EmptyState
          icon={<Unplug />}
          title={`The access to ${name} was lost`}
          description={
            <>
              {connection?.reason && <span>{asSentence(connection.reason)}</span>} What is stored stays, and goes on
              from where it stopped.
            </>
          }
          action={isOwner && <Button onClick={onGrant}>Reconnect {name}</Button>}
        />
      )}
      {state !== 'off' && state !== 'reconnect' && (
        <EmptyState
          icon={<PlatformIcon platform={platform} />}
          title={`Connect ${name} to see its ad accounts`}
          description={
            isOwner
              ? 'Access is given in a window of the platform itself. You can take it back at any time in the settings.'
              : 'Only an owner of the workspace can connect it. Please ask one of them.'
          }
        />
      )}
    </Card>
  );
};

const ConnectScreen = ({ platform }: { platform: PlatformId }) => {
  const isConnected = useIsConnected(platform);
  const connections = useConnections();
  const grant = useGrantAccess();
  const connection = connections.data?.find((entry) => entry.platform === platform);
  const isOff = connection?.state === 'off';
  return (
    <>
      <PageHeader
        title={`${platformNames[platform]} Ads`}
        // Reserves the line of a connected platform, so that nothing jumps when the text arrives.
        subtitle={isConnected ? connection ? <ConnectionTerm connection={connection} /> : '\u00A0' : undefined}
        actions={
          <GrantButton
            platform={platform}
            isConnected={isConnected}
            isPartial={isConnected && (connection?.missingScopes.length ?? 0) > 0}
            isOff={isOff}
            onGrant={() => void grant(platform)}
          />
        }
      />
      <div className="grid grid-cols-1 gap-4">
        {connection && (isConnected || isOff) && <ConnectionAlert connection={connection} />}
        {connections.isError && <Banner>The state of this connection could not be read just now.</Banner>}
        {isConnected ? (
          <AdAccountsPanel platform={platform} />
        ) : (
          <NotConnected platform={platform} connection={connection} onGrant={() => void grant(platform)} />
        )}
      </div>
    </>
  );
};

export const connectScreens = byPlatform((platform) => () => <ConnectScreen key={platform} platform={platform} />);
