import type { CorrectedMetrics, Corrections } from '../../../corrections.ts';
import { integer } from '../../../support/random.ts';
import { splitWhole } from '../../../support/split.ts';
import type { AdsAccount } from '../accounts.ts';
import { addMetrics, adsOf, metricsOfDay, noMetrics, roundTenths } from '../ads.ts';
import type { Ad, Metrics } from '../ads.ts';
import { extraCampaignsOf, samplesOf } from './samples.ts';
import type { AdSample } from './samples.ts';

export type Budget = {
  id: string;
  amountMicros?: number;
  totalAmountMicros?: number;
  isShared: boolean;
};

/** An ad of an ad group, or an asset group of Performance Max, which has no ads. */
export type DetailedAd = AdSample & { id: string; group: { id: string; name: string; status: string } | null };

/** A campaign with all of its ads and settings. */
export type DetailedCampaign = Ad['campaign'] & {
  primaryStatus: string;
  biddingStrategyType: string;
  biddingStrategySystemStatus: string;
  startDateTime: string;
  endDateTime: string;
  budget: Budget;
  ads: readonly DetailedAd[];
  /** Total metrics of its ads, before corrections. */
  source: Ad;
};

/** Metrics of an ad on one day, with conversions by category. */
export type DetailedMetrics = Metrics & { leads: number };

const noDetailedMetrics: DetailedMetrics = { ...noMetrics, leads: 0 };

const idOf = (account: AdsAccount, seed: number, ...parts: (string | number)[]): string =>
  String(integer(24_000_000_001, 28_000_000_000, seed, 'details', account.id, ...parts));

/** The Preview shows the first ad. */
const detail = (account: AdsAccount, seed: number, source: Ad, sample: AdSample, index: number): DetailedAd => {
  const id = index === 0 ? source.id : `69${idOf(account, seed, source.id, 'ad', index)}`;
  if (sample.groupName === null) return { ...sample, id, group: source.adGroup };
  const groupId = `15${idOf(account, seed, source.id, 'ad-group', sample.groupName)}`;
  return { ...sample, id, group: { id: groupId, name: sample.groupName, status: 'ENABLED' } };
};

const extraCampaigns = (account: AdsAccount, seed: number): DetailedCampaign[] =>
  extraCampaignsOf(account.descriptiveName).map((sample, index) => {
    const { ads, adGroup, budget, isShownOn, channelType, name, ...settings } = sample;
    const key = `extra-${index}`;
    const campaign = { id: idOf(account, seed, key), name, status: 'ENABLED', channelType };
    const source: Ad = {
      campaign,
      adGroup:
        adGroup === null ? null : { id: `15${idOf(account, seed, key, 'group')}`, name: adGroup, status: 'ENABLED' },
      id: `69${idOf(account, seed, key, 'ad')}`,
      status: 'ENABLED',
      isShownOn,
    };
    return {
      ...campaign,
      ...settings,
      budget: { ...budget, id: idOf(account, seed, key, 'budget'), isShared: false },
      ads: ads.map((ad, adIndex) => detail(account, seed, source, ad, adIndex)),
      source,
    };
  });

const isStatus = (status: string): status is AdSample['status'] =>
  status === 'ENABLED' || status === 'PAUSED' || status === 'REMOVED';

/**
 * The campaigns of an account: those of `adsOf`, plus Performance Max and an ended campaign with a lifetime budget. The
 * Preview shows the first ad of each campaign, with the total metrics of its ads.
 */
export const detailedCampaignsOf = (account: AdsAccount, seed: number): DetailedCampaign[] => {
  const known = adsOf(account, seed);
  const sharedBudget = idOf(account, seed, 'shared-budget');
  const campaigns = known.map((source, index): DetailedCampaign => {
    const { ads, ...settings } = samplesOf(source.campaign.name);
    return {
      ...source.campaign,
      ...settings,
      budget: settings.isBudgetShared
        ? { id: sharedBudget, amountMicros: 120_000_000, isShared: true }
        : {
            id: idOf(account, seed, 'budget', index),
            ...(settings.totalBudgetMicros === undefined
              ? { amountMicros: 85_500_000 }
              : { totalAmountMicros: settings.totalBudgetMicros }),
            isShared: false,
          },
      ads: ads.map((ad, adIndex) => ({
        ...detail(account, seed, source, ad, adIndex),
        ...(adIndex === 0 && isStatus(source.status) && { status: source.status }),
      })),
      source,
    };
  });
  if (account.sample === 'planted') return campaigns;
  return account.sample ? [...campaigns, ...extraCampaigns(account, seed)] : [];
};

const add = (one: DetailedMetrics, other: DetailedMetrics): DetailedMetrics => ({
  ...addMetrics(one, other),
  leads: roundTenths(one.leads + other.leads),
});

/** Late conversions count as leads. */
const correct = (metrics: DetailedMetrics, correction: CorrectedMetrics | undefined): DetailedMetrics => {
  if (!correction) return metrics;
  return add(metrics, {
    impressions: 0,
    clicks: correction.clicks,
    costMicros: Math.round(correction.spend * 1_000_000),
    conversions: correction.conversions,
    leads: correction.conversions,
  });
};

/** Metrics of each ad of a campaign on one day, in the order of the ads, including their corrections. */
export const adMetricsOfDay = (
  campaign: DetailedCampaign,
  dayNumber: number,
  seed: number,
  corrections: Corrections,
): DetailedMetrics[] => {
  const total = metricsOfDay(campaign.source, dayNumber, seed);
  const weights = campaign.ads.map(({ id, weight, endDay }) =>
    endDay !== undefined && dayNumber >= endDay ? 0 : weight * integer(50, 150, seed, 'share', id, dayNumber),
  );
  const split = (value: number): number[] => splitWhole(value, weights);
  const [impressions, clicks, costMicros] = [total.impressions, total.clicks, total.costMicros].map(split);
  const tenths = split(Math.round(total.conversions * 10));
  return campaign.ads.map((ad, index): DetailedMetrics => {
    const conversions = (tenths[index] ?? 0) / 10;
    const metrics = {
      impressions: impressions?.[index] ?? 0,
      clicks: clicks?.[index] ?? 0,
      costMicros: costMicros?.[index] ?? 0,
      conversions,
      // All other conversions are calls and purchases.
      leads: Math.floor(conversions),
    };
    return correct(metrics, corrections.of('google', [ad.id], dayNumber));
  });
};

/** Metrics of a campaign on one day, including corrections that belong to no ad. */
export const campaignMetricsOfDay = (
  campaign: DetailedCampaign,
  dayNumber: number,
  seed: number,
  corrections: Corrections,
): DetailedMetrics => {
  const total = adMetricsOfDay(campaign, dayNumber, seed, corrections).reduce(add, noDetailedMetrics);
  return correct(total, corrections.of('google', [campaign.id], dayNumber));
};
