import type { Campaigns, CampaignsQuery } from '#shared/contracts/campaigns.ts';
import { readPageRequest, toPageFields } from '#shared/contracts/paging.ts';
import { pageSizes } from '#shared/limits.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { presentRows } from '#server/modules/ads/rows/presentRows.ts';
import { dayStates } from './campaignAccounts.ts';
import type { CampaignContext } from './campaignAccounts.ts';
import { readCampaignRequest } from './campaignRequest.ts';
import { comparedDays } from './campaignScope.ts';
import { listRows } from './listRows.ts';

/**
 * A page of campaigns, ad sets or ads with their stored sums over a range.
 * @throws AppError 400 for dates and filters, 404 for an unknown parent
 */
export const readCampaigns = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  query: CampaignsQuery,
): Promise<Campaigns> => {
  const { db } = context;
  const asked = await readCampaignRequest(context, workspaceId, query);
  const { range, scope } = asked;
  const { accounts } = scope;
  const request = readPageRequest(query, pageSizes.campaigns);
  const listed = await listRows(db, asked, request);
  return {
    range,
    comparedRange: comparedDays(scope),
    rows: [...(await presentRows(db, workspaceId, listed.objects, { range, accounts })), ...listed.rests],
    restCount: listed.restCount,
    totals: listed.totals,
    otherLeads: listed.otherLeads,
    hasQualifiedLeads: listed.hasQualifiedLeads,
    accounts: [...asked.accounts],
    days: dayStates(range, accounts),
    ...toPageFields(request, listed.totalItems),
  };
};
