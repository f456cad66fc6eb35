import { Router } from 'express';
import type { SandboxContext } from '#server/sandbox/Sandbox.ts';
import { dateOfDay, dayNumberOf, daysBetween } from '#server/sandbox/support/days.ts';
import { correctedDeliveryOf, isUpgradedSmart } from '#server/sandbox/tiktok/ads/adData.ts';
import type { TikTokSampleAd } from '#server/sandbox/tiktok/ads/adData.ts';
import { adDimensions, adReportRows } from '#server/sandbox/tiktok/ads/adReport.ts';
import { pageOf } from '#server/sandbox/tiktok/parameters.ts';
import { parseReportQuery } from './reportQuery.ts';
import type { ReportMetric, ReportQuery } from './reportQuery.ts';
import type { TikTokApi } from '#server/sandbox/tiktok/tiktokApi.ts';
import { deliveryFrom } from '#server/sandbox/tiktok/tiktokData.ts';
import type { TikTokAdvertiser, TikTokCampaign, TikTokDelivery } from '#server/sandbox/tiktok/tiktokData.ts';

type ReportRow = { campaign: TikTokCampaign; day: number | undefined; total: TikTokDelivery };
type Subject = { campaign: TikTokCampaign; advertiser: TikTokAdvertiser; ad?: TikTokSampleAd };

/** Counts people who return on a later day once, so reach lies between the best day and the sum of all days. */
const reachOver = (deliveries: readonly TikTokDelivery[], sumOfDays: number): number => {
  const bestDay = Math.max(0, ...deliveries.map(({ reach }) => reach));
  return bestDay + Math.floor((sumOfDays - bestDay) * 0.45);
};

const sumOf = (deliveries: readonly TikTokDelivery[]): TikTokDelivery => {
  const sum = deliveryFrom((name) => deliveries.reduce((total, delivery) => total + delivery[name], 0));
  return { ...sum, reach: reachOver(deliveries, sum.reach) };
};

/** TikTok: a report by day omits idle days. A report only by campaign includes idle campaigns with zeros. */
const reportRows = (
  { seed, corrections }: SandboxContext,
  advertiser: TikTokAdvertiser,
  query: ReportQuery,
  days: readonly number[],
): ReportRow[] =>
  advertiser.campaigns
    .filter(({ id }) => query.campaignIds?.includes(id) ?? true)
    .filter(({ deletedDay }) => query.deleted === 'with' || (deletedDay !== undefined) === (query.deleted === 'only'))
    .flatMap((campaign): ReportRow[] => {
      const daily = days.flatMap((day) => {
        const total = correctedDeliveryOf(seed, advertiser, campaign, day, corrections);
        return total ? [{ campaign, day, total }] : [];
      });
      return query.byDay ? daily : [{ campaign, day: undefined, total: sumOf(daily.map(({ total }) => total)) }];
    });

/** TikTok's placeholder for a missing value. */
const missingValue = '-';

/** A ratio; the placeholder if the divisor is zero. */
const ratio = (numerator: number, denominator: number, digits: number): string =>
  denominator > 0 ? (numerator / denominator).toFixed(digits) : missingValue;

type WriteMetric = (total: TikTokDelivery, subject: Subject) => string;

/** TikTok: every metric is text; rates are percentages already. */
const writeMetric: Record<ReportMetric, WriteMetric> = {
  spend: ({ spendCents }) => (spendCents / 100).toFixed(3),
  impressions: ({ impressions }) => String(impressions),
  clicks: ({ clicks }) => String(clicks),
  conversion: ({ conversions }) => String(conversions),
  reach: ({ reach }) => String(reach),
  profile_visits: ({ profileVisits }) => String(profileVisits),
  ctr: ({ clicks, impressions }) => ratio(clicks * 100, impressions, 2),
  cpc: ({ spendCents, clicks }) => ratio(spendCents / 100, clicks, 3),
  cpm: ({ spendCents, impressions }) => ratio(spendCents * 10, impressions, 3),
  // TikTok: conversions per impression, not per click, since late October 2023.
  conversion_rate: ({ conversions, impressions }) => ratio(conversions * 100, impressions, 2),
  onsite_form: ({ conversions }, { campaign }) =>
    campaign.objectiveType === 'LEAD_GENERATION' ? String(conversions) : missingValue,
  // Each conversion of these campaigns is a form on the advertiser's website.
  form: ({ conversions }, { campaign }) =>
    campaign.objectiveType === 'WEB_CONVERSIONS' ? String(conversions) : missingValue,
  campaign_name: (_total, { campaign }) => campaign.name,
  campaign_id: (_total, { campaign }) => campaign.id,
  campaign_automation_type: (_total, { campaign, advertiser, ad }) => {
    if (!isUpgradedSmart(advertiser, campaign)) return campaign.automationType;
    return ad?.creatives.some(({ id }) => id === ad.id) ? 'UPGRADED_SMART_PLUS_CREATIVE' : 'UPGRADED_SMART_PLUS';
  },
  objective_type: (_total, { campaign }) => campaign.objectiveType,
  currency: (_total, { advertiser }) => advertiser.currency,
  ad_name: (_total, { ad }) => ad?.name ?? missingValue,
  adgroup_id: (_total, { ad }) => ad?.group.id ?? missingValue,
  adgroup_name: (_total, { ad }) => ad?.group.name ?? missingValue,
};

const writeMetrics = (total: TikTokDelivery, subject: Subject, metrics: readonly ReportMetric[]) =>
  Object.fromEntries(metrics.map((metric) => [metric, writeMetric[metric](total, subject)]));

const writeRow = (
  { campaign, day, total }: ReportRow,
  advertiser: TikTokAdvertiser,
  metrics: readonly ReportMetric[],
) => ({
  dimensions: {
    campaign_id: campaign.id,
    stat_time_day: day === undefined ? undefined : `${dateOfDay(day)} 00:00:00`,
  },
  metrics: writeMetrics(total, { campaign, advertiser }, metrics),
});

/** Routes for the synchronous report by campaign or ad, with or without days, below `/open_api/v1.3`. */
export const createReportRouter = ({ context, advertiserOf, send }: TikTokApi): Router => {
  const router = Router({ strict: true });
  router.get('/report/integrated/get/', (request, response) => {
    const advertiser = advertiserOf(request);
    const query = parseReportQuery(request);
    // One day ahead of UTC, because tomorrow has already begun in some time zones.
    const lastKnownDay = (dayNumberOf(context.clock.today()) ?? 0) + 1;
    const days = daysBetween(query.firstDay, Math.min(query.lastDay, lastKnownDay));
    if (query.idDimension === 'campaign_id') {
      const page = pageOf(request, reportRows(context, advertiser, query, days));
      const list = page.list.map((row) => writeRow(row, advertiser, query.metrics));
      send(response, { ...page, list });
      return;
    }
    const page = pageOf(request, adReportRows(context.seed, advertiser, query, days, context.corrections));
    const list = page.list.map((row) => ({
      dimensions: adDimensions(row, query),
      metrics: writeMetrics(row.delivery, { campaign: row.ad.campaign, ad: row.ad, advertiser }, query.metrics),
    }));
    send(response, { ...page, list });
  });
  return router;
};
