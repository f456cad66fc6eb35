import type { AdBudgetKind, AdLevel, AdStatus, AdSums } from '#shared/campaigns.ts';
import type { Campaigns } from '#shared/contracts/campaigns.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { adObjects } from '#server/database/schema.ts';
import { scaleOf, storedMetrics } from '#server/modules/ads/objects/totals/metrics.ts';
import type { StoredLevel, StoredMetric } from '#server/modules/ads/objects/totals/metrics.ts';
import type { ComparedSums } from '#server/modules/ads/rows/sums.ts';
import { otherLeads } from './broughtLeads.ts';
import type { CampaignFilter, CampaignRanges } from './CampaignFilter.ts';
import { addends, joinCollected, joinTotals, jsonOfSums, leadSpends, withCollected } from './campaignSql.ts';
import type { CampaignOrder } from './orderedObjects.store.ts';
import { hasQualifiedLeads, outcomeNames } from './leadOutcomes.ts';
import type { OutcomeName } from './leadOutcomes.ts';
import { orderObjects } from './orderObjects.ts';

/** Range sums from the database, as scaled integers. */
type Sums = Record<StoredMetric | 'collectedLeads' | OutcomeName, string | number>;

const toSums = (sums: Sums): AdSums => ({
  ...(Object.fromEntries(storedMetrics.map((metric) => [metric, Number(sums[metric]) / scaleOf(metric)])) as Record<
    StoredMetric,
    number
  >),
  collectedLeads: Number(sums.collectedLeads),
  ...(Object.fromEntries(outcomeNames.map((name) => [name, Number(sums[name])])) as Record<OutcomeName, number>),
});

export const toComparedSums = ({ sums, compared }: { sums: Sums; compared: Sums | null }): ComparedSums => ({
  sums: toSums(sums),
  compared: compared && toSums(compared),
});

export const toSpend = (spend: string | null): number => Number(spend ?? 0) / scaleOf('spend');

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

/** Sums of some or all objects of an account at a level. */
export type AccountSums = {
  level: StoredLevel;
  platform: PlatformId;
  accountId: string;
  currency: string | null;
  sums: Sums;
  compared: Sums | null;
};

/** Spend of campaigns that can bring leads to Leadlight, as scaled integers. */
export type LeadSpend = { currency: string | null; current: string | null; compared: string | null };

/** A page of rows, with the account sums and the number of all rows. */
export type CampaignPage = {
  rows: CampaignRecord[];
  /** A whole level has its own sums and the campaign sums. */
  sums: AccountSums[];
  /** Empty unless a whole level is listed. */
  leadSpends: LeadSpend[];
  /** Currencies of all rows. An empty string means an unknown currency. */
  currencies: string[];
  totalItems: number;
  otherLeads: Campaigns['otherLeads'];
  /** Whether people qualify leads of the workspace, or imported leads of both ranges are qualified. */
  hasQualifiedLeads: boolean;
};

/**
 * A page of filtered rows, with the sums of all rows. Only the sort metric is read for all rows; the other sums are
 * looked up for the page.
 */
export const listCampaignRows = async (
  db: Queryable,
  filter: CampaignFilter,
  ranges: CampaignRanges,
  order: CampaignOrder,
  page: PageRequest,
): Promise<CampaignPage> => {
  const { workspaceId } = filter;
  const { range, compared } = ranges;
  const needed = (compared ? [range, compared] : [range]).map((each) => ({ range: each, metrics: storedMetrics }));
  const { keys, currencies, totalItems } = await orderObjects(db, { filter, ranges, order, page });
  const { areAddends, scanned } = addends(filter);
  const summed = (sum: SQL): SQL => sql`sum(${sum})::text`;
  const { rows } = await db.execute<Omit<CampaignPage, 'totalItems' | 'currencies'>>(sql`
    with ${withCollected(workspaceId, [ranges])}
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
      ) order by page.position), '[]')
      from unnest(${sql.param(keys.map(({ platform }) => platform))}::text[],
        ${sql.param(keys.map(({ level }) => level))}::text[], ${sql.param(keys.map(({ id }) => id))}::text[])
        with ordinality as page (platform, level, object_id, position)
      join ${adObjects} as o on o.workspace_id = ${workspaceId} and o.level = page.level and o.platform = page.platform
        and o.object_id = page.object_id
      left join ${adObjects} as campaign on campaign.workspace_id = ${workspaceId} and campaign.level = 'campaign'
        and campaign.platform = page.platform and campaign.object_id = o.campaign_id
      left join ${adObjects} as ad_set on ad_set.workspace_id = ${workspaceId} and ad_set.level = 'adset'
        and ad_set.platform = page.platform and ad_set.object_id = o.ad_set_id
      ${joinTotals(workspaceId, needed, null)}
      ${joinCollected()}
      ) as rows,
      (select coalesce(json_agg(own), '[]') from (
        select o.level, o.platform, o.account_id as "accountId", o.currency, ${jsonOfSums(range, false, summed)} as sums,
          ${compared ? jsonOfSums(compared, true, summed) : sql`null::json`} as compared
        from ${adObjects} as o
        ${joinTotals(workspaceId, needed, scanned)}
        ${joinCollected()}
        where ${areAddends}
        group by o.level, o.platform, o.account_id, o.currency
      ) as own) as sums,
      ${leadSpends(filter, ranges)} as "leadSpends",
      ${hasQualifiedLeads(workspaceId)} or exists (select from lead_rows where is_won is not null and campaign_id is not null) as "hasQualifiedLeads",
      ${otherLeads(workspaceId, range)} as "otherLeads"`);
  const [answer] = rows;
  if (!answer) throw new Error('missing result');
  return { ...answer, totalItems, currencies };
};
