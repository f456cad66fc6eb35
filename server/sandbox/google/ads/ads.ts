import { plantedDay } from '../../support/events.ts';
import type { DayRates, Eventful, Planted, PlantedEvent } from '../../support/events.ts';
import { decimal, integer } from '../../support/random.ts';
import type { AdsAccount } from './accounts.ts';

export type Ad = {
  campaign: { id: string; name: string; status: string; channelType: string };
  /** Null for Performance Max, which has neither ad groups nor ads. */
  adGroup: { id: string; name: string; status: string } | null;
  id: string;
  status: string;
  isShownOn: (dayNumber: number) => boolean;
  /** Replaces randomly generated days. */
  planted?: Planted;
};

/** Metrics of an ad in a period. */
export type Metrics = { impressions: number; clicks: number; costMicros: number; conversions: number };

export const noMetrics: Metrics = { impressions: 0, clicks: 0, costMicros: 0, conversions: 0 };

/** Starts with Thursday, because day 0 (1970-01-01) was a Thursday. */
const weekdayNames = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'] as const;

const on =
  (...weekdays: readonly (typeof weekdayNames)[number][]) =>
  (dayNumber: number): boolean =>
    weekdays.some((weekday) => weekday === weekdayNames[dayNumber % 7]);

const always = (): boolean => true;
const never = (): boolean => false;
const onWorkingDays = on('Mon', 'Tue', 'Wed', 'Thu', 'Fri');

export const onWeekends = on('Sat', 'Sun');

type Sample = {
  campaign: string;
  campaignStatus: string;
  adGroup: string;
  adGroupStatus: string;
  adStatus: string;
  isShownOn: (dayNumber: number) => boolean;
  planted?: Eventful;
};

const enabled = { campaignStatus: 'ENABLED', adGroupStatus: 'ENABLED', adStatus: 'ENABLED' };

const searchCampaign = (name: string, rates: DayRates, ...events: PlantedEvent[]): Sample => ({
  ...enabled,
  campaign: `Search | ${name}`,
  adGroup: `${name} exact`,
  isShownOn: always,
  planted: { rates, events },
});

/**
 * With `extraCampaignsOf`, any seven consecutive days contain 14 campaign days of the first sample and 9 of the second.
 * Tests count these rows in the Preview.
 */
const adSamples: Record<NonNullable<AdsAccount['sample']>, readonly Sample[]> = {
  first: [
    { ...enabled, campaign: 'Search | Brand', adGroup: 'Brand exact', isShownOn: always },
    { ...enabled, campaign: 'Search | Offers', adGroup: 'Offers broad', isShownOn: onWorkingDays },
    // Never delivers, because real accounts also have campaigns that no report mentions.
    {
      campaign: 'Display | Draft',
      campaignStatus: 'PAUSED',
      adGroup: 'Draft',
      adGroupStatus: 'PAUSED',
      adStatus: 'PAUSED',
      isShownOn: never,
    },
  ],
  second: [
    { ...enabled, campaign: 'Search | Appointments', adGroup: 'Appointments exact', isShownOn: onWorkingDays },
    {
      ...enabled,
      campaign: 'Search | Weekend',
      adGroup: 'Weekend',
      adStatus: 'PAUSED',
      isShownOn: on('Sat', 'Tue'),
    },
  ],
  planted: [
    searchCampaign(
      'Implants',
      { spend: 60, cpm: 38, ctr: 0.04, cvr: 0.12 },
      { since: -3, until: 5, factors: { spend: 3.2 } },
    ),
    searchCampaign(
      'Whitening',
      { spend: 50, cpm: 36, ctr: 0.05, cvr: 0.1 },
      { since: -3, until: 9, factors: { spend: 0 } },
    ),
    searchCampaign('Check-ups', { spend: 150, cpm: 40, ctr: 0.04, cvr: 0.16 }, { since: -18, factors: { cvr: 0.4 } }),
    searchCampaign('Orthodontics', { spend: 70, cpm: 42, ctr: 0.045, cvr: 0.13 }),
    searchCampaign('Opening hours', { spend: 40, cpm: 35, ctr: 0.06, cvr: 0.1 }),
  ],
};

/** The ads of an account, ordered by campaign. */
export const adsOf = (account: AdsAccount, seed: number): Ad[] => {
  const samples = account.sample ? adSamples[account.sample] : [];
  return samples.map((sample, index) => {
    const idOf = (kind: string): string =>
      String(integer(20_000_000_000, 24_000_000_000, seed, kind, account.id, index));
    const channel = sample.campaign.startsWith('Display') ? 'DISPLAY' : 'SEARCH';
    return {
      campaign: {
        id: idOf('campaign'),
        name: `${account.descriptiveName} | ${sample.campaign}`,
        status: sample.campaignStatus,
        channelType: channel,
      },
      adGroup: { id: `15${idOf('ad-group')}`, name: sample.adGroup, status: sample.adGroupStatus },
      id: `69${idOf('ad')}`,
      status: sample.adStatus,
      isShownOn: sample.isShownOn,
      ...(sample.planted && { planted: { ...sample.planted, startDay: account.startDay ?? 0 } }),
    };
  });
};

/** Metrics of an ad on one day; zeros without delivery. */
export const metricsOfDay = (ad: Ad, dayNumber: number, seed: number): Metrics => {
  if (ad.planted) {
    const { spendCents, leads, ...rest } = plantedDay(seed, ad.id, ad.planted, dayNumber);
    return { ...rest, costMicros: 10_000 * spendCents, conversions: leads };
  }
  if (!ad.isShownOn(dayNumber)) return noMetrics;
  const clicks = integer(6, 40, seed, 'clicks', ad.id, dayNumber);
  return {
    clicks,
    impressions: clicks * integer(14, 40, seed, 'impressions', ad.id, dayNumber),
    costMicros: clicks * integer(600_000, 2_400_000, seed, 'cost', ad.id, dayNumber),
    conversions: Math.max(0, decimal(-1, 4, 1, seed, 'conversions', ad.id, dayNumber)),
  };
};

/** Rounds, because sums of tenths have floating-point errors. */
export const roundTenths = (value: number): number => Number(value.toFixed(6));

export const addMetrics = (one: Metrics, other: Metrics): Metrics => ({
  impressions: one.impressions + other.impressions,
  clicks: one.clicks + other.clicks,
  costMicros: one.costMicros + other.costMicros,
  conversions: roundTenths(one.conversions + other.conversions),
});
