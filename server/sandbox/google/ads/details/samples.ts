/** Sample ad groups, ads and settings of the campaigns. */

import { onWeekends } from '../ads.ts';

export type AdSample = {
  type: 'RESPONSIVE_SEARCH_AD' | 'IMAGE_AD' | 'DEMAND_GEN_VIDEO_RESPONSIVE_AD' | 'ASSET_GROUP';
  /** Null for the ad group of the campaign's first ad, which Performance Max lacks. */
  groupName: string | null;
  /** Empty for ads without a name: responsive search ads have headlines instead. */
  name: string;
  headlines: readonly string[];
  status: 'ENABLED' | 'PAUSED' | 'REMOVED';
  approvalStatus: 'APPROVED' | 'DISAPPROVED' | 'UNKNOWN';
  reviewStatus: 'REVIEWED' | 'REVIEW_IN_PROGRESS';
  /** Its share of the campaign's metrics. */
  weight: number;
  /** Delivery stops on this day; undefined if it still delivers. */
  endDay: number | undefined;
};

type Settings = {
  primaryStatus: string;
  biddingStrategyType: string;
  biddingStrategySystemStatus: string;
  startDateTime: string;
  endDateTime: string;
};

/** 2026-08-01: the day on which, or shortly after which, ads were removed or paused. */
const firstEndDay = 20_666;

const search = (groupName: string | null, headline: string, more: Partial<AdSample> = {}): AdSample => ({
  type: 'RESPONSIVE_SEARCH_AD',
  groupName,
  name: '',
  headlines: [headline, 'Free consultation', 'Open on Saturdays'],
  status: 'ENABLED',
  approvalStatus: 'APPROVED',
  reviewStatus: 'REVIEWED',
  weight: 4,
  endDay: undefined,
  ...more,
});

const named = (type: AdSample['type'], groupName: string | null, name: string, weight = 3): AdSample => ({
  ...search(groupName, name),
  type,
  name,
  headlines: [],
  weight,
});

const removed = { status: 'REMOVED', weight: 3, endDay: firstEndDay } as const;
const paused = { status: 'PAUSED', weight: 2, endDay: firstEndDay + 30 } as const;
const refused = { approvalStatus: 'DISAPPROVED', weight: 0 } as const;
const inReview = { approvalStatus: 'UNKNOWN', reviewStatus: 'REVIEW_IN_PROGRESS', weight: 0 } as const;

const standardSettings: Settings = {
  primaryStatus: 'ELIGIBLE',
  biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
  biddingStrategySystemStatus: 'ENABLED',
  startDateTime: '2023-02-01 00:00:00',
  // Google's value for no end date.
  endDateTime: '2037-12-30 23:59:59',
};

type CampaignSample = Settings & {
  isBudgetShared: boolean;
  /** A lifetime budget instead of the default daily budget. */
  totalBudgetMicros?: number;
  ads: readonly AdSample[];
};

/** Settings by the last part of the campaign's name. */
const campaigns: Readonly<Record<string, CampaignSample>> = {
  Brand: {
    ...standardSettings,
    biddingStrategyType: 'TARGET_IMPRESSION_SHARE',
    isBudgetShared: true,
    ads: [
      search(null, 'The official site', { weight: 6 }),
      search(null, 'Spring offer: 20 % off', removed),
      search('Brand phrase', 'Book a visit today'),
      search('Brand phrase', 'Gift cards', paused),
    ],
  },
  Offers: {
    ...standardSettings,
    primaryStatus: 'LEARNING',
    biddingStrategySystemStatus: 'LEARNING_BUDGET_CHANGE',
    isBudgetShared: true,
    ads: [
      search(null, 'Spring offer', { weight: 5 }),
      search(null, 'Guaranteed lowest price', refused),
      search('Retargeting', 'Still thinking it over?'),
      search('Retargeting', 'Your offer ends soon', removed),
      search('Competitors', 'Compare before you book', inReview),
    ],
  },
  Draft: {
    ...standardSettings,
    primaryStatus: 'PAUSED',
    isBudgetShared: false,
    ads: [named('IMAGE_AD', null, 'Banner 300x250 draft')],
  },
  Appointments: {
    ...standardSettings,
    biddingStrategyType: 'TARGET_CPA',
    isBudgetShared: false,
    ads: [
      search(null, 'Appointments this week', { weight: 5 }),
      search(null, 'New patients welcome', removed),
      search('Emergency', 'Same-day appointments'),
      search('Emergency', 'Call us now', paused),
      search('Emergency', 'Painless, guaranteed', refused),
    ],
  },
  Weekend: {
    ...standardSettings,
    primaryStatus: 'LIMITED',
    isBudgetShared: false,
    ads: [search(null, 'Open on weekends'), search('Weekend evenings', 'Open until 10 p.m.', removed)],
  },
};

/** Campaigns with events. Their lifetime budgets give the account no monthly pacing. */
const eventfulCampaign: CampaignSample = {
  ...standardSettings,
  isBudgetShared: false,
  totalBudgetMicros: 250_000_000_000,
  ads: [search(null, 'Book online', { weight: 6 }), search(null, 'Friendly, gentle, on time')],
};

export const samplesOf = (campaignName: string): CampaignSample =>
  campaigns[campaignName.split(' | ').at(-1) ?? ''] ?? eventfulCampaign;

type ExtraCampaign = Settings & {
  name: string;
  channelType: string;
  budget: { amountMicros?: number; totalAmountMicros?: number };
  /** Name of the ad group for ads without one. */
  adGroup: string | null;
  isShownOn: (dayNumber: number) => boolean;
  ads: readonly AdSample[];
};

/** 2026-03-01 to 2026-08-30. */
const isInSpringOffer = (dayNumber: number): boolean => dayNumber >= 20_513 && dayNumber < firstEndDay + 30;

/** Campaigns in addition to `adsOf`. During the spring offer, Demand Gen replaces Performance Max on weekends. */
export const extraCampaignsOf = (accountName: string): ExtraCampaign[] => [
  {
    ...standardSettings,
    name: `${accountName} | Performance Max | All services`,
    channelType: 'PERFORMANCE_MAX',
    budget: { amountMicros: 60_000_000 },
    adGroup: null,
    isShownOn: (dayNumber) => onWeekends(dayNumber) && !isInSpringOffer(dayNumber),
    ads: [
      named('ASSET_GROUP', null, 'New customers', 5),
      named('ASSET_GROUP', null, 'Retargeting', 3),
      { ...named('ASSET_GROUP', null, 'Spring offer', 2), status: 'PAUSED', endDay: firstEndDay },
    ],
  },
  {
    ...standardSettings,
    name: `${accountName} | Demand Gen | Spring offer`,
    channelType: 'DEMAND_GEN',
    primaryStatus: 'ENDED',
    startDateTime: '2026-03-01 00:00:00',
    endDateTime: '2026-08-30 23:59:59',
    budget: { totalAmountMicros: 9_000_000_000 },
    adGroup: 'Lookalike of leads',
    isShownOn: (dayNumber) => onWeekends(dayNumber) && isInSpringOffer(dayNumber),
    ads: [
      named('DEMAND_GEN_VIDEO_RESPONSIVE_AD', null, 'Video 15s'),
      named('DEMAND_GEN_VIDEO_RESPONSIVE_AD', null, 'Video 30s'),
      named('DEMAND_GEN_VIDEO_RESPONSIVE_AD', 'Retargeting', 'Customer story'),
    ],
  },
];
