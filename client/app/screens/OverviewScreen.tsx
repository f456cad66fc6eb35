import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Card } from '#client/components/layout/Card.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { useConnections } from '#client/features/connections/connections.api.ts';
import { useNotificationsStore } from '#client/features/notifications/notificationsStore.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { Link } from 'react-router-dom';
import { useHasConnection, useUserStore } from '#client/stores/userStore.ts';
import { platformIds } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { AccountChooser } from '#client/features/overview/sources/AccountChooser.tsx';
import { ConnectionStates } from '#client/features/overview/sources/ConnectionStates.tsx';
import { Dashboard } from '#client/features/overview/Dashboard.tsx';

const FirstSteps = lazyScreen(
  async () => (await import('#client/features/overview/sources/FirstSteps.tsx')).FirstSteps,
);

const LargestFindings = lazyScreen(
  async () => (await import('#client/features/findings/elsewhere.ts')).LargestFindings,
);

/** Reserves its space while it loads. */
const findings = (
  <Suspense fallback={<Card className="h-28">{null}</Card>}>
    <LargestFindings />
  </Suspense>
);

type StartProps = { firstSteps: ReactNode };

/** Links to the platforms that can be connected. */
const Launcher = ({ firstSteps }: StartProps) => (
  <div className="grid max-w-5xl grid-cols-1 gap-4 lg:grid-cols-2">
    <div className="lg:col-span-2">{firstSteps}</div>
    <AccountChooser />
    <ConnectionStates />
  </div>
);

/** Stored figures, if a lost connection left any. */
const LostOrNone = ({ firstSteps }: StartProps) => {
  const { data } = useConnections();
  if (!data?.some(({ state }) => state === 'reconnect')) return <Launcher firstSteps={firstSteps} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Dashboard findings={findings} />
    </div>
  );
};

/** Shown without a working connection. Loads lost connections only after a notification reported one. */
const Start = ({ firstSteps }: StartProps) => {
  const isAtRisk = useNotificationsStore(({ atRisk }) => atRisk.length > 0);
  return isAtRisk ? <LostOrNone firstSteps={firstSteps} /> : <Launcher firstSteps={firstSteps} />;
};

/** First screen after the sign-in: links to the platforms, and figures of the connected ones. */
export const OverviewScreen = () => {
  const isConnected = useHasConnection();
  const canPreview = useUserStore((user) =>
    platformIds.some((platform) => user[platform] && user.defaultAccounts[platform].length > 0),
  );
  /** Not even loaded for people who have finished the first steps. */
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
          <Dashboard findings={findings} />
        </div>
      ) : (
        <Start firstSteps={firstSteps} />
      )}
    </>
  );
};
