import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Card } from '#client/components/layout/Card.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { useConnections } from '#client/features/connections/connections.api.ts';
import { useNotificationsStore } from '#client/features/notifications/notificationsStore.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { Link } from 'react-router-dom';
import { useUserStore } from '#client/stores/userStore.ts';
import { platformIds } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { AccountChooser } from '#client/features/overview/sources/AccountChooser.tsx';
import { ConnectionStates } from '#client/features/overview/sources/ConnectionStates.tsx';
import { Dashboard } from '#client/features/overview/Dashboard.tsx';

const FirstSteps = lazyScreen(
  async () => (await import('#client/features/overview/sources/FirstSteps.tsx')).FirstSteps,
);

type StartProps = { firstSteps: ReactNode };

/** The ways to a first connection. */
const Launcher = ({ firstSteps }: StartProps) => (
  <div className="grid max-w-5xl grid-cols-1 gap-4 lg:grid-cols-2">
    <div className="lg:col-span-2">{firstSteps}</div>
    <AccountChooser />
    <ConnectionStates />
  </div>
);

/** The stored figures, where a connection was lost that had some. */
const LostOrNone = ({ firstSteps }: StartProps) => {
  const { data } = useConnections();
  if (!data?.some(({ state }) => state === 'reconnect')) return <Launcher firstSteps={firstSteps} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Dashboard />
    </div>
  );
};

/** For those without a living connection. Whether one was lost is asked only when a notice said so. */
const Start = ({ firstSteps }: StartProps) => {
  const isAtRisk = useNotificationsStore(({ atRisk }) => atRisk.length > 0);
  return isAtRisk ? <LostOrNone firstSteps={firstSteps} /> : <Launcher firstSteps={firstSteps} />;
};

/** The first screen after the sign-in: the way to the platforms, and the figures of those that are connected. */
export const OverviewScreen = () => {
  const isConnected = useUserStore((user) => platformIds.some((platform) => user[platform]));
  const canPreview = useUserStore((user) =>
    platformIds.some((platform) => user[platform] && user.defaultAccounts[platform].length > 0),
  );
  /** For those who know the way already they are not even fetched. */
  const firstSteps = !canPreview && (
    <Suspense fallback={<Card className="h-31 max-md:h-71">{null}</Card>}>
      <FirstSteps />
    </Suspense>
  );
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          canPreview && (
            <Link to={routes.preview.path} className={buttonStyles({})}>
              Preview default accounts
            </Link>
          )
        }
      />
      {isConnected ? (
        <div className="grid grid-cols-1 gap-4">
          {firstSteps}
          <Dashboard />
        </div>
      ) : (
        <Start firstSteps={firstSteps} />
      )}
    </>
  );
};
