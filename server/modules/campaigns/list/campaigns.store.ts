import { adSumNames } from '#shared/campaigns.ts';
import type { AdBudgetKind, AdLevel, AdStatus, AdSumName, AdSums, CampaignSortKey } from '#shared/campaigns.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { adObjects } from '#server/database/schema.ts';
import { scaleOf, storedMetrics } from '../totals/metrics.ts';
import type { StoredMetric } from '../totals/metrics.ts';
import type { CampaignFilter, CampaignRanges } from './CampaignFilter.ts';
import {
  addends,
  collectedOf,
  isChosen,
  isShown,
  joinCollected,
  joinTotals,
  jsonOfSums,
  sumOf,
  withCollected,
} from './campaignSql.ts';
import { hasQualifiedLeads, outcomeNames, outcomeOf } from './leadOutcomes.ts';
import type { OutcomeName } from './leadOutcomes.ts';

export type CampaignOrder = { by: CampaignSortKey; isDescending: boolean };

/** Range sums as the database computes them: integers in their scale. */
type Sums = Record<StoredMetric | 'collectedLeads' | OutcomeName, string | number>;

export const toAdSums = (sums: Sums): AdSums => ({
  ...(Object.fromEntries(storedMetrics.map((metric) => [metric, Number(sums[metric]) / scaleOf(metric)])) as Record<
    StoredMetric,
    number
  >),
  collectedLeads: Number(sums.collectedLeads),
  ...(Object.fromEntries(outcomeNames.map((name) => [name, Number(sums[name])])) as Record<OutcomeName, number>),
});

const isStored = (name: AdSumName): name is StoredMetric => storedMetrics.some((metric) => metric === name);

/** A sum of `o` over the range that rows are sorted by. */
const sortSumOf = (range: DateRange, name: AdSumName): SQL => {
  if (isStored(name)) return sumOf(range, name);
  return name === 'collectedLeads' ? collectedOf(false) : outcomeOf(name, false);
};

/** A metric, or the two of a ratio. */
const metricsOf: Partial<Record<CampaignSortKey, readonly AdSumName[]>> = {
  ...Object.fromEntries(adSumNames.map((name) => [name, [name]])),
  ctr: ['clicks', 'impressions'],
  cpc: ['spend', 'clicks'],
  cpm: ['spend', 'impressions'],
  costPerConversion: ['spend', 'conversions'],
  costPerLead: ['spend', 'collectedLeads'],
  costPerQualifiedLead: ['spend', 'qualifiedLeads'],
  costPerWonLead: ['spend', 'wonLeads'],
};

/** By what `o` is sorted, and the stored metrics for it. Ratios are sorted as they are shown: of sums, those to zero last. */
const sortKeyOf = (
  { by }: CampaignOrder,
  { accounts }: CampaignFilter,
  range: DateRange,
): { key: SQL; metrics: StoredMetric[] } => {
  const names = metricsOf[by];
  if (names) {
    const [part, whole] = names.map((name) => sortSumOf(range, name));
    return {
      key: whole ? sql`(${part})::float8 / nullif(${whole}, 0)` : sql`${part}`,
      metrics: names.filter(isStored),
    };
  }
  if (by === 'account') {
    const name = sql`select name from unnest(${sql.param(accounts.map(({ platform }) => platform))}::text[],
      ${sql.param(accounts.map(({ accountId }) => accountId))}::text[],
      ${sql.param(accounts.map((account) => account.name))}::text[]) as account (platform, account_id, name)
      where account.platform = o.platform and account.account_id = o.account_id`;
    return { key: sql`(${name})`, metrics: [] };
  }
  return { key: by === 'name' ? sql`lower(o.name)` : sql`o.${sql.identifier(by)}`, metrics: [] };
};

export type CampaignRecord = {
  platform: PlatformId;
  level: AdLevel;
  id: string;
  accountId: string;
  name: string;
  status: AdStatus;
  platformStatus: string | null;
  budgetKind: AdBudgetKind | null;
  budget: number | null;
  isBudgetShared: boolean;
  currency: string | null;
  campaignId: string | null;
  campaignName: string | null;
  adSetId: string | null;
  adSetName: string | null;
  children: number;
  firstDay: Day | null;
  lastDay: Day | null;
  before: string;
  after: string;
  sums: Sums;
  compared: Sums | null;
};

type CurrencySums = { currency: string | null; sums: Sums; compared: Sums | null };

/** A page of rows, the sums of all rows by currency, and their number. */
export type CampaignPage = {
  rows: CampaignRecord[];
  totals: CurrencySums[];
  totalItems: number;
  /** Leads of the range that no stored campaign brought. */
  leads: { organic: number; unknown: number };
  /** Whether any lead of the workspace is qualified or won. */
  hasQualifiedLeads: boolean;
};

/**
 * Rows of a filter, a page at a time, with what all of them add up to. Only the metric of the order is read of all rows; the
 * sums of the page are looked up.
 */
export const listCampaignRows = async (
  db: Queryable,
  filter: CampaignFilter,
  ranges: CampaignRanges,
  order: CampaignOrder,
  { page, limit }: PageRequest,
): Promise<CampaignPage> => {
  const { workspaceId, of } = filter;
  const { range, compared } = ranges;
  const both = compared ? [range, compared] : [range];
  const { key, metrics } = sortKeyOf(order, filter, range);
  const direction = order.isDescending ? sql`desc nulls last` : sql`asc nulls last`;
  const { areAddends, scanned } = addends(filter);
  const summed = (sum: SQL): SQL => sql`sum(${sum})::text`;
  const { rows } = await db.execute<CampaignPage>(sql`
    with ${withCollected(workspaceId, ranges)},
    chosen as materialized (
      select o.platform, o.level, o.object_id, o.currency, ${key} as sort_key
      from ${adObjects} as o
      ${joinTotals(workspaceId, [range], metrics, typeof of === 'string' ? of : null)}
      ${joinCollected}
      where ${isChosen(filter)} and ${isShown(filter, both)}
    ),
    page as materialized (
      select * from chosen as o order by o.sort_key ${direction}, o.platform, o.level, o.object_id
      limit ${limit} offset ${(page - 1) * limit}
    )
    select
      (select coalesce(json_agg(json_build_object('platform', o.platform, 'level', o.level, 'id', o.object_id,
        'accountId', o.account_id, 'name', o.name, 'status', o.status, 'platformStatus', o.platform_status,
        'budgetKind', o.budget_kind, 'budget', o.budget, 'isBudgetShared', o.shared_budget_id is not null,
        'currency', o.currency, 'campaignId', o.campaign_id, 'campaignName', campaign.name, 'adSetId', o.ad_set_id,
        'adSetName', ad_set.name, 'children', (case o.level
          when 'campaign' then (select count(*) from ${adObjects} as child where child.workspace_id = ${workspaceId}
            and child.platform = o.platform and child.campaign_id = o.object_id
            and (child.level = 'adset' or child.level = 'ad' and child.ad_set_id is null))
          when 'adset' then (select count(*) from ${adObjects} as child where child.workspace_id = ${workspaceId}
            and child.platform = o.platform and child.ad_set_id = o.object_id and child.level = 'ad')
          else 0 end),
        'firstDay', o.first_day, 'lastDay', o.last_day, 'before', o.totals_before::text, 'after', o.totals_after::text,
        'sums', ${jsonOfSums(range, false)}, 'compared', ${compared ? jsonOfSums(compared, true) : sql`null::json`}
      ) order by page.sort_key ${direction}, page.platform, page.level, page.object_id), '[]')
      from page
      join ${adObjects} as o on o.workspace_id = ${workspaceId} and o.level = page.level and o.platform = page.platform
        and o.object_id = page.object_id
      left join ${adObjects} as campaign on campaign.workspace_id = ${workspaceId} and campaign.level = 'campaign'
        and campaign.platform = page.platform and campaign.object_id = o.campaign_id
      left join ${adObjects} as ad_set on ad_set.workspace_id = ${workspaceId} and ad_set.level = 'adset'
        and ad_set.platform = page.platform and ad_set.object_id = o.ad_set_id
      ${joinTotals(workspaceId, both, storedMetrics, null)}
      ${joinCollected}
      ) as rows,
      (select coalesce(json_agg(t.total order by t.spend desc), '[]') from (
        select sum(${sumOf(range, 'spend')}) as spend, json_build_object('currency', o.currency,
          'sums', ${jsonOfSums(range, false, summed)},
          'compared', ${compared ? jsonOfSums(compared, true, summed) : sql`null::json`}) as total
        from ${adObjects} as o
        ${joinTotals(workspaceId, both, storedMetrics, scanned)}
        ${joinCollected}
        where ${areAddends}
        group by o.currency
        having exists (select from chosen where chosen.currency is not distinct from o.currency)
      ) as t) as totals,
      (select count(*)::int from chosen) as "totalItems", ${hasQualifiedLeads(workspaceId)} as "hasQualifiedLeads",
      (select json_build_object('organic', count(*) filter (where is_without_ad),
          'unknown', count(*) filter (where not is_without_ad))
        from lead_rows as l where l.campaign_id is null and l.created_at >= ${range.since}::date
          and l.created_at < ${range.until}::date + 1) as leads`);
  const [answer] = rows;
  if (!answer) throw new Error('no answer');
  return answer;
};
