import type { AdSums, Comparison } from '#shared/campaigns.ts';
import type { CampaignDetail } from '#shared/contracts/campaigns.ts';
import { daysOf } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { platformFacts } from '#shared/platforms.ts';
import { isoInstant } from '#server/database/isoInstant.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import { startsOfDays } from '#server/lib/startOfDay.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { requireAllowedRange } from '#server/lib/http/requireAllowedRange.ts';
import { dayStates, readCampaignAccounts } from '#server/modules/ads/list/campaignAccounts.ts';
import type { CampaignContext } from '#server/modules/ads/list/campaignAccounts.ts';
import { comparedDays, findRow, listChildren, scopeOf } from '#server/modules/ads/list/campaignScope.ts';
import type { CampaignScope } from '#server/modules/ads/list/campaignScope.ts';
import type { ObjectId } from '#server/modules/ads/list/CampaignFilter.ts';
import type { CampaignRecord } from '#server/modules/ads/list/campaigns.store.ts';
import { presentRest, presentRows } from '#server/modules/ads/rows/presentRows.ts';
import { daySums, loadTotals } from '#server/modules/ads/rows/rowTotals.ts';
import { noSums } from '#server/modules/ads/rows/sums.ts';
import { findSettings, listChanges, readObjectLeads } from './campaignDetail.store.ts';
import type { LeadSums } from './campaignDetail.store.ts';

const newestLeads = 5;

/** The children with the largest spend, and the rest that no child has. */
const readChildren = async (
  { db }: Pick<CampaignContext, 'db'>,
  scope: CampaignScope,
  record: CampaignRecord,
): Promise<CampaignDetail['children']> => {
  if (record.level === 'ad') return [];
  const { workspaceId, accounts, ranges } = scope;
  const listed = await listChildren(db, scope, record);
  const children = await presentRows(db, workspaceId, listed.rows, { range: ranges.range, accounts });
  const rest = presentRest(record, accounts, listed.sums);
  return rest ? [...children, rest] : children;
};

/**
 * Daily metrics of a campaign, ad set or ad.
 * @throws AppError 400 for dates, 404 for an unknown object
 */
export const readCampaign = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  object: ObjectId,
  { compare, ...asked }: DateRange & { compare?: Comparison | undefined },
): Promise<CampaignDetail> => {
  const { db } = context;
  const range = requireAllowedRange(context, asked);
  const accounts = (await readCampaignAccounts(context, workspaceId, range)).filter(
    ({ platform }) => platform === object.platform,
  );
  const scope = scopeOf(workspaceId, accounts, range, compare);
  const record = accounts.length === 0 ? null : await findRow(db, scope, object);
  const settings = await findSettings(db, workspaceId, object);
  if (!record || !settings) throw notFound(messages.campaigns.unknown);
  const [row] = await presentRows(db, workspaceId, [record], { range, accounts });
  if (!row) throw new Error('missing row');
  const own = accounts.filter(({ accountId }) => accountId === record.accountId);
  const timeZone = own[0]?.timeZone ?? null;

  const comparedRange = comparedDays(scope);
  const startsOf = (span: DateRange | null) => (span ? startsOfDays(timeZone, daysOf(span)) : []);
  const brought = await readObjectLeads(db, workspaceId, object, {
    days: startsOf(range),
    comparedDays: startsOf(comparedRange),
    newest: newestLeads,
  });
  const sumsByDay = async (span: DateRange, counts: ReadonlyMap<number, LeadSums>): Promise<AdSums[]> => {
    const [series] = await loadTotals(db, workspaceId, [record], { range: span, isSpendOnly: false });
    return daysOf(span).map((day, index) => ({
      ...(series ? daySums(series, day) : noSums),
      ...counts.get(index),
    }));
  };
  const sums = await sumsByDay(range, brought.days);
  return {
    row,
    range,
    comparedRange,
    days: dayStates(range, own).map((day, index) => ({ ...day, sums: sums[index] ?? noSums })),
    comparedDays: comparedRange && (await sumsByDay(comparedRange, brought.comparedDays)),
    children: await readChildren(context, scope, record),
    leadSources: brought.sources,
    newestLeads: brought.newest.map((lead) => ({
      ...lead,
      platform: object.platform,
      createdAt: isoInstant(lead.createdAt),
    })),
    settings: {
      objective: settings.objective,
      optimizationGoal: settings.optimizationGoal,
      startsAt: settings.startsAt?.toISOString() ?? null,
      endsAt: settings.endsAt?.toISOString() ?? null,
      timeZone,
    },
    changes: await listChanges(db, workspaceId, object),
    url: platformFacts[record.platform].adManagerUrl({ ...record, campaignId: record.campaignId ?? record.id }),
  };
};
