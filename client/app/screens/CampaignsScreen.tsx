import { Megaphone } from 'lucide-react';
import { Suspense } from 'react';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { Campaigns } from '#client/features/campaigns/Campaigns.tsx';
import { tableQuery, useCampaigns } from '#client/features/campaigns/campaigns.api.ts';
import { useCampaignsAddress } from '#client/features/campaigns/useCampaignsAddress.ts';
import { useIsCompact } from '#client/lib/hooks/useMediaQuery.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { WithConnection } from './WithConnection.tsx';

const CampaignActions = lazyScreen(async () => (await import('./CampaignActions.tsx')).CampaignActions);
const CampaignMenu = lazyScreen(async () => (await import('./CampaignActions.tsx')).CampaignMenu);

const Connected = () => {
  const view = useCampaignsAddress();
  const { data } = useCampaigns(view);
  const given = { query: tableQuery(view, data), isEmpty: !data || data.totalItems === 0 };
  return (
    <>
      <PageHeader
        title="Campaigns"
        actions={
          useIsCompact() ? undefined : (
            // Reserves the space of the buttons.
            <Suspense fallback={<div className="h-9 pointer-coarse:h-11" />}>
              <CampaignActions {...given} />
            </Suspense>
          )
        }
      />
      <Campaigns
        view={view}
        more={
          <Suspense fallback={<div className="w-24" />}>
            <CampaignMenu {...given} />
          </Suspense>
        }
      />
    </>
  );
};

/** Campaigns of all connections. */
export const CampaignsScreen = () => (
  <WithConnection title="Campaigns" Icon={Megaphone}>
    <Connected />
  </WithConnection>
);
