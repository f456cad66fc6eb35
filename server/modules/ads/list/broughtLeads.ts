import type { AdLevel } from '#shared/campaigns.ts';
import { addDays } from '#shared/lib/dateRange.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { adObjects, leadEntries, leads } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { canCount, isCounted, joinOwnWork, namesAd } from '#server/modules/leads/contacts/countedLead.ts';
import { isVisible } from '#server/modules/leads/list/leadBranch.ts';
import type { CampaignRanges, CountedRange } from './CampaignFilter.ts';
import { joinOutcomes, outcomeColumns } from './leadOutcomes.ts';

/*
 * SQL fragments for the leads that stored ad objects brought. Every form lead counts. An imported lead counts if it
 * names an ad, unless it is merged with a lead that counts instead.
 */

/** The instants of all days in these ranges, in the account time zones and in UTC. */
export const boundsOf = (ranges: readonly (CountedRange | null)[]): { since: SQL; until: SQL } => {
  const known = ranges.filter((range) => range !== null);
  const ofDay = (day: string) => Date.parse(`${day}T00:00:00Z`);
  const starts = known.flatMap(({ since, spans }) => [ofDay(since), ...spans.map((span) => span.since.getTime())]);
  const ends = known.flatMap(({ until, spans }) => [
    ofDay(addDays(until, 1)),
    ...spans.map((span) => span.until.getTime()),
  ]);
  const instant = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;
  return { since: instant(Math.min(...starts)), until: instant(Math.max(...ends)) };
};

/** All ranges of several calls. */
export const rangesOf = (calls: readonly CampaignRanges[]): (CountedRange | null)[] =>
  calls.flatMap(({ range, compared }) => [range, compared]);

type Bounds = { since: SQL; until: SQL };

const isWithin = (workspaceId: WorkspaceId, { since, until }: Bounds): SQL =>
  sql`${canCount(workspaceId, sql`l`)} and l.created_at >= ${since} and l.created_at < ${until}`;

/** The platform with an object of this id. Files name no platform; for equal ids, the first platform counts. */
const joinPlatform = (workspaceId: WorkspaceId, level: AdLevel, id: SQL): SQL => {
  const name = sql.identifier(`of_${level}`);
  return sql`left join (select object_id, min(platform) as platform from ${adObjects}
    where workspace_id = ${workspaceId} and level = ${level} group by object_id) as ${name} on ${name}.object_id = ${id}`;
};

/** Form leads, and imported leads that name an ad, with the platform of the ad. */
const leadsWithPlatform = (workspaceId: WorkspaceId, bounds: Bounds): SQL => {
  const columns = sql`l.list, l.lead_id, l.name, l.form_name, l.created_at, l.ad_id, l.adset_id, l.campaign_id,
    l.status_text`;
  return sql`(
    select ${columns}, l.list as platform from ${leads} as l
    where ${isWithin(workspaceId, bounds)} and l.list <> 'custom'
    union all
    select ${columns}, coalesce(of_ad.platform, of_adset.platform, of_campaign.platform) from ${leads} as l
    ${joinPlatform(workspaceId, 'ad', sql`l.ad_id`)}
    ${joinPlatform(workspaceId, 'adset', sql`l.adset_id`)}
    ${joinPlatform(workspaceId, 'campaign', sql`l.campaign_id`)}
    where ${isWithin(workspaceId, bounds)} and l.list = 'custom' and ${namesAd(sql`l`)} and ${isVisible(workspaceId)})`;
};

/**
 * Leads in these bounds with the stored objects that brought them. A lead without a known ad counts for its ad set or
 * campaign.
 * @param columns further columns of `l`
 */
export const broughtLeads = (workspaceId: WorkspaceId, bounds: Bounds, columns: readonly SQL[] = []): SQL => sql`
    select l.platform, l.list = 'custom' as is_imported, l.created_at, ad.object_id as ad_id,
      ad_set.object_id as ad_set_id, campaign.object_id as campaign_id, not ${namesAd(sql`l`)} as is_without_ad,
      coalesce(ad.account_id, ad_set.account_id, campaign.account_id) as account_id,
      ${sql.join([...columns, outcomeColumns(workspaceId, sql`coalesce(ad.currency, ad_set.currency, campaign.currency)`)], sql`, `)}
    from ${leadsWithPlatform(workspaceId, bounds)} as l
    ${joinOutcomes(workspaceId)}
    left join ${adObjects} as ad on ad.workspace_id = ${workspaceId} and ad.level = 'ad' and ad.platform = l.platform
      and ad.object_id = l.ad_id
    left join ${adObjects} as ad_set on ad_set.workspace_id = ${workspaceId} and ad_set.level = 'adset'
      and ad_set.platform = l.platform
      and ad_set.object_id = case when ad.object_id is null then l.adset_id else ad.ad_set_id end
    left join ${adObjects} as campaign on campaign.workspace_id = ${workspaceId} and campaign.level = 'campaign'
      and campaign.platform = l.platform
      and campaign.object_id = coalesce(ad.campaign_id, ad_set.campaign_id, l.campaign_id)
    where l.list <> 'custom' or ${isCounted(workspaceId, 'all')}`;

/**
 * Counts the leads of a range that no stored campaign brought, by reason, as JSON. Needs `lead_rows` from
 * `broughtLeads`.
 */
export const otherLeads = (workspaceId: WorkspaceId, range: CountedRange): SQL => {
  const bounds = boundsOf([{ ...range, spans: [] }]);
  const isByHand = sql`exists (select from ${leadEntries} as entry where entry.workspace_id = ${workspaceId}
    and entry.list = l.list and entry.lead_id = l.lead_id and entry.kind = 'added')`;
  return sql`(select json_build_object('organic', brought.organic, 'unknown', brought.unknown,
      'imported', imported.total - imported.by_hand, 'byHand', imported.by_hand)
    from (select count(*) filter (where is_without_ad) as organic, count(*) filter (where not is_without_ad) as unknown
      from lead_rows as l where l.campaign_id is null and l.created_at >= ${bounds.since} and l.created_at < ${bounds.until}
    ) as brought,
    (select count(*) as total, count(*) filter (where own.lead_id is not null and ${isByHand}) as by_hand
      from ${leads} as l ${joinOwnWork(workspaceId)}
      where ${isWithin(workspaceId, bounds)} and l.list = 'custom' and not ${namesAd(sql`l`)}
        and ${isVisible(workspaceId)} and ${isCounted(workspaceId, 'all')}) as imported)`;
};
