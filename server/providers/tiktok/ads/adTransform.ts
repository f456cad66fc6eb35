import type { AdBudget, AdDayRow, AdObject } from '../../reports/AdReports.ts';
import { addDecimals, toDecimal, trimDecimal } from '../../reports/decimalText.ts';
import { toStatus } from './adStatus.ts';
import type { AdDay, AdGroupObject, AdObjectRow, CampaignDay, CampaignObject, SmartAdObject } from './adTypes.ts';

/** Campaign and ad group of an ad. */
export type AdParents = Pick<AdDayRow, 'campaignId' | 'adSetId'>;

type Figures = CampaignDay['metrics'] | AdDay['metrics'];

const decimal = (figure: string | null): string => trimDecimal(figure ?? '0');

/**
 * TikTok: counts instant forms (`onsite_form`) and forms on websites (`form`). Without either, conversions are leads
 * where leads are the objective.
 */
const leadsOf = ({ onsite_form: onsite, form, conversion, objective_type: objective }: Figures): string => {
  if (onsite !== null || form !== null) return addDecimals(decimal(onsite), decimal(form));
  return objective === 'LEAD_GENERATION' ? decimal(conversion) : '0';
};

const toSums = (metrics: Figures) => ({
  spend: decimal(metrics.spend),
  impressions: decimal(metrics.impressions),
  clicks: decimal(metrics.clicks),
  conversions: decimal(metrics.conversion),
  leads: leadsOf(metrics),
});

const dayOf = (time: string): string => time.slice(0, 10);

export const toCampaignDayRow = ({ dimensions, metrics }: CampaignDay): AdDayRow => ({
  day: dayOf(dimensions.stat_time_day),
  id: dimensions.campaign_id,
  campaignId: null,
  adSetId: null,
  name: metrics.campaign_name || null,
  adSetName: null,
  ...toSums(metrics),
});

/** @param parents for rows without the ids of their parents */
export const toAdDayRow = ({ dimensions, metrics }: AdDay, parents?: ReadonlyMap<string, AdParents>): AdDayRow => {
  const known = parents?.get(dimensions.ad_id_v2);
  return {
    day: dayOf(dimensions.stat_time_day),
    id: dimensions.ad_id_v2,
    campaignId: metrics.campaign_id ?? known?.campaignId ?? null,
    adSetId: metrics.adgroup_id ?? known?.adSetId ?? null,
    name: metrics.ad_name || null,
    adSetName: metrics.adgroup_name || null,
    ...toSums(metrics),
  };
};

/** TikTok: `BUDGET_MODE_INFINITE` where another level has the budget, or no level has one. */
const toBudget = (budget: Pick<CampaignObject, 'budget_mode' | 'budget'>): AdBudget | null => {
  const { budget_mode: mode, budget: amount } = budget;
  if (!amount || !mode || mode === 'BUDGET_MODE_INFINITE') return null;
  return { kind: mode === 'BUDGET_MODE_TOTAL' ? 'lifetime' : 'daily', amount: toDecimal(amount), sharedId: null };
};

type StatusPart = Pick<CampaignObject, 'operation_status' | 'secondary_status'>;

const toStatusPart = ({ secondary_status: secondary, operation_status: operation }: StatusPart) => ({
  status: toStatus(secondary, operation),
  platformStatus: secondary ?? operation ?? '',
});

const noSettings = { budget: null, objective: null, optimizationGoal: null, startsAt: null, endsAt: null } as const;

export const toCampaign = (campaign: CampaignObject): AdObject => ({
  ...noSettings,
  level: 'campaign',
  id: campaign.campaign_id,
  campaignId: null,
  adSetId: null,
  name: campaign.campaign_name,
  ...toStatusPart(campaign),
  budget: toBudget(campaign),
  objective: campaign.objective_type ?? null,
});

export const toAdSet = (group: AdGroupObject): AdObject => ({
  level: 'adset',
  id: group.adgroup_id,
  campaignId: group.campaign_id,
  adSetId: null,
  name: group.adgroup_name,
  ...toStatusPart(group),
  budget: toBudget(group),
  objective: null,
  optimizationGoal: group.optimization_goal ?? null,
  startsAt: toInstant(group.schedule_start_time),
  // TikTok: an open schedule has an end, ten years after its start.
  endsAt: group.schedule_type === 'SCHEDULE_FROM_NOW' ? null : toInstant(group.schedule_end_time),
});

/** TikTok: times are `2026-10-02 07:15:31` in UTC. */
const toInstant = (time: string | null | undefined): string | null => {
  const instant = Date.parse(`${(time ?? '').replace(' ', 'T')}Z`);
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
};

const toAd = (id: string, ad: Omit<AdObjectRow, 'ad_id'>): AdObject => ({
  level: 'ad',
  id,
  campaignId: ad.campaign_id,
  adSetId: ad.adgroup_id,
  name: ad.ad_name,
  ...toStatusPart(ad),
  ...noSettings,
});

/** TikTok: lists an upgraded Smart+ ad by its creatives among the ads, and once among the Smart+ ads. */
export const toAds = (ads: readonly AdObjectRow[], smartAds: readonly SmartAdObject[]): AdObject[] => {
  const smartGroups = new Set(smartAds.map(({ adgroup_id: adGroupId }) => adGroupId));
  return [
    ...ads.filter((ad) => !smartGroups.has(ad.adgroup_id)).map((ad) => toAd(ad.ad_id, ad)),
    ...smartAds.map((ad) => toAd(ad.smart_plus_ad_id, ad)),
  ];
};
