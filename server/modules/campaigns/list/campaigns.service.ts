import type { Campaigns, CampaignsQuery } from '#shared/contracts/campaigns.ts';
import { readPageRequest, toPageFields } from '#shared/contracts/paging.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { presentRest, presentRows } from '../rows/presentRows.ts';
import { dayStates } from './campaignAccounts.ts';
import type { CampaignContext } from './campaignAccounts.ts';
import { listRequestedRows, readCampaignRequest } from './campaignRequest.ts';
import { comparedDays, findRow } from './campaignScope.ts';
import { toAdSums } from './campaigns.store.ts';

/**
 * A page of campaigns, ad sets or ads with their sums in a range, from the store.
 * @throws AppError 400 for dates and filters, 404 for an unknown parent
 */
export const readCampaigns = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  query: CampaignsQuery,
): Promise<Campaigns> => {
  const { db } = context;
  const asked = await readCampaignRequest(context, workspaceId, query);
  const { range, scope, filter, parent } = asked;
  const { accounts } = scope;
  const request = readPageRequest(query, pageSizes.campaigns);
  const listed = await listRequestedRows(db, asked, request);
  const rows = await presentRows(db, workspaceId, listed.rows, { range, accounts });
  const pages = toPageFields(request, listed.totalItems);
  if (parent) {
    const record = accounts.length > 0 ? await findRow(db, scope, parent) : null;
    if (!record) throw notFound(messages.validation.invalidField('parent'));
    const hasAllChildren = filter.statuses === null && filter.namePattern === null;
    const rest = hasAllChildren && pages.nextPage === null ? presentRest(record, accounts, listed) : null;
    if (rest) rows.push(rest);
  }
  return {
    range,
    comparedRange: comparedDays(scope),
    rows,
    totals: listed.totals.map(({ currency, sums, compared }) => ({
      currency,
      sums: toAdSums(sums),
      compared: compared && toAdSums(compared),
    })),
    otherLeads: listed.leads,
    hasQualifiedLeads: listed.hasQualifiedLeads,
    accounts: [...asked.accounts],
    days: dayStates(range, accounts),
    ...pages,
  };
};
