import type { CorrectedMetrics, Corrections } from '../../corrections.ts';
import { dateOfDay } from '../../support/days.ts';
import { integer } from '../../support/random.ts';
import { splitWhole } from '../../support/split.ts';
import { sampleAd } from '../leads/leadSamples.ts';
import { deliveryFrom, deliveryOf, noDelivery } from '../tiktokData.ts';
import type { TikTokAdvertiser, TikTokCampaign, TikTokDelivery } from '../tiktokData.ts';

export type TikTokAdGroup = {
  readonly id: string;
  readonly name: string;
  readonly campaign: TikTokCampaign;
  readonly isEnabled: boolean;
  readonly secondaryStatus: string;
  readonly optimizationGoal: string;
  readonly budgetMode: string;
  readonly budget: number;
  readonly scheduleType: string;
  readonly scheduleStartTime: string;
  readonly scheduleEndTime: string;
  readonly ads: readonly TikTokSampleAd[];
};

export type TikTokSampleAd = {
  readonly id: string;
  readonly name: string;
  readonly group: Pick<TikTokAdGroup, 'id' | 'name'>;
  readonly campaign: TikTokCampaign;
  readonly isEnabled: boolean;
  readonly secondaryStatus: string;
  readonly isDeleted: boolean;
  readonly modifyTime: string;
  /** Its share of the campaign's metrics. */
  readonly weight: number;
  /** Delivery stops on this day; undefined if it still delivers. */
  readonly endDay: number | undefined;
  /** Creatives of an upgraded Smart+ ad, which TikTok also reports one by one. Empty for any other ad. */
  readonly creatives: readonly { readonly id: string; readonly name: string }[];
};

type AdState = 'delivering' | 'deleted' | 'paused' | 'refused' | 'in review';

type GroupSample = { name: string; ads: readonly (readonly [name: string, state: AdState, weight: number])[] };

const groups: readonly GroupSample[] = [
  {
    name: 'Prospecting | Interests',
    ads: [
      ['Video 15s | Spring offer', 'delivering', 6],
      ['Video 30s | Customer story', 'delivering', 4],
      ['Carousel | Winter sale', 'deleted', 4],
    ],
  },
  {
    name: 'Retargeting | 30 days',
    ads: [
      ['Video 15s | Still interested?', 'delivering', 3],
      ['Video 15s | Last chance', 'paused', 2],
      ['Video 9s | Before and after', 'refused', 0],
    ],
  },
  { name: 'Lookalike 3 %', ads: [['Spark ad | Creator review', 'in review', 0]] },
];

/** Samples for campaigns with events: ads that all deliver. */
const plantedGroups: readonly GroupSample[] = [
  {
    name: 'Prospecting | Interests',
    ads: [
      ['Video 15s | First lesson', 'delivering', 6],
      ['Video 30s | Meet the teachers', 'delivering', 4],
    ],
  },
];

const smartCreatives = ['Video 15s | Spring offer', 'Video 30s | How it works', 'Carousel | New in'];

/** 2026-08-01: ads were deleted or paused within a month after it. */
const firstEndDay = 20_666;

const statusOf: Record<AdState, string> = {
  delivering: 'AD_STATUS_DELIVERY_OK',
  deleted: 'AD_STATUS_DELETE',
  paused: 'AD_STATUS_DISABLE',
  refused: 'AD_STATUS_AUDIT_DENY',
  'in review': 'AD_STATUS_AUDIT',
};

const goalOf: Readonly<Record<string, string>> = {
  LEAD_GENERATION: 'LEAD_GENERATION',
  WEB_CONVERSIONS: 'CONVERT',
  APP_PROMOTION: 'INSTALL',
  TRAFFIC: 'CLICK',
  VIDEO_VIEWS: 'ENGAGED_VIEW',
};

/**
 * Whether the campaign is the upgraded Smart+ campaign, with one ad of several creatives. It is the first enabled Smart+
 * campaign without leads.
 */
export const isUpgradedSmart = (advertiser: TikTokAdvertiser, campaign: TikTokCampaign): boolean => {
  const found = advertiser.campaigns
    .slice(1)
    .find(({ isEnabled, automationType }) => isEnabled && automationType === 'SMART_PLUS');
  return campaign === found;
};

const inherited = (campaign: TikTokCampaign, level: 'ADGROUP' | 'AD'): string | undefined => {
  if (campaign.deletedDay !== undefined) return `${level}_STATUS_CAMPAIGN_DELETE`;
  if (!campaign.isEnabled) return `${level}_STATUS_CAMPAIGN_DISABLE`;
  if (campaign.secondaryStatus === 'CAMPAIGN_STATUS_BUDGET_EXCEED') return `${level}_STATUS_CAMPAIGN_EXCEED`;
  return undefined;
};

const idOf = (campaign: TikTokCampaign, number: number): string => campaign.id.slice(0, -3) + String(number);

const createGroup = (
  seed: number,
  campaign: TikTokCampaign,
  number: number,
  sample: GroupSample,
  isSmart: boolean,
): TikTokAdGroup => {
  const parts = [seed, 'tiktok ad group', campaign.id, number];
  const group = { id: idOf(campaign, 902 + number * 10), name: sample.name };
  const hasOwnBudget = campaign.budgetMode === 'BUDGET_MODE_INFINITE';
  const ownMode = number === 1 ? 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET' : 'BUDGET_MODE_DAY';
  const endDay = firstEndDay + 150;
  return {
    ...group,
    campaign,
    isEnabled: true,
    secondaryStatus: inherited(campaign, 'ADGROUP') ?? 'ADGROUP_STATUS_DELIVERY_OK',
    optimizationGoal: goalOf[campaign.objectiveType] ?? 'REACH',
    budgetMode: hasOwnBudget ? ownMode : 'BUDGET_MODE_INFINITE',
    budget: hasOwnBudget ? integer(4, 24, ...parts, 'budget') * 5 + 0.5 : 0,
    scheduleType: number === 1 ? 'SCHEDULE_START_END' : 'SCHEDULE_FROM_NOW',
    scheduleStartTime: campaign.createTime,
    // TikTok: without an end date, the end is ten years after the start.
    scheduleEndTime: `${dateOfDay(number === 1 ? endDay : campaign.createdDay + 3652)} 22:59:59`,
    ads: sample.ads.map(([name, state, weight], index): TikTokSampleAd => {
      const isDeleted = state === 'deleted';
      const stops = isDeleted || state === 'paused';
      const adEndDay = firstEndDay + integer(0, 29, ...parts, index, 'end');
      const creatives = isSmart ? smartCreatives : [];
      return {
        id: idOf(campaign, 903 + number * 10 + index),
        name,
        group,
        campaign,
        isEnabled: state !== 'paused',
        secondaryStatus: isDeleted ? statusOf.deleted : (inherited(campaign, 'AD') ?? statusOf[state]),
        isDeleted: isDeleted || campaign.deletedDay !== undefined,
        modifyTime: stops ? `${dateOfDay(adEndDay)} 10:00:00` : campaign.modifyTime,
        weight,
        endDay: stops ? adEndDay : undefined,
        creatives: creatives.map((creative, position) => ({ id: idOf(campaign, 943 + position), name: creative })),
      };
    }),
  };
};

/** The ad groups of a campaign with their ads. All leads come from the first ad of the newest campaign. */
export const adGroupsOf = (seed: number, advertiser: TikTokAdvertiser, campaign: TikTokCampaign): TikTokAdGroup[] => {
  if (isUpgradedSmart(advertiser, campaign)) {
    return [
      createGroup(seed, campaign, 0, { name: 'Smart+', ads: [['Smart+ | Spring offer', 'delivering', 1]] }, true),
    ];
  }
  if (campaign.planted)
    return plantedGroups.map((sample, number) => createGroup(seed, campaign, number, sample, false));
  const leadAd = sampleAd(advertiser);
  return groups.map((sample, number) => {
    if (number > 0 || campaign.id !== leadAd.campaignId) return createGroup(seed, campaign, number, sample, false);
    const ads = sample.ads.map(
      ([name, state, weight], index) => [index === 0 ? leadAd.adName : name, state, weight] as const,
    );
    return createGroup(seed, campaign, number, { name: leadAd.adgroupName, ads }, false);
  });
};

export type AdDelivery = { ad: TikTokSampleAd; delivery: TikTokDelivery };

const names = ['spendCents', 'impressions', 'clicks', 'conversions', 'profileVisits', 'reach'] as const;

const hasMetrics = (delivery: TikTokDelivery): boolean => names.some((name) => delivery[name] !== 0);

const splitDelivery = (
  seed: number,
  total: TikTokDelivery,
  ads: readonly { id: string; weight: number; endDay: number | undefined }[],
  dayNumber: number,
): TikTokDelivery[] => {
  const weights = ads.map(({ id, weight, endDay }) =>
    endDay !== undefined && dayNumber >= endDay ? 0 : weight * integer(50, 150, seed, 'tiktok share', id, dayNumber),
  );
  const parts = new Map(names.map((name) => [name, splitWhole(total[name], weights)]));
  return ads.map((_ad, index) => deliveryFrom((name) => parts.get(name)?.[index] ?? 0));
};

const correct = (
  delivery: TikTokDelivery | undefined,
  correction: CorrectedMetrics | undefined,
): TikTokDelivery | undefined => {
  if (!correction) return delivery;
  const before = delivery ?? noDelivery;
  return {
    ...before,
    spendCents: before.spendCents + Math.round(correction.spend * 100),
    clicks: before.clicks + correction.clicks,
    conversions: before.conversions + correction.conversions,
  };
};

/** Metrics of each ad of a campaign on one day, including corrections. Omits ads without metrics. */
export const adDeliveriesOf = (
  seed: number,
  ads: readonly TikTokSampleAd[],
  dayNumber: number,
  corrections: Corrections,
): AdDelivery[] => {
  const [first] = ads;
  if (!first) return [];
  const total = deliveryOf(seed, first.campaign, dayNumber);
  const parts = total ? splitDelivery(seed, total, ads, dayNumber) : [];
  return ads.flatMap((ad, index) => {
    const delivery = correct(parts[index], corrections.of('tiktok', [ad.id], dayNumber));
    return delivery && hasMetrics(delivery) ? [{ ad, delivery }] : [];
  });
};

/** Metrics of an upgraded Smart+ ad by creative. */
export const creativeDeliveriesOf = (seed: number, { ad, delivery }: AdDelivery, dayNumber: number): AdDelivery[] => {
  if (ad.creatives.length === 0) return [{ ad, delivery }];
  const sources = ad.creatives.map((creative) => ({ ...creative, weight: 1, endDay: undefined }));
  const parts = splitDelivery(seed, delivery, sources, dayNumber);
  return ad.creatives.map((creative, index) => ({
    ad: { ...ad, ...creative },
    delivery: parts[index] ?? noDelivery,
  }));
};

/** Metrics of a campaign on one day, including corrections of the campaign and its ads; undefined without delivery. */
export const correctedDeliveryOf = (
  seed: number,
  advertiser: TikTokAdvertiser,
  campaign: TikTokCampaign,
  dayNumber: number,
  corrections: Corrections,
): TikTokDelivery | undefined => {
  const delivery = deliveryOf(seed, campaign, dayNumber);
  if (corrections.isEmpty()) return delivery;
  const ads = adGroupsOf(seed, advertiser, campaign).flatMap((group) => group.ads);
  const ids = [campaign.id, ...ads.map((ad) => ad.id)];
  return correct(delivery, corrections.of('tiktok', ids, dayNumber));
};
