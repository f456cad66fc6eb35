import { addDays } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { adSumNames } from '#shared/campaigns.ts';
import type {
  AdBudgetKind,
  AdLevel,
  AdRatioName,
  AdStatus,
  AdSumName,
  AdSums,
  CampaignSortKey,
} from '#shared/campaigns.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { adObjects, adTotals, leads } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { scaleOf, storedMetrics } from '../totals/metrics.ts';
import type { StoredMetric } from '../totals/metrics.ts';
import { monthDays, monthOf } from '../totals/runningTotals.ts';

/** Begin and end of the days of an account, as instants of its time zone. */
export type AccountSpan = { platform: PlatformId; accountId: string; since: Date; until: Date };

/** A range of days, and the instants of its days in each account, by which leads are counted. */
export type CountedRange = DateRange & { spans: readonly AccountSpan[] };

export type ObjectId = { platform: PlatformId; level: AdLevel; id: string };

export type CampaignFilter = {
  workspaceId: WorkspaceId;
  /** Objects at this level, or the direct children of an object. */
  of: AdLevel | { parent: ObjectId } | { only: ObjectId };
  /** Ad accounts that the workspace has. */
  accounts: readonly { platform: PlatformId; accountId: string; name: string }[];
  statuses: readonly AdStatus[] | null;
  /** A LIKE pattern in lower case. */
  namePattern: string | null;
};

export type CampaignRanges = { range: CountedRange; compared: CountedRange | null };

export type CampaignOrder = { by: CampaignSortKey; isDescending: boolean };

/** Range sums as the database computes them: integers in their scale. */
type Sums = Record<StoredMetric | 'collectedLeads', string | number>;

export const toAdSums = (sums: Sums): AdSums => ({
  ...(Object.fromEntries(storedMetrics.map((metric) => [metric, Number(sums[metric]) / scaleOf(metric)])) as Record<
    StoredMetric,
    number
  >),
  collectedLeads: Number(sums.collectedLeads),
});

/** The metrics of the two ranges, as columns: `spend`, and `previous_spend` of the range that is compared with. */
const previous = (name: AdSumName): SQL => sql`${sql.identifier(`previous_${name}`)}`;
const current = (name: AdSumName): SQL => sql`${sql.identifier(name)}`;

/** The days whose running totals give the sums of the ranges, by month. */
const boundariesOf = ({ range, compared }: CampaignRanges): [month: Day, days: Day[]][] => {
  const days = [range, ...(compared ? [compared] : [])].flatMap(({ since, until }) => [addDays(since, -1), until]);
  return [...Map.groupBy(new Set(days), monthOf)];
};

/** The running total of a metric at the end of a day, as a column. */
const totalColumn = (day: Day, metric: number): SQL => sql`${sql.identifier(`t${day}_${metric}`)}`;

/**
 * The running totals at the end of these days of a month. Without `offset 0`, joins would carry the arrays of whole
 * months.
 */
const totalsOfMonth = (workspaceId: WorkspaceId, isOf: SQL, [month, days]: [Day, Day[]]): SQL => {
  const columns = days.flatMap((day) =>
    storedMetrics.map((_, metric) => {
      const element = metric * monthDays + Number(day.slice(8));
      return sql`totals[${element}::int] as ${totalColumn(day, metric)}`;
    }),
  );
  return sql`(select level, platform, object_id, ${sql.join(columns, sql`, `)} from ${adTotals}
    where workspace_id = ${workspaceId} and month = ${month}::date and ${isOf} offset 0)`;
};

/** Whether the totals belong to objects of the filter: few objects are looked up, a level is read as a whole. */
const areTotalsOf = ({ workspaceId, of }: CampaignFilter): SQL => {
  if (typeof of === 'string') return sql`level = ${of}`;
  if ('only' in of)
    return sql`level = ${of.only.level} and platform = ${of.only.platform} and object_id = ${of.only.id}`;
  const { platform, level, id } = of.parent;
  const parent = level === 'campaign' ? sql`campaign_id` : sql`ad_set_id`;
  return sql`level in ('adset', 'ad') and platform = ${platform} and object_id = any(array(
    select object_id from ${adObjects} where workspace_id = ${workspaceId} and platform = ${platform} and ${parent} = ${id}))`;
};

/** An object's running total of a metric at the end of a day; outside its months, one of its ends. */
const totalAt = (day: Day, metric: number): SQL => {
  const end = metric + 1;
  return sql`coalesce(${totalColumn(day, metric)},
    case when o.last_day <= ${day}::date then o.totals_after[${end}::int] else o.totals_before[${end}::int] end)`;
};

const isChosen = (filter: CampaignFilter): SQL => {
  const { of, accounts, statuses, namePattern } = filter;
  const conditions = [
    sql`(o.platform, o.account_id) in (select * from unnest(
      ${sql.param(accounts.map(({ platform }) => platform))}::text[],
      ${sql.param(accounts.map(({ accountId }) => accountId))}::text[]))`,
  ];
  if (typeof of === 'string') conditions.push(sql`o.level = ${of}`);
  else if ('only' in of)
    conditions.push(
      sql`o.level = ${of.only.level} and o.platform = ${of.only.platform} and o.object_id = ${of.only.id}`,
    );
  else if (of.parent.level === 'campaign')
    conditions.push(sql`o.platform = ${of.parent.platform} and o.campaign_id = ${of.parent.id}
      and (o.level = 'adset' or o.level = 'ad' and o.ad_set_id is null)`);
  else conditions.push(sql`o.platform = ${of.parent.platform} and o.ad_set_id = ${of.parent.id} and o.level = 'ad'`);
  if (statuses) conditions.push(sql`o.status = any(${sql.param(statuses)}::text[])`);
  if (namePattern !== null) conditions.push(sql`lower(o.name) like ${namePattern}`);
  return sql.join(conditions, sql` and `);
};

const spansOf = (ranges: CampaignRanges): SQL => {
  const both = [
    ...ranges.range.spans.map((span) => ({ ...span, isPrevious: false })),
    ...(ranges.compared?.spans ?? []).map((span) => ({ ...span, isPrevious: true })),
  ];
  return sql`unnest(${sql.param(both.map(({ platform }) => platform))}::text[],
    ${sql.param(both.map(({ accountId }) => accountId))}::text[],
    ${sql.param(both.map(({ isPrevious }) => isPrevious))}::boolean[],
    ${sql.param(both.map(({ since }) => since.toISOString()))}::timestamptz[],
    ${sql.param(both.map(({ until }) => until.toISOString()))}::timestamptz[])
    as span (platform, account_id, is_previous, since, until)`;
};

/** The leads of both ranges with the stored objects that brought them. A lead is one of its ad, or else of what is known above. */
const collectedLeads = (workspaceId: WorkspaceId, ranges: CampaignRanges): SQL => {
  const all = [...ranges.range.spans, ...(ranges.compared?.spans ?? [])];
  const earliest = new Date(Math.min(...all.map(({ since }) => since.getTime())));
  const latest = new Date(Math.max(...all.map(({ until }) => until.getTime())));
  return sql`
    select l.platform, l.created_at, l.is_organic, ad.object_id as ad_id, ad_set.object_id as ad_set_id,
      campaign.object_id as campaign_id, l.ad_id is null and l.campaign_id is null as is_without_ad,
      coalesce(ad.account_id, ad_set.account_id, campaign.account_id) as account_id
    from ${leads} as l
    left join ${adObjects} as ad on ad.workspace_id = ${workspaceId} and ad.level = 'ad' and ad.platform = l.platform
      and ad.object_id = l.ad_id
    left join ${adObjects} as ad_set on ad_set.workspace_id = ${workspaceId} and ad_set.level = 'adset'
      and ad_set.platform = l.platform
      and ad_set.object_id = case when ad.object_id is null then l.adset_id else ad.ad_set_id end
    left join ${adObjects} as campaign on campaign.workspace_id = ${workspaceId} and campaign.level = 'campaign'
      and campaign.platform = l.platform
      and campaign.object_id = coalesce(ad.campaign_id, ad_set.campaign_id, l.campaign_id)
    where l.workspace_id = ${workspaceId} and l.created_at >= ${earliest.toISOString()}::timestamptz
      and l.created_at < ${latest.toISOString()}::timestamptz`;
};

/** For each object: its sums in both ranges. Objects that are gone and have nothing to show are left out. */
const rowsOf = (filter: CampaignFilter, ranges: CampaignRanges): SQL => {
  const { workspaceId, of } = filter;
  const difference = ({ since, until }: DateRange, metric: number): SQL =>
    sql`${totalAt(until, metric)} - ${totalAt(addDays(since, -1), metric)}`;
  const sums = storedMetrics.flatMap((metric, index) => [
    sql`${difference(ranges.range, index)} as ${current(metric)}`,
    ...(ranges.compared ? [sql`${difference(ranges.compared, index)} as ${previous(metric)}`] : []),
  ]);
  const joins = boundariesOf(ranges).map((boundary, index) => {
    const month = sql.identifier(`m${index}`);
    return sql`left join ${totalsOfMonth(workspaceId, areTotalsOf(filter), boundary)} as ${month}
      on ${month}.level = o.level and ${month}.platform = o.platform and ${month}.object_id = o.object_id`;
  });
  return sql`
    with lead_rows as materialized (${collectedLeads(workspaceId, ranges)}),
    collected as materialized (
      select l.platform, key.level, key.id, count(*) filter (where not span.is_previous) as leads,
        count(*) filter (where span.is_previous) as previous_leads
      from lead_rows as l
      join ${spansOf(ranges)} on span.platform = l.platform and span.account_id = l.account_id
        and l.created_at >= span.since and l.created_at < span.until
      cross join lateral (values ('ad', l.ad_id), ('adset', l.ad_set_id), ('campaign', l.campaign_id)) as key (level, id)
      where key.id is not null
      group by l.platform, key.level, key.id
    ),
    shown as materialized (
      select * from (
        select o.platform, o.level, o.object_id, o.account_id, o.name, o.status, o.budget, o.currency,
          ${sql.join(sums, sql`, `)}, coalesce(collected.leads, 0) as ${current('collectedLeads')}
          ${ranges.compared ? sql`, coalesce(collected.previous_leads, 0) as ${previous('collectedLeads')}` : sql``}
        from ${adObjects} as o
        ${sql.join(joins, sql` `)}
        left join collected on collected.platform = o.platform and collected.level = o.level
          and collected.id = o.object_id
        where o.workspace_id = ${workspaceId} and ${isChosen(filter)}
        offset 0
      ) as summed
      where ${typeof of === 'object' && 'only' in of ? sql`true` : sql`false`} or status not in ('deleted', 'ended') or ${sql.join(
        adSumNames.flatMap((name) =>
          [current(name), ...(ranges.compared ? [previous(name)] : [])].map((sum) => sql`${sum} <> 0`),
        ),
        sql` or `,
      )}
    )`;
};

/** Ratios are sorted as they are shown: of sums, those to zero last. */
const ratioOrders: Record<AdRatioName, [part: SQL, whole: SQL]> = {
  ctr: [sql`clicks`, sql`impressions`],
  cpc: [sql`spend`, sql`clicks`],
  cpm: [sql`spend`, sql`impressions`],
  costPerConversion: [sql`spend`, sql`conversions`],
  costPerLead: [sql`spend`, sql`"collectedLeads"`],
};

const orderOf = ({ by, isDescending }: CampaignOrder, accounts: CampaignFilter['accounts']): SQL => {
  const direction = isDescending ? sql`desc nulls last` : sql`asc nulls last`;
  const key = ((): SQL => {
    if (by in ratioOrders) {
      const [part, whole] = ratioOrders[by as AdRatioName];
      return sql`shown.${part}::float8 / nullif(shown.${whole}, 0)`;
    }
    if (by === 'account')
      return sql`(select name from unnest(${sql.param(accounts.map(({ platform }) => platform))}::text[],
        ${sql.param(accounts.map(({ accountId }) => accountId))}::text[],
        ${sql.param(accounts.map(({ name }) => name))}::text[]) as account (platform, account_id, name)
        where account.platform = shown.platform and account.account_id = shown.account_id)`;
    if (by === 'name') return sql`lower(shown.name)`;
    return sql`shown.${sql.identifier(by)}`;
  })();
  return sql`order by ${key} ${direction}, shown.platform, shown.level, shown.object_id`;
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
};

const jsonOf = (column: (name: AdSumName) => SQL, of: (column: SQL) => SQL = (each) => each): SQL =>
  sql`json_build_object(${sql.join(
    adSumNames.flatMap((name) => [sql`${name}::text`, of(column(name))]),
    sql`, `,
  )})`;
const summed = (column: SQL): SQL => sql`sum(${column})::text`;

/** Rows of a filter, a page at a time, with what all of them add up to. */
export const listCampaignRows = async (
  db: Queryable,
  filter: CampaignFilter,
  ranges: CampaignRanges,
  order: CampaignOrder,
  { page, limit }: PageRequest,
): Promise<CampaignPage> => {
  const { workspaceId } = filter;
  const ordered = orderOf(order, filter.accounts);
  const { rows } = await db.execute<CampaignPage>(sql`
    ${rowsOf(filter, ranges)},
    page as materialized (
      select * from shown ${ordered} limit ${limit} offset ${(page - 1) * limit}
    )
    select
      (select coalesce(json_agg(json_build_object('platform', shown.platform, 'level', shown.level, 'id', shown.object_id,
        'accountId', shown.account_id, 'name', shown.name, 'status', shown.status, 'platformStatus', o.platform_status,
        'budgetKind', o.budget_kind, 'budget', o.budget, 'isBudgetShared', o.shared_budget_id is not null,
        'currency', shown.currency, 'campaignId', o.campaign_id, 'campaignName', campaign.name, 'adSetId', o.ad_set_id,
        'adSetName', ad_set.name, 'children', (case o.level
          when 'campaign' then (select count(*) from ${adObjects} as child where child.workspace_id = ${workspaceId}
            and child.platform = o.platform and child.campaign_id = o.object_id
            and (child.level = 'adset' or child.level = 'ad' and child.ad_set_id is null))
          when 'adset' then (select count(*) from ${adObjects} as child where child.workspace_id = ${workspaceId}
            and child.platform = o.platform and child.ad_set_id = o.object_id and child.level = 'ad')
          else 0 end),
        'firstDay', o.first_day, 'lastDay', o.last_day, 'before', o.totals_before::text, 'after', o.totals_after::text,
        'sums', ${jsonOf((name) => sql`shown.${current(name)}`)}, 'compared', ${ranges.compared ? jsonOf((name) => sql`shown.${previous(name)}`) : sql`null::json`}
      ) ${ordered}), '[]')
      from page as shown
      join ${adObjects} as o on o.workspace_id = ${workspaceId} and o.level = shown.level and o.platform = shown.platform
        and o.object_id = shown.object_id
      left join ${adObjects} as campaign on campaign.workspace_id = ${workspaceId} and campaign.level = 'campaign'
        and campaign.platform = shown.platform and campaign.object_id = o.campaign_id
      left join ${adObjects} as ad_set on ad_set.workspace_id = ${workspaceId} and ad_set.level = 'adset'
        and ad_set.platform = shown.platform and ad_set.object_id = o.ad_set_id
      ) as rows,
      (select coalesce(json_agg(t.total order by t.spend desc), '[]') from (
        select sum(spend) as spend, json_build_object('currency', currency, 'sums', ${jsonOf(current, summed)},
          'compared', ${ranges.compared ? jsonOf(previous, summed) : sql`null::json`}) as total
        from shown group by currency
      ) as t) as totals,
      (select count(*)::int from shown) as "totalItems",
      (select json_build_object('organic', count(*) filter (where is_without_ad),
          'unknown', count(*) filter (where not is_without_ad))
        from lead_rows as l where l.campaign_id is null and l.created_at >= ${ranges.range.since}::date
          and l.created_at < ${ranges.range.until}::date + 1) as leads`);
  const [answer] = rows;
  if (!answer) throw new Error('no answer');
  return answer;
};
