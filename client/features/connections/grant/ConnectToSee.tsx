import { Card } from '#client/components/layout/Card.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { useConnections } from '#client/features/connections/connections.api.ts';
import { GrantButton } from './GrantButton.tsx';
import { useGrantAccess } from './useGrantAccess.ts';

type ConnectToSeeProps = {
  platform: PlatformId;
  /** Ends the sentence `Connect Google to see …`. */
  what: string;
};

/** Replaces content that needs a connection. */
export const ConnectToSee = ({ platform, what }: ConnectToSeeProps) => {
  const connections = useConnections();
  const grant = useGrantAccess();
  const connection = connections.data?.find((entry) => entry.platform === platform);
  const isOff = connection?.state === 'off';
  const name = platformNames[platform];
  return (
    <Card className="p-0">
      <EmptyState
        icon={<PlatformIcon platform={platform} />}
        title={
          isOff
            ? `${name} is off`
            : `Connect ${name} ${connection?.state === 'reconnect' ? 'again ' : ''}to see ${what}`
        }
        description={
          connection?.reason ?? 'Access is given in a window of the platform itself. You come back to this screen.'
        }
        action={
          <GrantButton platform={platform} isConnected={false} isOff={isOff} onGrant={() => void grant(platform)} />
        }
      />
    </Card>
  );
};
