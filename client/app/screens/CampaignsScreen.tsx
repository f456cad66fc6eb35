import { Megaphone, Plug } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { Campaigns } from '#client/features/campaigns/Campaigns.tsx';
import { tableQuery, useCampaigns } from '#client/features/campaigns/campaigns.api.ts';
import { CsvButton } from '#client/features/campaigns/CsvButton.tsx';
import { useCampaignsAddress } from '#client/features/campaigns/useCampaignsAddress.ts';
import { useConnections } from '#client/features/connections/connections.api.ts';
import { exportCampaigns } from '#client/features/exports/state/exportWholeList.ts';
import { useNotificationsStore } from '#client/features/notifications/notificationsStore.ts';
import { PlaceholderScreen } from '#client/features/placeholders/PlaceholderScreen.tsx';
import { useUserStore } from '#client/stores/userStore.ts';
import { platformIds } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { ExportActions } from './ExportActions.tsx';

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
  const isEmpty = !data || data.totalItems === 0;
  const query = tableQuery(view);
  return (
    <>
      <PageHeader
        title="Campaigns"
        actions={
          <>
            <CsvButton query={query} isEmpty={isEmpty} />
            <ExportActions isEmpty={isEmpty} onExport={() => exportCampaigns(query)} />
          </>
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
