import { PageHeader } from '#client/components/PageHeader.tsx';
import { Notice } from '#client/components/Notice.tsx';
import { Card } from '#client/components/Card.tsx';
import { EmptyState } from '#client/components/EmptyState.tsx';
import { PlatformIcon } from '#client/components/PlatformIcon.tsx';
import { useIsConnected } from '#client/stores/userStore.ts';
import type { Connection } from '#shared/contracts/connections.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { AdAccountsPanel } from './AdAccountsPanel.tsx';
import { useConnections } from './connections.api.ts';
import { GrantButton } from './GrantButton.tsx';
import { useGrantAccess } from './useGrantAccess.ts';

/** What keeps the connection from working in full, in plain words; nothing while all is well. */
const ConnectionNotice = ({ connection }: { connection: Connection }) => {
  const { reason, missingScopes } = connection;
  if (reason !== null) return <Notice tone="warning">{reason}</Notice>;
  if (missingScopes.length === 0) return null;
  return (
    <Notice tone="warning">
      Not every permission was given. This does not work yet: {missingScopes.join('; ')}. To add it, grant access again
      and keep every box ticked.
    </Notice>
  );
};

const NotConnected = ({ platform, isOff }: { platform: PlatformId; isOff: boolean }) => (
  <Card className="p-0">
    <EmptyState
      icon={<PlatformIcon platform={platform} />}
      title={isOff ? `${platformNames[platform]} is off` : `Connect ${platformNames[platform]} to see its ad accounts`}
      description={
        isOff
          ? 'It cannot be connected until the operator of this server has set it up.'
          : 'Access is given in a window of the platform itself. You can take it back at any time in the settings.'
      }
    />
  </Card>
);

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
        actions={
          <GrantButton
            platform={platform}
            isConnected={isConnected}
            isOff={isOff}
            onGrant={() => void grant(platform)}
          />
        }
      />
      <div className="grid grid-cols-1 gap-4">
        {connection && <ConnectionNotice connection={connection} />}
        {connections.isError && <Notice>The state of this connection could not be read just now.</Notice>}
        {isConnected ? <AdAccountsPanel platform={platform} /> : <NotConnected platform={platform} isOff={isOff} />}
      </div>
    </>
  );
};

export const GoogleConnectScreen = () => <ConnectScreen key="google" platform="google" />;
export const FacebookConnectScreen = () => <ConnectScreen key="facebook" platform="facebook" />;
export const TikTokConnectScreen = () => <ConnectScreen key="tiktok" platform="tiktok" />;
