import { adSumNames } from '#shared/campaigns.ts';
import type { AdLevel, AdSumName } from '#shared/campaigns.ts';
import { addDays } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { platformFacts, platformIds } from '#shared/platforms.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { adObjects, adTotals } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { allOf, placeOf, storedMetrics } from '#server/modules/ads/objects/totals/metrics.ts';
import type { StoredLevel, StoredMetric } from '#server/modules/ads/objects/totals/metrics.ts';
import { monthDays, monthOf } from '#server/modules/ads/objects/totals/runningTotals.ts';
import type { CampaignFilter, CampaignRanges } from './CampaignFilter.ts';
import { boundsOf, broughtLeads, rangesOf } from './broughtLeads.ts';
import { collectedSums, outcomeNames, withSteps } from './leadOutcomes.ts';
import type { OutcomeName } from './leadOutcomes.ts';

/*
 * SQL fragments for stored objects. `o` is a row of `ad_objects`, and `collected` (or another name) has its collected
 * leads, if any.
 */

/** The running totals of `o` in a month. */
const totalsOf = (month: Day): SQL => sql`${sql.identifier(`totals_${month}`)}`;

/** Metrics to sum over a range. */
export type NeededSums = { range: DateRange; metrics: readonly StoredMetric[] };

/**
 * Joins the running totals of `o` that `sumOf` needs for these sums.
 * @param scanned the level of all objects, read as a whole; null: few objects, each looked up
 */
export const joinTotals = (
  workspaceId: WorkspaceId,
  needed: readonly NeededSums[],
  scanned: StoredLevel | null,
): SQL => {
  const days = needed.flatMap(({ range, metrics }) =>
    metrics.length === 0 ? [] : [addDays(range.since, -1), range.until],
  );
  const joins = [...new Set(days.map(monthOf))].map((month) => {
    const name = totalsOf(month);
    const isOfObject = sql`${name}.workspace_id = ${workspaceId} and ${name}.month = ${month}::date
      and ${name}.level = ${scanned ?? sql`o.level`} and ${name}.platform = o.platform and ${name}.object_id = o.object_id`;
    return scanned === null
      ? sql`left join lateral (select totals from ${adTotals} as ${name} where ${isOfObject} offset 0) as ${name} on true`
      : sql`left join ${adTotals} as ${name} on ${isOfObject}`;
  });
  return sql.join(joins, sql` `);
};

/** The running total of `o` at the end of a day. Before or after its months, its first or last total. */
const totalAt = (day: Day, metric: StoredMetric): SQL => {
  const place = placeOf(metric);
  const end = sql`[${place + 1}::int]`;
  return sql`coalesce(${totalsOf(monthOf(day))}.totals[${place * monthDays + Number(day.slice(8))}::int],
    case when o.last_day <= ${day}::date then o.totals_after${end} else o.totals_before${end} end)`;
};

/** The sum of a metric of `o` over a range, as a scaled integer. */
export const sumOf = ({ since, until }: DateRange, metric: StoredMetric): SQL =>
  sql`${totalAt(until, metric)} - ${totalAt(addDays(since, -1), metric)}`;

/** The table of collected leads. Each call of a statement has its own table. */
export const collectedName = (call = 0): SQL => sql`${sql.identifier(call === 0 ? 'collected' : `collected_${call}`)}`;

/** The number or value of the collected leads of `o`. `isCompared`: in the comparison range. */
export const collectedOf = (name: 'collectedLeads' | OutcomeName, isCompared: boolean, call = 0): SQL => {
  const column = name === 'collectedLeads' ? 'leads' : name;
  return sql`coalesce(${collectedName(call)}.${sql.identifier(isCompared ? `previous_${column}` : column)}, 0)`;
};

/** All sums of `o` over a range as JSON, as scaled integers. */
export const jsonOfSums = (range: DateRange, isCompared: boolean, of: (sum: SQL) => SQL = (sum) => sum): SQL => {
  const columns: Record<AdSumName, SQL> = {
    ...(Object.fromEntries(storedMetrics.map((metric) => [metric, sumOf(range, metric)])) as Record<StoredMetric, SQL>),
    collectedLeads: collectedOf('collectedLeads', isCompared),
    ...(Object.fromEntries(outcomeNames.map((name) => [name, collectedOf(name, isCompared)])) as Record<
      OutcomeName,
      SQL
    >),
  };
  return sql`json_build_object(${sql.join(
    adSumNames.flatMap((name) => [sql`${name}::text`, of(columns[name])]),
    sql`, `,
  )})`;
};

/** Joins the collected leads of `o`. */
export const joinCollected = (call = 0): SQL => {
  const name = collectedName(call);
  return sql`left join ${name} on ${name}.platform = o.platform and ${name}.level = o.level and ${name}.id = o.object_id`;
};

const idsOf = ({ accounts }: CampaignFilter): SQL => sql`(select * from unnest(
  ${sql.param(accounts.map(({ platform }) => platform))}::text[],
  ${sql.param(accounts.map(({ accountId }) => accountId))}::text[]))`;

const isOfAccounts = (filter: CampaignFilter): SQL => sql`(o.platform, o.account_id) in ${idsOf(filter)}`;

/** Same as `isOfAccounts`, for a whole level. Skips the check per row if the filter has all stored accounts. */
const isOfLevelAccounts = (filter: CampaignFilter, level: AdLevel): SQL => sql`(
  not exists (select from ${adObjects} as stored where stored.workspace_id = ${filter.workspaceId}
    and stored.level = ${allOf(level)} and (stored.platform, stored.account_id) not in ${idsOf(filter)})
  or ${isOfAccounts(filter)})`;

const hasStatusAndName = ({ statuses, namePattern }: CampaignFilter): SQL[] => [
  ...(statuses ? [sql`o.status = any(${sql.param(statuses)}::text[])`] : []),
  ...(namePattern === null ? [] : [sql`lower(o.name) like ${namePattern}`]),
];

/** Whether `o` matches the filter. */
const isChosen = (filter: CampaignFilter): SQL => {
  const { workspaceId, of } = filter;
  const conditions = [sql`o.workspace_id = ${workspaceId}`];
  if (typeof of === 'string') conditions.push(sql`o.level = ${of}`, isOfLevelAccounts(filter, of));
  else {
    conditions.push(isOfAccounts(filter));
    if ('only' in of)
      conditions.push(
        sql`o.level = ${of.only.level} and o.platform = ${of.only.platform} and o.object_id = ${of.only.id}`,
      );
    else if (of.parent.level === 'campaign')
      conditions.push(sql`o.platform = ${of.parent.platform} and o.campaign_id = ${of.parent.id}
        and (o.level = 'adset' or o.level = 'ad' and o.ad_set_id is null)`);
    else conditions.push(sql`o.platform = ${of.parent.platform} and o.ad_set_id = ${of.parent.id} and o.level = 'ad'`);
  }
  return sql.join([...conditions, ...hasStatusAndName(filter)], sql` and `);
};

/**
 * `o`: the objects of one filter or level, in the order of `ad_totals`, so that PostgreSQL can merge-join. `position`
 * is the place in this order.
 */
export const fromObjects = (workspaceId: WorkspaceId, of: AdLevel | CampaignFilter): SQL => {
  const isOf = typeof of === 'string' ? sql`o.workspace_id = ${workspaceId} and o.level = ${of}` : isChosen(of);
  return sql`(select o.platform, o.level, o.object_id, o.account_id, o.name, o.status, o.budget, o.currency, o.first_day,
      o.last_day, o.totals_before, o.totals_after, o.status in ('deleted', 'ended') as is_over,
      row_number() over (order by o.platform, o.level, o.object_id)::int as position
    from ${adObjects} as o where ${isOf} order by o.platform, o.level, o.object_id offset 0) as o`;
};

/** Whether `o` from `fromObjects` matches the filter and still exists, or had delivery or leads around these ranges. */
export const isListed = (filter: CampaignFilter, ranges: readonly DateRange[], call: number): SQL => {
  const { of } = filter;
  if (typeof of === 'object' && 'only' in of) return sql`true`;
  const isSeen = sql`(not o.is_over or ${sql.join(
    ranges.map(({ since, until }) => sql`o.first_day <= ${until}::date and o.last_day >= ${since}::date`),
    sql` or `,
  )} or (o.platform, o.level, o.object_id) in (select platform, level, id from ${collectedName(call)}))`;
  return typeof of === 'string'
    ? sql.join([isOfLevelAccounts(filter, of), ...hasStatusAndName(filter), isSeen], sql` and `)
    : isSeen;
};

/** Whether a filter includes all children of its parent, or all objects of its accounts at a level. */
export const isUnfiltered = ({ statuses, namePattern }: CampaignFilter): boolean => !statuses && namePattern === null;

/**
 * Objects that add up to the sums of a filter: the listed objects, or for a whole level the account sums of this level
 * and of campaigns.
 */
export const addends = (filter: CampaignFilter): { areAddends: SQL; scanned: StoredLevel | null } => {
  const { workspaceId, of } = filter;
  if (typeof of !== 'string') return { areAddends: isChosen(filter), scanned: null };
  if (!isUnfiltered(filter)) return { areAddends: isChosen(filter), scanned: of };
  const areSums = sql`o.workspace_id = ${workspaceId} and o.level in (${allOf('campaign')}, ${allOf(of)})`;
  return { areAddends: sql`${areSums} and ${isOfAccounts(filter)}`, scanned: null };
};

/** The days of both ranges in each account, as `span`. */
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

/**
 * Leads and outcomes per object, from `lead_rows` in these ranges. Leads of the same ad are added up first, so that
 * fewer rows are counted for each of their objects.
 */
const collectedIn = (ranges: CampaignRanges): SQL => {
  const sums = Object.entries(collectedSums);
  return sql`
    select brought.platform, key.level, key.id,
      ${sql.join(
        sums.map(([name]) => sql`sum(${sql.identifier(name)}) as ${sql.identifier(name)}`),
        sql`, `,
      )}
    from (
      select l.platform, l.account_id, l.ad_id, l.ad_set_id, l.campaign_id,
        ${sql.join(
          sums.map(([name, sum]) => sql`${sum} as ${sql.identifier(name)}`),
          sql`, `,
        )}
      from lead_rows as l
      join ${spansOf(ranges)} on span.platform = l.platform and span.account_id = l.account_id
        and l.created_at >= span.since and l.created_at < span.until
      group by l.platform, l.account_id, l.ad_id, l.ad_set_id, l.campaign_id
    ) as brought
    cross join lateral (values ('ad', ad_id), ('adset', ad_set_id), ('campaign', campaign_id),
      (${allOf('ad')}, case when ad_id is not null then account_id end),
      (${allOf('adset')}, case when ad_set_id is not null then account_id end),
      (${allOf('campaign')}, case when campaign_id is not null then account_id end)) as key (level, id)
    where key.id is not null
    group by brought.platform, key.level, key.id`;
};

/** `steps`, `lead_rows` and, for each call, `collected`: leads and outcomes per object in its ranges. */
export const withCollected = (workspaceId: WorkspaceId, calls: readonly CampaignRanges[]): SQL => sql`
  ${withSteps(workspaceId)},
  lead_rows as materialized (${broughtLeads(workspaceId, boundsOf(rangesOf(calls)))}),
  ${sql.join(
    calls.map((ranges, call) => sql`${collectedName(call)} as materialized (${collectedIn(ranges)})`),
    sql`, `,
  )}`;

/**
 * Spend by currency of campaigns that can bring leads to Leadlight, as a JSON array of `LeadSpend`. These campaigns
 * have lead forms as their objective, or collected leads in the range. Needs `collected`.
 */
export const leadSpends = (filter: CampaignFilter, { range, compared }: CampaignRanges): SQL => {
  const { workspaceId, of } = filter;
  if (typeof of !== 'string') return sql`'[]'::json`;
  const counted = { ...filter, of: isUnfiltered(filter) ? 'campaign' : of } as const;
  const objectives = platformIds.flatMap((platform) =>
    platformFacts[platform].leadObjectives.map((objective) => sql`(${platform}::text, ${objective}::text)`),
  );
  const needed = (compared ? [range, compared] : [range]).map((each) => ({ range: each, metrics: ['spend'] as const }));
  const isForLeads = sql`(campaign.platform, campaign.objective) in (${sql.join(objectives, sql`, `)})`;
  return sql`(select coalesce(json_agg(own), '[]') from (
    select o.currency,
      sum(${sumOf(range, 'spend')}) filter (where ${isForLeads} or brought.leads > 0)::text as current,
      ${compared ? sql`sum(${sumOf(compared, 'spend')}) filter (where ${isForLeads} or brought.previous_leads > 0)::text` : sql`null`}
        as compared
    from ${adObjects} as o
    join ${adObjects} as campaign on campaign.workspace_id = ${workspaceId} and campaign.level = 'campaign'
      and campaign.platform = o.platform and campaign.object_id = coalesce(o.campaign_id, o.object_id)
    left join ${collectedName()} as brought on brought.level = 'campaign' and brought.platform = campaign.platform
      and brought.id = campaign.object_id
    ${joinTotals(workspaceId, needed, counted.of)}
    where ${isChosen(counted)}
    group by o.currency
  ) as own)`;
};
