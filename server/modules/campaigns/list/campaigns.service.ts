import { adStatuses } from '#shared/campaigns.ts';
import type { AdStatus } from '#shared/campaigns.ts';
import type { Campaigns, CampaignsQuery } from '#shared/contracts/campaigns.ts';
import { readPageRequest, toPageFields } from '#shared/contracts/paging.ts';
import { daysOf } from '#shared/lib/dateRange.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { isPlatformId, platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { containsPattern } from '#server/database/lists/containsPattern.ts';
import { notFound, validationError } from '#server/lib/failures/errors.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { requireAllowedRange } from '#server/modules/insights/requireAllowedRange.ts';
import { presentRest, presentRows } from '../rows/presentRows.ts';
import { dayState, readCampaignAccounts } from './campaignAccounts.ts';
import type { AccountId } from './campaignAccounts.ts';
import { comparedDays, findRow, scopeOf } from './campaignScope.ts';
import { listCampaignRows, toAdSums } from './campaigns.store.ts';
import type { CampaignFilter, CampaignPage, ObjectId } from './campaigns.store.ts';

const invalid = (field: string) => validationError(messages.validation.invalidField(field));

/** The values of a filter; null without one. @throws AppError 400 for an unknown value */
const readValues = <Value>(
  field: string,
  text: string | undefined,
  read: (value: string) => Value | null,
): Value[] | null =>
  text?.split(',').map((value) => {
    const known = read(value);
    if (known === null) throw invalid(field);
    return known;
  }) ?? null;

const readPlatform = (value: string): PlatformId | null => (isPlatformId(value) ? value : null);
const readStatus = (value: string): AdStatus | null => adStatuses.find((status) => status === value) ?? null;
const readAccount = (value: string): AccountId | null => {
  const [platform, accountId, ...rest] = value.split(':');
  return isPlatformId(platform) && accountId && rest.length === 0 ? { platform, accountId } : null;
};
const readParent = (value: string): ObjectId | null => {
  const [platform, level, id] = value.split(':');
  return isPlatformId(platform) && (level === 'campaign' || level === 'adset') && id ? { platform, level, id } : null;
};

const noRows: CampaignPage = { rows: [], totals: [], totalItems: 0, leads: { organic: 0, unknown: 0 } };

/**
 * A page of campaigns, ad sets or ads with their sums in a range, from the store.
 * @throws AppError 400 for dates and filters, 404 for an unknown parent
 */
export const readCampaigns = async (
  context: Pick<AppContext, 'clock' | 'db' | 'storage' | 'jobs' | 'platforms'>,
  workspaceId: WorkspaceId,
  query: CampaignsQuery,
): Promise<Campaigns> => {
  const { db } = context;
  const range = requireAllowedRange(context, query);
  const platforms = readValues('platform', query.platform, readPlatform) ?? platformIds;
  const statuses = readValues('status', query.status, readStatus);
  const chosen = readValues('account', query.account, readAccount);
  const parent = query.parent === undefined ? null : readParent(query.parent);
  if (query.parent !== undefined && parent === null) throw invalid('parent');

  const all = await readCampaignAccounts(context, workspaceId, range);
  const accounts = all.filter(
    ({ platform, accountId }) =>
      platforms.includes(platform) &&
      (chosen === null || chosen.some((each) => each.platform === platform && each.accountId === accountId)),
  );
  const scope = scopeOf(workspaceId, accounts, range, query.compare);
  const filter: CampaignFilter = {
    workspaceId,
    of: parent ? { parent } : (query.level ?? 'campaign'),
    accounts,
    statuses,
    namePattern: containsPattern(query.search)?.toLowerCase() ?? null,
  };
  const request = readPageRequest(query, pageSizes.campaigns);
  const order = { by: query.sort ?? 'spend', isDescending: (query.order ?? 'desc') === 'desc' };
  const hasAccounts = accounts.length > 0;
  const listed = hasAccounts ? await listCampaignRows(db, filter, scope.ranges, order, request) : noRows;
  const rows = await presentRows(db, workspaceId, listed.rows, { range, accounts });
  const pages = toPageFields(request, listed.totalItems);
  if (parent) {
    const record = hasAccounts ? await findRow(db, scope, parent) : null;
    if (!record) throw notFound(messages.validation.invalidField('parent'));
    const hasAllChildren = statuses === null && filter.namePattern === null;
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
    accounts: all,
    days: daysOf(range).map((day) => ({ day, ...dayState(day, accounts) })),
    ...pages,
  };
};
