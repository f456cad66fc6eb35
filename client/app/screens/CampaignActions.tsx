import { useOfferedActions } from '#client/components/actions/offeredActions.ts';
import { CsvButton, useCsvActions } from '#client/features/campaigns/CsvButton.tsx';
import { exportCampaigns } from '#client/features/exports/state/exportWholeList.ts';
import type { CampaignTableQuery } from '#shared/contracts/campaigns.ts';
import { ExportActions, ExportMenu } from './ExportActions.tsx';

type CampaignActionsProps = { query: CampaignTableQuery; isEmpty: boolean };

/** Exports all rows that match the filters. */
export const CampaignActions = ({ query, isEmpty }: CampaignActionsProps) => {
  useOfferedActions(useCsvActions({ query, isEmpty }));
  return (
    <>
      <CsvButton query={query} isEmpty={isEmpty} />
      <ExportActions isEmpty={isEmpty} onExport={() => exportCampaigns(query)} />
    </>
  );
};

/** The same as a menu, for compact windows. */
export const CampaignMenu = ({ query, isEmpty }: CampaignActionsProps) => (
  <ExportMenu isEmpty={isEmpty} onExport={() => exportCampaigns(query)} others={useCsvActions({ query, isEmpty })} />
);
