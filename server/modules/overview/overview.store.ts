import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { OverviewCampaign } from '#shared/contracts/overview.ts';
import { addDays } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { overviewLimits } from '#shared/limits.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { LeadPlatformId, PlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { adDays, adObjects, adTotals, leads } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { joinTotals, sumOf } from '#server/modules/ads/list/campaignSql.ts';
import { allOf, placeOf, scaleOf } from '#server/modules/ads/objects/totals/metrics.ts';
import { monthDays } from '#server/modules/ads/objects/totals/runningTotals.ts';

/** Ad accounts of a workspace to sum. */
export type ChosenAccounts = {
  workspaceId: WorkspaceId;
  accounts: readonly { platform: PlatformId; accountId: string }[];
};

const chosenOf = ({ accounts }: ChosenAccounts): SQL =>
  sql`unnest(${sql.param(accounts.map(({ platform }) => platform))}::text[],
    ${sql.param(accounts.map(({ accountId }) => accountId))}::text[]) as chosen (platform, account_id)`;

const figures = ['impressions', 'clicks', 'conversions', 'spend'] as const;
type Figure = (typeof figures)[number];
const ofFigures = (of: (figure: Figure) => SQL): SQL => sql.join(figures.map(of), sql`, `);
const named = (figure: Figure, value: SQL): SQL => sql`${value} as ${sql.identifier(figure)}`;
/** Sums are exact until output, which converts them to the nearest double. */
const asDouble = (figure: Figure, sum: SQL): SQL =>
  named(figure, sql`((${sum})::numeric / ${scaleOf(figure)}::numeric)::float8`);

/** The daily metrics of the accounts, from the running totals of all their campaigns. */
const accountDays = (chosen: ChosenAccounts, { since, until }: DateRange): SQL => {
  const before = addDays(since, -1);
  const totalOf = (figure: Figure): SQL => {
    const place = placeOf(figure);
    const end = sql`[${place + 1}::int]`;
    return sql`coalesce(t.totals[${place * monthDays}::int + extract(day from d.day)::int],
      case when o.last_day <= d.day then o.totals_after${end} else o.totals_before${end} end)`;
  };
  return sql`(
    select o.platform, o.currency, d.day, ${ofFigures((figure) =>
      named(figure, sql`${totalOf(figure)} - lag(${totalOf(figure)}) over account`),
    )}
    from ${chosenOf(chosen)}
    join ${adObjects} as o on o.workspace_id = ${chosen.workspaceId} and o.level = ${allOf('campaign')}
      and o.platform = chosen.platform and o.object_id = chosen.account_id
    cross join (
      select ${before}::date + number as day from generate_series(0, ${until}::date - ${before}::date) as number
    ) as d
    left join ${adTotals} as t on t.workspace_id = ${chosen.workspaceId} and t.level = ${allOf('campaign')}
      and t.month = date_trunc('month', d.day)::date and t.platform = o.platform and t.object_id = o.object_id
    window account as (partition by o.platform, o.object_id order by d.day)
  ) as d`;
};

type Figures = Record<Figure, number>;
export type DaySum = Figures & { platform: PlatformId; currency: string | null; day: Day };
/** Sums of one currency in one of the ranges, or of all currencies together. Currencies have no common spend. */
export type RangeSum = Figures & { isCurrent: boolean; currency: string | null; ofAllCurrencies: boolean };
type Grouped = Figures & {
  platform: PlatformId | null;
  currency: string | null;
  day: Day | null;
  isCurrent: boolean | null;
  level: number;
};

/** The bits of `grouping` for a sum that is grouped only by range. */
const allCurrencies = 0b1110;

/** Sums by day and by range, in one pass over both ranges. */
export const sumRanges = async (
  db: Queryable,
  chosen: ChosenAccounts,
  range: DateRange,
  previous: DateRange,
): Promise<{ days: DaySum[]; ranges: RangeSum[] }> => {
  const { rows } = await db.execute<Grouped>(sql`
    with days as materialized (
      select d.platform, d.currency, d.day, d.day >= ${range.since}::date as is_current,
        ${ofFigures((figure) => named(figure, sql`sum(d.${sql.identifier(figure)})`))}
      from ${accountDays(chosen, { since: previous.since, until: range.until })}
      group by d.platform, d.currency, d.day
      having ${sql.join(
        figures.map((figure) => sql`sum(d.${sql.identifier(figure)}) <> 0`),
        sql` or `,
      )}
    )
    select d.platform, d.currency, d.day::text as day, d.is_current as "isCurrent",
      ${ofFigures((figure) => asDouble(figure, sql`sum(d.${sql.identifier(figure)})`))},
      grouping(d.platform, d.currency, d.day, d.is_current) as level
    from days as d
    group by grouping sets ((d.platform, d.currency, d.day), (d.currency, d.is_current), (d.is_current))`);
  const days: DaySum[] = [];
  const ranges: RangeSum[] = [];
  for (const { platform, currency, day, isCurrent, level, ...sums } of rows) {
    if (platform !== null && day !== null) days.push({ ...sums, platform, currency, day });
    else if (isCurrent !== null)
      ranges.push({ ...sums, isCurrent, currency, ofAllCurrencies: level === allCurrencies });
  }
  return { days, ranges };
};

/** The largest campaigns of a range by each metric. By spend, the largest campaigns of each currency. */
export const listLargestCampaigns = async (
  db: Queryable,
  chosen: ChosenAccounts,
  range: DateRange,
): Promise<Omit<OverviewCampaign, 'accountName'>[]> => {
  const limit = overviewLimits.campaigns;
  const rank = (figure: SQL, within = sql``) =>
    sql`row_number() over (${within} order by s.${figure} desc, s.platform, s.account_id, s.campaign_id)`;
  const { rows } = await db.execute<Omit<OverviewCampaign, 'accountName'>>(sql`
    with summed as materialized (
      select o.platform, o.account_id, o.object_id as campaign_id, o.name, o.currency,
        ${ofFigures((figure) => asDouble(figure, sumOf(range, figure)))}
      from ${chosenOf(chosen)}
      join ${adObjects} as o on o.workspace_id = ${chosen.workspaceId} and o.level = 'campaign'
        and o.platform = chosen.platform and o.account_id = chosen.account_id
        and o.first_day <= ${range.until}::date and o.last_day >= ${range.since}::date
      ${joinTotals(chosen.workspaceId, [{ range, metrics: figures }], 'campaign')}
    ), ranked as (
      select s.*, ${rank(sql`impressions`)} as by_impressions, ${rank(sql`clicks`)} as by_clicks,
        ${rank(sql`conversions`)} as by_conversions, ${rank(sql`spend`, sql`partition by s.currency`)} as by_spend
      from summed as s
    )
    select r.platform, r.account_id as "accountId", r.campaign_id as "campaignId", r.name as "campaignName",
      r.currency, r.impressions, r.clicks, r.conversions, r.spend
    from ranked as r
    where r.by_impressions <= ${limit} and r.impressions > 0 or r.by_clicks <= ${limit} and r.clicks > 0
      or r.by_conversions <= ${limit} and r.conversions > 0 or r.by_spend <= ${limit} and r.spend > 0
    order by r.impressions desc, r.platform, r.account_id, r.campaign_id`);
  return rows;
};

export type StoredSpan = { platform: PlatformId; accountId: string; readAt: Date };

const isCampaignDay = ({ since, until }: DateRange): SQL =>
  sql`d.level = 'campaign' and d.day between ${since}::date and ${until}::date`;

/** Read time of each account's newest stored day in a range. Omits accounts without stored days. */
export const listStoredSpans = async (
  db: Queryable,
  chosen: ChosenAccounts,
  range: DateRange,
): Promise<StoredSpan[]> => {
  const { rows } = await db.execute<{ platform: PlatformId; accountId: string; readAt: string }>(sql`
    select chosen.platform, chosen.account_id as "accountId", newest.read_at as "readAt"
    from ${chosenOf(chosen)}
    cross join lateral (
      select d.read_at from ${adDays} as d
      where d.workspace_id = ${chosen.workspaceId} and d.platform = chosen.platform and d.account_id = chosen.account_id
        and ${isCampaignDay(range)}
      order by d.day desc limit 1
    ) as newest`);
  return rows.map(({ readAt, ...key }) => ({ ...key, readAt: new Date(readAt) }));
};

export type NewestLead = {
  platform: LeadPlatformId;
  leadId: string;
  name: string;
  formName: string | null;
  createdAt: Date;
};

/** Whether anything is stored for a range. */
export const hasStoredDays = async (db: Queryable, workspaceId: WorkspaceId, range: DateRange): Promise<boolean> => {
  const { rows } = await db.execute(
    sql`select 1 from ${adDays} as d where d.workspace_id = ${workspaceId} and ${isCampaignDay(range)} limit 1`,
  );
  return rows.length > 0;
};

/** The newest leads of all platforms that have lead forms. */
export const listNewestLeads = async (db: Queryable, workspaceId: WorkspaceId): Promise<NewestLead[]> => {
  const limit = overviewLimits.newestLeads;
  const newestOf = (platform: LeadPlatformId) => sql`(
    select list as platform, lead_id, name, form_name, created_at from ${leads}
    where workspace_id = ${workspaceId} and list = ${platform} and deleted_at is null and not is_test order by created_at desc, position desc, lead_id desc limit ${limit}
  )`;
  const { rows } = await db.execute<Omit<NewestLead, 'createdAt'> & { createdAt: string }>(sql`
    select platform, lead_id as "leadId", name, form_name as "formName", created_at as "createdAt"
    from (${sql.join(leadPlatformIds.map(newestOf), sql` union all `)}) as newest
    order by created_at desc, lead_id desc limit ${limit}`);
  return rows.map(({ createdAt, ...lead }) => ({ ...lead, createdAt: new Date(createdAt) }));
};
