import type { SandboxContext } from '../Sandbox.ts';
import { startDayOf } from '../support/events.ts';
import type { DayRates, PlantedEvent } from '../support/events.ts';
import { campaignId, createTikTokData, digits, timeOn } from './tiktokData.ts';
import type { TikTokAdvertiser, TikTokCampaign, TikTokData } from './tiktokData.ts';

type CampaignSample = { name: string; rates: DayRates; events?: readonly PlantedEvent[] };

/** Clicks continue without conversions. */
const plantedStop: PlantedEvent = { since: -4, until: 9, factors: { cvr: 0 } };

/** Conversions are forms on the advertiser's website, so TikTok has no leads of this advertiser. */
const plantedCampaigns: readonly CampaignSample[] = [
  { name: 'Placement test', rates: { spend: 70, cpm: 6, ctr: 0.011, cvr: 0.07 } },
  { name: 'Trial lesson', rates: { spend: 90, cpm: 6.5, ctr: 0.012, cvr: 0.075 }, events: [plantedStop] },
  { name: 'Summer course', rates: { spend: 60, cpm: 5.5, ctr: 0.01, cvr: 0.06 } },
];

/** The share of daily budgets that campaigns spend, so that the month ends far below budget. */
const spentShare = 0.6;

const place = {
  currency: 'USD',
  timeZone: 'Etc/GMT+5',
  displayTimeZone: 'America/New_York',
  country: 'US',
} as const;

/** 2023-01-02. */
const createdDay = 19_359;

export type FullTikTokData = TikTokData & {
  /** Only grants with events include this advertiser. */
  readonly planted: TikTokAdvertiser;
  readonly all: readonly TikTokAdvertiser[];
};

const createPlantedAdvertiser = (seed: number, index: number, startDay: number): TikTokAdvertiser => {
  const createTime = timeOn(createdDay, seed, 'tiktok planted');
  const campaigns = plantedCampaigns.map(({ name, rates, events = [] }, number): TikTokCampaign => ({
    id: campaignId(seed, index, number),
    name,
    objectiveType: 'WEB_CONVERSIONS',
    isEnabled: true,
    secondaryStatus: 'CAMPAIGN_STATUS_ENABLE',
    automationType: 'MANUAL',
    isSearch: false,
    budgetMode: 'BUDGET_MODE_DAY',
    budget: Math.round(rates.spend / spentShare),
    roasBid: 0,
    deepBidType: null,
    appPromotionType: 'UNSET',
    createdDay: createdDay,
    deletedDay: undefined,
    createTime,
    modifyTime: createTime,
    restDay: undefined,
    planted: { startDay, rates, events },
  }));
  return {
    ...place,
    id: `75${digits(seed, index)}000000801`,
    name: 'Sandbox Language School with events',
    balance: 500,
    createTime: createdDay * 86_400,
    campaigns: campaigns.toReversed(),
  };
};

/** The advertisers of every grant, and the advertiser of grants with events. */
export const createFullTikTokData = ({ seed, scale, clock }: SandboxContext): FullTikTokData => {
  const { advertisers } = createTikTokData(seed, scale);
  const planted = createPlantedAdvertiser(seed, advertisers.length, startDayOf(clock, place.displayTimeZone));
  return { advertisers, planted, all: [...advertisers, planted] };
};
