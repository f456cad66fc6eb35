import { dateOfDay } from '../support/days.ts';
import { plantedDay } from '../support/events.ts';
import type { Planted } from '../support/events.ts';
import { decimal, hash, integer, pick } from '../support/random.ts';
import type { RandomPart } from '../support/random.ts';

/** The sample person of every TikTok grant. */
export const tiktokPerson = { name: 'Sam Sandbox', email: 'sam@example.test' } as const;

export type TikTokCampaign = {
  readonly id: string;
  readonly name: string;
  readonly objectiveType: string;
  readonly isEnabled: boolean;
  readonly secondaryStatus: string;
  readonly automationType: string;
  readonly isSearch: boolean;
  readonly budgetMode: string;
  readonly budget: number;
  readonly roasBid: number;
  readonly deepBidType: string | null;
  readonly appPromotionType: string;
  /** Day number of the creation. Nothing delivers before it. */
  readonly createdDay: number;
  /** The day of deletion, which ends delivery; undefined if not deleted. */
  readonly deletedDay: number | undefined;
  readonly createTime: string;
  readonly modifyTime: string;
  /** The weekday (day number modulo 7) without delivery; undefined for daily delivery. */
  readonly restDay: number | undefined;
  /** Replaces randomly generated days. */
  readonly planted: Planted | undefined;
};

export type TikTokAdvertiser = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  /** TikTok's name of the time zone. Its sign is inverted, as in POSIX. */
  readonly timeZone: string;
  readonly displayTimeZone: string;
  readonly country: string;
  readonly balance: number;
  /** Unix seconds. */
  readonly createTime: number;
  /** Newest (highest id) first, like TikTok's lists. */
  readonly campaigns: readonly TikTokCampaign[];
};

export type TikTokData = { readonly advertisers: readonly TikTokAdvertiser[] };

/** Metrics of a campaign on one day. */
export type TikTokDelivery = {
  readonly spendCents: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
  readonly profileVisits: number;
  /** Number of people. Do not add it up over days. */
  readonly reach: number;
};

/** Builds a delivery from a function that returns each metric. */
export const deliveryFrom = (metric: (name: keyof TikTokDelivery) => number): TikTokDelivery => ({
  spendCents: metric('spendCents'),
  impressions: metric('impressions'),
  clicks: metric('clicks'),
  conversions: metric('conversions'),
  profileVisits: metric('profileVisits'),
  reach: metric('reach'),
});

export const noDelivery = deliveryFrom(() => 0);

const trades = ['Shop', 'Cafe', 'Studio', 'Florist', 'Bakery', 'Gym'];
const topics = [
  'Autumn leads',
  'Winter sale',
  'New arrivals',
  'Opening week',
  'Gift cards',
  'App launch',
  'Weekend deals',
];
const objectives = ['LEAD_GENERATION', 'TRAFFIC', 'REACH', 'VIDEO_VIEWS', 'WEB_CONVERSIONS', 'APP_PROMOTION'];
const places = [
  { currency: 'EUR', timeZone: 'Etc/GMT-1', displayTimeZone: 'Europe/Berlin', country: 'DE', campaignCount: 7 },
  { currency: 'USD', timeZone: 'Etc/GMT+5', displayTimeZone: 'America/New_York', country: 'US', campaignCount: 5 },
] as const;

/** 2023-01-02: campaigns start within a year and a half after it, on days that depend only on the seed. */
const firstCreatedDay = 19_359;

/** 2025-06-01: campaigns were deleted within a month after it. */
const firstDeletedDay = 20_240;

const statusOf = (isEnabled: boolean, budgetMode: string, parts: readonly RandomPart[]): string => {
  if (!isEnabled) return 'CAMPAIGN_STATUS_DISABLE';
  const isUsedUp = budgetMode === 'BUDGET_MODE_DAY' && integer(0, 2, ...parts, 'status') === 0;
  return isUsedUp ? 'CAMPAIGN_STATUS_BUDGET_EXCEED' : 'CAMPAIGN_STATUS_ENABLE';
};

/** In whole currency units, above the campaign's spend; 0 for no limit. */
const budgetOf = (budgetMode: string, parts: readonly RandomPart[]): number => {
  if (budgetMode === 'BUDGET_MODE_INFINITE') return 0;
  const daily = integer(12, 60, ...parts, 'budget') * 5;
  return budgetMode === 'BUDGET_MODE_DAY' ? daily : daily * 1000;
};

/** Eight digits, four from the seed and four from the index. Ids differ between seeds and are unique within a seed. */
export const digits = (seed: number, index: number): string =>
  `${integer(0, 9999, seed, 'tiktok id')}`.padStart(4, '0') + `${index + 1}`.padStart(4, '0');

export const campaignId = (seed: number, advertiser: number, number: number): string =>
  `1850${digits(seed, advertiser)}${String(number + 1).padStart(4, '0')}901`;

/** TikTok: times are `YYYY-MM-DD HH:MM:SS` in UTC. */
export const timeOn = (dayNumber: number, ...parts: (string | number)[]): string => {
  const seconds = integer(0, 86_399, ...parts);
  return `${dateOfDay(dayNumber)} ${new Date(seconds * 1000).toISOString().slice(11, 19)}`;
};

const createCampaign = (seed: number, advertiser: number, number: number): TikTokCampaign => {
  const parts = [seed, 'tiktok campaign', advertiser, number];
  const objectiveType =
    objectives[(hash(seed, 'tiktok objective', advertiser) + number) % objectives.length] ?? 'TRAFFIC';
  // The first campaign of every advertiser is disabled and has never delivered.
  const isEnabled = number > 0;
  const budgetMode = pick(['BUDGET_MODE_DAY', 'BUDGET_MODE_TOTAL', 'BUDGET_MODE_INFINITE'], ...parts, 'budget mode');
  const isSmart = integer(0, 3, ...parts, 'smart') === 0;
  const sellsApp = objectiveType === 'APP_PROMOTION';
  const createdDay = firstCreatedDay + number * 70 + integer(0, 60, ...parts, 'created');
  return {
    id: campaignId(seed, advertiser, number),
    name: topics[(hash(seed, 'tiktok topic', advertiser) + number) % topics.length] ?? '',
    objectiveType,
    isEnabled,
    secondaryStatus: statusOf(isEnabled, budgetMode, parts),
    automationType: isSmart ? 'SMART_PLUS' : 'MANUAL',
    isSearch: objectiveType === 'TRAFFIC' && integer(0, 1, ...parts, 'search') === 0,
    budgetMode,
    budget: budgetOf(budgetMode, parts),
    roasBid: objectiveType === 'WEB_CONVERSIONS' ? decimal(1, 4, 1, ...parts, 'roas') : 0,
    deepBidType: sellsApp ? 'DEFAULT' : null,
    appPromotionType: sellsApp ? 'APP_INSTALL' : 'UNSET',
    createdDay,
    deletedDay: undefined,
    createTime: timeOn(createdDay, ...parts, 'create time'),
    modifyTime: timeOn(createdDay + integer(1, 300, ...parts, 'modified'), ...parts, 'modify time'),
    restDay: integer(0, 2, ...parts, 'rests') === 0 ? integer(0, 6, ...parts, 'rest day') : undefined,
    planted: undefined,
  };
};

/** Older than all other campaigns. Its spend still counts. */
const createDeletedCampaign = (seed: number, advertiser: number): TikTokCampaign => {
  const deletedDay = firstDeletedDay + integer(0, 29, seed, 'tiktok deleted', advertiser);
  return {
    ...createCampaign(seed, advertiser, -1),
    isEnabled: true,
    secondaryStatus: 'CAMPAIGN_STATUS_DELETE',
    deletedDay,
    modifyTime: timeOn(deletedDay, seed, 'tiktok deleted', advertiser),
  };
};

const createAdvertiser = (seed: number, index: number, place: (typeof places)[number]): TikTokAdvertiser => {
  const copy = Math.floor(index / places.length);
  const trade = trades[(hash(seed, 'tiktok trade') + (index % places.length)) % trades.length] ?? '';
  const { campaignCount, ...rest } = place;
  return {
    ...rest,
    id: `75${digits(seed, index)}000000801`,
    name: `Sandbox ${trade}${copy > 0 ? ` ${copy + 1}` : ''}`,
    balance: decimal(20, 900, 2, seed, 'tiktok balance', index),
    createTime: (firstCreatedDay - integer(1, 200, seed, 'tiktok created', index)) * 86_400,
    campaigns: [
      ...Array.from({ length: campaignCount }, (_, number) => createCampaign(seed, index, number)).toReversed(),
      createDeletedCampaign(seed, index),
    ],
  };
};

/** Two advertisers per unit of scale, with 7 and 5 campaigns, and each with an additional deleted campaign. */
export const createTikTokData = (seed: number, scale: number): TikTokData => {
  const advertisers = Array.from({ length: scale }, (_, copy) =>
    places.map((place, position) => createAdvertiser(seed, copy * places.length + position, place)),
  );
  return { advertisers: advertisers.flat() };
};

/** Metrics of the campaign on a day; undefined without delivery. */
export const deliveryOf = (seed: number, campaign: TikTokCampaign, dayNumber: number): TikTokDelivery | undefined => {
  if (!campaign.isEnabled || dayNumber < campaign.createdDay || campaign.restDay === dayNumber % 7) return undefined;
  if (campaign.deletedDay !== undefined && dayNumber >= campaign.deletedDay) return undefined;
  const parts = [seed, campaign.id, dayNumber];
  const reachOf = (impressions: number): number =>
    Math.round((impressions * integer(620, 800, ...parts, 'reach')) / 1000);
  if (campaign.planted) {
    const { leads, ...delivery } = plantedDay(seed, campaign.id, campaign.planted, dayNumber);
    return { ...delivery, conversions: leads, profileVisits: 0, reach: reachOf(delivery.impressions) };
  }
  const usual = integer(1800, 9600, seed, campaign.id, 'impressions');
  const impressions = Math.round((usual * integer(75, 125, ...parts, 'impressions')) / 100);
  const clicks = Math.round((impressions * integer(7, 19, ...parts, 'clicks')) / 1000);
  return {
    impressions,
    clicks,
    spendCents: Math.round((impressions * integer(260, 480, ...parts, 'spend')) / 1000),
    conversions: Math.round((clicks * integer(0, 60, ...parts, 'conversions')) / 1000),
    profileVisits: Math.round((clicks * integer(80, 240, ...parts, 'visits')) / 1000),
    reach: reachOf(impressions),
  };
};
