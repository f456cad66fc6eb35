import { Megaphone } from 'lucide-react';
import { Suspense } from 'react';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { Campaigns } from '#client/features/campaigns/Campaigns.tsx';
import { tableQuery, useCampaigns } from '#client/features/campaigns/campaigns.api.ts';
import { useCampaignsAddress } from '#client/features/campaigns/useCampaignsAddress.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { WithConnection } from './WithConnection.tsx';

const CampaignActions = lazyScreen(async () => (await import('./CampaignActions.tsx')).CampaignActions);

const Connected = () => {
  const view = useCampaignsAddress();
  const { data } = useCampaigns(view);
  return (
    <>
      <PageHeader
        title="Campaigns"
        actions={
          // Reserves the space of the buttons, which fill a whole line on phones.
          <Suspense fallback={<div className="h-9 pointer-coarse:h-11" />}>
            <CampaignActions query={tableQuery(view, data)} isEmpty={!data || data.totalItems === 0} />
          </Suspense>
        }
      />
      <Campaigns view={view} />
    </>
  );
};

/** Campaigns of all connections. */
export const CampaignsScreen = () => (
  <WithConnection title="Campaigns" Icon={Megaphone}>
    <Connected />
  </WithConnection>
);
