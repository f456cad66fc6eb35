import { getCampaign, listCampaigns, tabulateCampaigns } from '#shared/contracts/campaigns.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { readCampaign } from './detail/campaignDetail.service.ts';
import { readCampaignTable } from './table/campaignTable.ts';
import type { CampaignTable } from './table/campaignTable.ts';
import { readCampaigns } from './list/campaigns.service.ts';

const kindInFile = (kind: CampaignTable['columns'][number]['kind']): 'text' | 'id' | 'money' | 'number' => {
  if (kind === 'id' || kind === 'money') return kind;
  return kind === 'plain' || kind === 'percent' ? 'number' : 'text';
};

export const campaignRoutes = (context: AppContext): Route[] => [
  route(listCampaigns, async ({ caller, query }) => ({
    data: await readCampaigns(context, caller.workspaceId, query),
  })),
  route(tabulateCampaigns, async ({ caller, query }) => {
    const { columns, ...cells } = await readCampaignTable(context, caller.workspaceId, query);
    const kinds = columns.map(({ kind }) => kindInFile(kind));
    return {
      data: { columns: columns.map(({ title }) => title), kinds, currencies: cells.currencies, rows: cells.rows },
    };
  }),
  route(getCampaign, async ({ caller, params, query }) => ({
    data: await readCampaign(context, caller.workspaceId, params, query),
  })),
];
