import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { OverviewCampaign } from '#shared/contracts/overview.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { overviewLimits } from '#shared/limits.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { LeadPlatformId, PlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { campaignDays, insightDays, leads } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Ad accounts of a workspace to sum. */
export type ChosenAccounts = {
  workspaceId: WorkspaceId;
  accounts: readonly { platform: PlatformId; accountId: string }[];
};

const chosenOf = ({ accounts }: ChosenAccounts): SQL =>
  sql`unnest(${sql.param(accounts.map(({ platform }) => platform))}::text[],
    ${sql.param(accounts.map(({ accountId }) => accountId))}::text[]) as chosen (platform, account_id)`;

const sums = sql`sum(d.impressions) as impressions, sum(d.clicks) as clicks, sum(d.leads) as leads, sum(d.spend) as spend`;
/** Sums are exact until output, which converts them to the nearest double. */
const asDoubles = (of: (figure: SQL) => SQL): SQL => sql`${of(sql`d.impressions`)}::float8 as impressions,
  ${of(sql`d.clicks`)}::float8 as clicks, ${of(sql`d.leads`)}::float8 as conversions, ${of(sql`d.spend`)}::float8 as spend`;

/** Account sums by these columns. Grouping each account separately is faster than one large grouping. */
const accountSums = (chosen: ChosenAccounts, { since, until }: DateRange, columns: SQL): SQL =>
  sql`from ${chosenOf(chosen)} cross join lateral (
    select ${columns}, ${sums} from ${campaignDays} as d
    where d.workspace_id = ${chosen.workspaceId} and d.platform = chosen.platform and d.account_id = chosen.account_id
      and d.day between ${since}::date and ${until}::date
    group by ${columns}
  ) as d`;

type Figures = { impressions: number; clicks: number; conversions: number; spend: number };
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
      select chosen.platform, d.currency, d.day, d.day >= ${range.since}::date as is_current, ${sums}
      ${accountSums(chosen, { since: previous.since, until: range.until }, sql`d.currency, d.day`)}
      group by chosen.platform, d.currency, d.day
    )
    select d.platform, d.currency, d.day::text as day, d.is_current as "isCurrent",
      ${asDoubles((figure) => sql`sum(${figure})`)},
      grouping(d.platform, d.currency, d.day, d.is_current) as level
    from days as d
    group by grouping sets ((d.platform, d.currency, d.day), (d.currency, d.is_current), (d.is_current))`);
  const days: DaySum[] = [];
  const ranges: RangeSum[] = [];
  for (const { platform, currency, day, isCurrent, level, ...figures } of rows) {
    if (platform !== null && day !== null) days.push({ ...figures, platform, currency, day });
    else if (isCurrent !== null)
      ranges.push({ ...figures, isCurrent, currency, ofAllCurrencies: level === allCurrencies });
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
      select chosen.platform, chosen.account_id, d.campaign_id, d.currency, ${asDoubles((figure) => figure)}
      ${accountSums(chosen, range, sql`d.campaign_id, d.currency`)}
    ), ranked as (
      select s.*, ${rank(sql`impressions`)} as by_impressions, ${rank(sql`clicks`)} as by_clicks,
        ${rank(sql`conversions`)} as by_conversions, ${rank(sql`spend`, sql`partition by s.currency`)} as by_spend
      from summed as s
    )
    select r.platform, r.account_id as "accountId", r.campaign_id as "campaignId", newest.campaign_name as "campaignName",
      r.currency, r.impressions, r.clicks, r.conversions, r.spend
    from ranked as r
    cross join lateral (
      select d.campaign_name from ${campaignDays} as d
      where d.workspace_id = ${chosen.workspaceId} and d.platform = r.platform and d.account_id = r.account_id
        and d.campaign_id = r.campaign_id and d.day between ${range.since}::date and ${range.until}::date
      order by d.day desc limit 1
    ) as newest
    where r.by_impressions <= ${limit} and r.impressions > 0 or r.by_clicks <= ${limit} and r.clicks > 0
      or r.by_conversions <= ${limit} and r.conversions > 0 or r.by_spend <= ${limit} and r.spend > 0
    order by r.impressions desc, r.platform, r.account_id, r.campaign_id`);
  return rows;
};

export type StoredSpan = { platform: PlatformId; accountId: string; readAt: Date };

/** Read time of each account's newest stored day in a range. Omits accounts without stored days. */
export const listStoredSpans = async (
  db: Queryable,
  chosen: ChosenAccounts,
  { since, until }: DateRange,
): Promise<StoredSpan[]> => {
  const { rows } = await db.execute<{ platform: PlatformId; accountId: string; readAt: string }>(sql`
    select chosen.platform, chosen.account_id as "accountId", newest.read_at as "readAt"
    from ${chosenOf(chosen)}
    cross join lateral (
      select d.read_at from ${insightDays} as d
      where d.workspace_id = ${chosen.workspaceId} and d.platform = chosen.platform and d.account_id = chosen.account_id
        and d.day between ${since}::date and ${until}::date
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
export const hasStoredDays = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  { since, until }: DateRange,
): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select 1 from ${insightDays} where workspace_id = ${workspaceId} and day between ${since}::date and ${until}::date limit 1`);
  return rows.length > 0;
};

/** The newest leads of all platforms that have lead forms. */
export const listNewestLeads = async (db: Queryable, workspaceId: WorkspaceId): Promise<NewestLead[]> => {
  const limit = overviewLimits.newestLeads;
  const newestOf = (platform: LeadPlatformId) => sql`(
    select platform, lead_id, name, form_name, created_at from ${leads}
    where workspace_id = ${workspaceId} and platform = ${platform} order by created_at desc, lead_id desc limit ${limit}
  )`;
  const { rows } = await db.execute<Omit<NewestLead, 'createdAt'> & { createdAt: string }>(sql`
    select platform, lead_id as "leadId", name, form_name as "formName", created_at as "createdAt"
    from (${sql.join(leadPlatformIds.map(newestOf), sql` union all `)}) as newest
    order by created_at desc, lead_id desc limit ${limit}`);
  return rows.map(({ createdAt, ...lead }) => ({ ...lead, createdAt: new Date(createdAt) }));
};
