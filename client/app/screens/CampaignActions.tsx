import { CsvButton } from '#client/features/campaigns/CsvButton.tsx';
import { exportCampaigns } from '#client/features/exports/state/exportWholeList.ts';
import type { CampaignTableQuery } from '#shared/contracts/campaigns.ts';
import { ExportActions } from './ExportActions.tsx';

type CampaignActionsProps = { query: CampaignTableQuery; isEmpty: boolean };

/** Exports all rows that match the filters. */
export const CampaignActions = ({ query, isEmpty }: CampaignActionsProps) => (
  <>
    <CsvButton query={query} isEmpty={isEmpty} />
    <ExportActions isEmpty={isEmpty} onExport={() => exportCampaigns(query)} />
  </>
);
