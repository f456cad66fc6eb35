import type { AdStatus } from '#shared/campaigns.ts';
import type { AdBudget, AdDayRow, AdObject } from '../../reports/AdReports.ts';
import { fromMillionths, toDecimal } from '../../reports/decimalText.ts';
import type {
  AdDay,
  AdGroupAdObject,
  AdGroupObject,
  AssetGroupDay,
  AssetGroupObject,
  CampaignDay,
  CampaignObject,
  LeadDay,
} from './adTypes.ts';
import { toInstant } from './localTime.ts';

/** Statuses of the campaigns and ad groups that have been listed so far. */
export type ParentStatuses = ReadonlyMap<string, AdStatus>;

/** Leads by day and id. */
export type LeadCounts = ReadonlyMap<string, string>;

export const countLeads = (rows: readonly LeadDay[]): LeadCounts =>
  new Map(
    rows.map(({ segments, campaign, adGroupAd, metrics }) => [
      keyOf(segments.date, adGroupAd?.ad.id ?? campaign.id),
      toDecimal(metrics.conversions),
    ]),
  );

const keyOf = (day: string, id: string): string => `${day} ${id}`;

const toRow = (
  { segments, metrics }: CampaignDay,
  {
    id,
    name,
    ...parents
  }: { id: string; name?: string | null | undefined } & Pick<AdDayRow, 'campaignId' | 'adSetId' | 'adSetName'>,
  leads: LeadCounts,
): AdDayRow => ({
  day: segments.date,
  id,
  ...parents,
  name: name || null,
  spend: fromMillionths(metrics.costMicros),
  impressions: metrics.impressions,
  clicks: metrics.clicks,
  conversions: toDecimal(metrics.conversions),
  leads: leads.get(keyOf(segments.date, id)) ?? '0',
});

export const toCampaignDayRow = (row: CampaignDay, leads: LeadCounts): AdDayRow =>
  toRow(row, { ...row.campaign, campaignId: null, adSetId: null, adSetName: null }, leads);

export const toAdDayRow = (row: AdDay, leads: LeadCounts): AdDayRow =>
  toRow(
    row,
    {
      ...row.adGroupAd.ad,
      campaignId: row.campaign.id,
      adSetId: row.adGroup.id,
      adSetName: row.adGroup.name || null,
    },
    leads,
  );

/** Google: leads are not counted by asset group. */
export const toAssetGroupDayRow = (row: AssetGroupDay): AdDayRow =>
  toRow(row, { ...row.assetGroup, campaignId: row.campaign.id, adSetId: null, adSetName: null }, new Map());

/** What the object's own status means, before its parents and other reasons. */
const ownStatuses: Readonly<Record<string, AdStatus>> = {
  ENABLED: 'delivering',
  PAUSED: 'paused',
  REMOVED: 'deleted',
};
const ownStatus = (status: string): AdStatus => ownStatuses[status] ?? 'other';

/** An object delivers only if its parents do. A campaign that learns delivers. */
const withParents = (own: AdStatus, ...parents: (AdStatus | undefined)[]): AdStatus => {
  const stopping = parents.filter((parent) => parent !== undefined && parent !== 'delivering' && parent !== 'learning');
  if (own === 'deleted' || stopping.includes('deleted')) return 'deleted';
  return own === 'delivering' ? (stopping[0] ?? own) : own;
};

/** Google: adds values without notice, so unknown ones mean `other`. */
const primaryStatuses: Readonly<Record<string, AdStatus>> = {
  ELIGIBLE: 'delivering',
  LIMITED: 'delivering',
  LEARNING: 'learning',
  ENDED: 'ended',
  PAUSED: 'paused',
  REMOVED: 'deleted',
};

const isLearning = ({ biddingStrategySystemStatus }: CampaignObject['campaign']): boolean =>
  biddingStrategySystemStatus?.startsWith('LEARNING_') ?? false;

const campaignStatus = (campaign: CampaignObject['campaign']): AdStatus => {
  const own = ownStatus(campaign.status);
  if (own !== 'delivering' || !campaign.primaryStatus) return own;
  const primary = primaryStatuses[campaign.primaryStatus] ?? 'other';
  return primary === 'delivering' && isLearning(campaign) ? 'learning' : primary;
};

const campaignWords = (campaign: CampaignObject['campaign'], status: AdStatus): string =>
  (status === 'learning' && isLearning(campaign) ? campaign.biddingStrategySystemStatus : campaign.primaryStatus) ??
  campaign.status;

/** Google: a budget has an amount a day, or one for the whole run. */
const toBudget = (budget: CampaignObject['campaignBudget']): AdBudget | null => {
  if (!budget) return null;
  const isLifetime = budget.totalAmountMicros !== '0';
  const micros = isLifetime ? budget.totalAmountMicros : budget.amountMicros;
  if (micros === '0') return null;
  const sharedId = budget.explicitlyShared ? budget.id : null;
  return { kind: isLifetime ? 'lifetime' : 'daily', amount: fromMillionths(micros), sharedId };
};

export const toCampaign = ({ campaign, campaignBudget, customer }: CampaignObject): AdObject => {
  const status = campaignStatus(campaign);
  return {
    level: 'campaign',
    id: campaign.id,
    campaignId: null,
    adSetId: null,
    name: campaign.name,
    status,
    platformStatus: campaignWords(campaign, status),
    budget: toBudget(campaignBudget),
    objective: campaign.advertisingChannelType ?? null,
    optimizationGoal: campaign.biddingStrategyType ?? null,
    startsAt: toInstant(campaign.startDateTime, customer?.timeZone),
    endsAt: toInstant(campaign.endDateTime, customer?.timeZone),
  };
};

/** Google: budget, goal and schedule lie at the campaign. */
const noSettings = { budget: null, objective: null, optimizationGoal: null, startsAt: null, endsAt: null } as const;

export const toAdSet = ({ campaign, adGroup }: AdGroupObject, campaigns: ParentStatuses): AdObject => ({
  level: 'adset',
  id: adGroup.id,
  campaignId: campaign.id,
  adSetId: null,
  name: adGroup.name,
  status: withParents(ownStatus(adGroup.status), campaigns.get(campaign.id)),
  platformStatus: adGroup.status,
  ...noSettings,
});

/** Words for an ad that Google has refused, or not yet reviewed. */
const review = ({ policySummary }: AdGroupAdObject['adGroupAd']): { status: AdStatus; words: string } | null => {
  const { approvalStatus, reviewStatus } = policySummary ?? {};
  if (approvalStatus === 'DISAPPROVED') return { status: 'refused', words: approvalStatus };
  const isApproved = approvalStatus?.startsWith('APPROVED') ?? false;
  if (reviewStatus === 'REVIEW_IN_PROGRESS' && !isApproved) return { status: 'in-review', words: reviewStatus };
  return null;
};

export const toAd = (
  { campaign, adGroup, adGroupAd }: AdGroupAdObject,
  campaigns: ParentStatuses,
  adSets: ParentStatuses,
): AdObject => {
  const own = ownStatus(adGroupAd.status);
  const reviewed = own === 'delivering' ? review(adGroupAd) : null;
  return {
    level: 'ad',
    id: adGroupAd.ad.id,
    campaignId: campaign.id,
    adSetId: adGroup.id,
    name: adLabel(adGroupAd.ad),
    status: withParents(reviewed?.status ?? own, adSets.get(adGroup.id), campaigns.get(campaign.id)),
    platformStatus: reviewed?.words ?? adGroupAd.status,
    ...noSettings,
  };
};

/** Google: responsive search ads have no name; people know them by their first headline. */
const adLabel = ({ id, name, type, responsiveSearchAd }: AdGroupAdObject['adGroupAd']['ad']): string =>
  name || responsiveSearchAd?.headlines[0]?.text || `${inWords(type ?? 'AD')} ${id}`;

/** `CALL_AD` becomes `Call ad`. */
const inWords = (type: string): string => type.charAt(0) + type.slice(1).toLowerCase().replaceAll('_', ' ');

/** Performance Max has asset groups where other campaigns have ad groups and ads. */
export const toAssetGroup = ({ campaign, assetGroup }: AssetGroupObject, campaigns: ParentStatuses): AdObject => {
  const own = ownStatus(assetGroup.status);
  const primary = assetGroup.primaryStatus ? (primaryStatuses[assetGroup.primaryStatus] ?? 'other') : own;
  return {
    level: 'ad',
    id: assetGroup.id,
    campaignId: campaign.id,
    adSetId: null,
    name: assetGroup.name,
    status: withParents(own === 'delivering' ? primary : own, campaigns.get(campaign.id)),
    platformStatus: assetGroup.primaryStatus ?? assetGroup.status,
    ...noSettings,
  };
};
