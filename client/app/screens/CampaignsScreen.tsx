import { Megaphone, Plug } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { Campaigns } from '#client/features/campaigns/Campaigns.tsx';
import { tableQuery, useCampaigns } from '#client/features/campaigns/campaigns.api.ts';
import { useCampaignsAddress } from '#client/features/campaigns/useCampaignsAddress.ts';
import { useConnections } from '#client/features/connections/connections.api.ts';
import { useNotificationsStore } from '#client/features/notifications/notificationsStore.ts';
import { PlaceholderScreen } from '#client/features/placeholders/PlaceholderScreen.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { useUserStore } from '#client/stores/userStore.ts';
import { platformIds } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';

const CampaignActions = lazyScreen(async () => (await import('./CampaignActions.tsx')).CampaignActions);

const connectLabel = 'Connect Google, Facebook or TikTok';

const NotConnected = () => (
  <PlaceholderScreen
    title="Campaigns"
    Icon={Megaphone}
    action={
      <Link
        to={routes.overview.path}
        aria-label={connectLabel}
        title={connectLabel}
        className={buttonStyles({ size: 'icon' })}
      >
        <Plug aria-hidden="true" className="size-4" />
      </Link>
    }
  />
);

const Connected = () => {
  const view = useCampaignsAddress();
  const { data } = useCampaigns(view);
  return (
    <>
      <PageHeader
        title="Campaigns"
        actions={
          // Their place is kept: on phones it is a line of its own.
          <Suspense fallback={<div className="h-9 pointer-coarse:h-11" />}>
            <CampaignActions query={tableQuery(view, data)} isEmpty={!data || data.totalItems === 0} />
          </Suspense>
        }
      />
      <Campaigns view={view} />
    </>
  );
};

/** Stored campaigns, if a lost connection left any. */
const LostOrNone = () => {
  const { data } = useConnections();
  return data?.some(({ state }) => state === 'reconnect') ? <Connected /> : <NotConnected />;
};

/** Campaigns of all connections. Without one the title alone, with a way to connect. */
export const CampaignsScreen = () => {
  const isConnected = useUserStore((user) => platformIds.some((platform) => user[platform]));
  const isAtRisk = useNotificationsStore(({ atRisk }) => atRisk.length > 0);
  if (isConnected) return <Connected />;
  return isAtRisk ? <LostOrNone /> : <NotConnected />;
};
