import { adStatuses } from '#shared/campaigns.ts';
import type { AdStatus } from '#shared/campaigns.ts';
import type { CampaignAccount, CampaignTableQuery } from '#shared/contracts/campaigns.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { isPlatformId, platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { containsPattern } from '#server/database/lists/containsPattern.ts';
import { validationError } from '#server/lib/failures/errors.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { requireAllowedRange } from '#server/lib/http/requireAllowedRange.ts';
import { readCampaignAccounts } from './campaignAccounts.ts';
import type { AccountId, CampaignContext } from './campaignAccounts.ts';
import { scopeOf } from './campaignScope.ts';
import type { CampaignScope } from './campaignScope.ts';
import type { CampaignFilter, ObjectId } from './CampaignFilter.ts';
import type { CampaignOrder } from './orderedObjects.store.ts';

const invalid = (field: string) => validationError(messages.validation.invalidField(field));

/** The filter values; null without a filter. @throws AppError 400 for an unknown value */
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

/** A request in the store's terms. */
export type CampaignRequest = {
  range: DateRange;
  /** All accounts of the workspace. The scope has only the filtered accounts. */
  accounts: readonly CampaignAccount[];
  scope: CampaignScope;
  filter: CampaignFilter;
  order: CampaignOrder;
  parent: ObjectId | null;
};

/** @throws AppError 400 for dates and filters */
export const readCampaignRequest = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  query: Omit<CampaignTableQuery, 'columns'>,
): Promise<CampaignRequest> => {
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
  const order = { by: query.sort ?? 'spend', isDescending: (query.order ?? 'desc') === 'desc' };
  return { range, accounts: all, scope, filter, order, parent };
};
