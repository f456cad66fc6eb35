import type { AdStatus } from '#shared/campaigns.ts';
import type { AdBudget, AdDayRow, AdObject } from '../../reports/AdReports.ts';
import { trimDecimal } from '../../reports/decimalText.ts';
import { countLeads } from '../insights/transform.ts';
import type { AdDay, AdObjectRow, AdSetObject, CampaignDay, CampaignObject } from './adTypes.ts';

const toSums = ({ spend, impressions, clicks, actions }: CampaignDay | AdDay) => {
  const leads = trimDecimal(countLeads(actions));
  return {
    spend: trimDecimal(spend),
    impressions: trimDecimal(impressions),
    clicks: trimDecimal(clicks),
    // What the Preview counts as conversions of Facebook.
    conversions: leads,
    leads,
  };
};

export const toCampaignDayRow = (row: CampaignDay): AdDayRow => ({
  day: row.date_start,
  id: row.campaign_id,
  campaignId: null,
  adSetId: null,
  name: row.campaign_name || null,
  adSetName: null,
  ...toSums(row),
});

export const toAdDayRow = (row: AdDay): AdDayRow => ({
  day: row.date_start,
  id: row.ad_id,
  campaignId: row.campaign_id,
  adSetId: row.adset_id,
  name: row.ad_name || null,
  adSetName: row.adset_name || null,
  ...toSums(row),
});

const statuses: Readonly<Record<string, AdStatus>> = {
  ACTIVE: 'delivering',
  PAUSED: 'paused',
  CAMPAIGN_PAUSED: 'paused',
  ADSET_PAUSED: 'paused',
  ARCHIVED: 'ended',
  DELETED: 'deleted',
  DISAPPROVED: 'refused',
  PENDING_REVIEW: 'in-review',
  IN_PROCESS: 'in-review',
};

/** Meta: an open list; unknown statuses are `other`. */
export const toStatus = (effective: string): AdStatus => statuses[effective] ?? 'other';

/** Meta: amounts in these currencies are whole units, all others are hundredths, whatever ISO 4217 says. */
const wholeCurrencies: ReadonlySet<string | null> = new Set([
  'CLP',
  'COP',
  'CRC',
  'HUF',
  'IDR',
  'ISK',
  'JPY',
  'KRW',
  'PYG',
  'TWD',
  'VND',
]);

/** Meta: `5000` is 50 euros, and 5,000 yen. */
const toUnits = (amount: string, currency: string | null): string => {
  const padded = amount.padStart(3, '0');
  return trimDecimal(wholeCurrencies.has(currency) ? amount : `${padded.slice(0, -2)}.${padded.slice(-2)}`);
};

type Budgets = Pick<CampaignObject, 'daily_budget' | 'lifetime_budget'>;

/** Meta: the level without the budget reports none, or zero. */
const toBudget = (
  { daily_budget: daily, lifetime_budget: lifetime }: Budgets,
  currency: string | null,
): AdBudget | null => {
  if (daily !== undefined && daily !== '0') return { kind: 'daily', amount: toUnits(daily, currency), sharedId: null };
  if (lifetime !== undefined && lifetime !== '0')
    return { kind: 'lifetime', amount: toUnits(lifetime, currency), sharedId: null };
  return null;
};

/** Meta: `2026-10-02T07:15:31+0200`. */
const toInstant = (time: string | undefined): string | null => {
  const at = new Date(time?.replace(/([+-]\d{2})(\d{2})$/, '$1:$2') ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
};

export const toCampaign = (campaign: CampaignObject, currency: string | null): AdObject => ({
  level: 'campaign',
  id: campaign.id,
  campaignId: null,
  adSetId: null,
  name: campaign.name || campaign.id,
  status: toStatus(campaign.effective_status),
  platformStatus: campaign.effective_status,
  budget: toBudget(campaign, currency),
  objective: campaign.objective ?? null,
  optimizationGoal: null,
  startsAt: toInstant(campaign.start_time),
  endsAt: toInstant(campaign.stop_time),
});

export const toAdSet = (adSet: AdSetObject, currency: string | null): AdObject => {
  const status = toStatus(adSet.effective_status);
  const isLearning = status === 'delivering' && adSet.learning_stage_info?.status === 'LEARNING';
  return {
    level: 'adset',
    id: adSet.id,
    campaignId: adSet.campaign_id,
    adSetId: null,
    name: adSet.name || adSet.id,
    status: isLearning ? 'learning' : status,
    platformStatus: adSet.effective_status,
    budget: toBudget(adSet, currency),
    objective: null,
    optimizationGoal: adSet.optimization_goal ?? null,
    startsAt: toInstant(adSet.start_time),
    endsAt: toInstant(adSet.end_time),
  };
};

export const toAd = (ad: AdObjectRow): AdObject => ({
  level: 'ad',
  id: ad.id,
  campaignId: ad.campaign_id,
  adSetId: ad.adset_id,
  name: ad.name || ad.id,
  status: toStatus(ad.effective_status),
  platformStatus: ad.effective_status,
  budget: null,
  objective: null,
  optimizationGoal: null,
  startsAt: null,
  endsAt: null,
});
