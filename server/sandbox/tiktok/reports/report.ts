import { Router } from 'express';
import type { SandboxContext } from '#server/sandbox/Sandbox.ts';
import { dateOfDay, dayNumberOf, daysBetween } from '#server/sandbox/days.ts';
import { requireAdvertiser } from '#server/sandbox/tiktok/advertisers.ts';
import type { TikTokGrants } from '#server/sandbox/tiktok/grants.ts';
import { pageOf, requireGrant, requiredText } from '#server/sandbox/tiktok/parameters.ts';
import { parseReportQuery } from './reportQuery.ts';
import type { ReportMetric, ReportQuery } from './reportQuery.ts';
import { sendData } from '#server/sandbox/tiktok/TikTokError.ts';
import { deliveryOf } from '#server/sandbox/tiktok/tiktokData.ts';
import type {
  TikTokAdvertiser,
  TikTokCampaign,
  TikTokData,
  TikTokDelivery,
} from '#server/sandbox/tiktok/tiktokData.ts';

type ReportRow = { campaign: TikTokCampaign; day: number | undefined; total: TikTokDelivery };

const NOTHING: TikTokDelivery = {
  spendCents: 0,
  impressions: 0,
  clicks: 0,
  conversions: 0,
  profileVisits: 0,
  reach: 0,
};

/** The synchronous report by campaign, with or without days, below `/open_api/v1.3`. */
export function createReportRouter(context: SandboxContext, data: TikTokData, grants: TikTokGrants): Router {
  const router = Router({ strict: true });
  router.get('/report/integrated/get/', (req, res) => {
    const grant = requireGrant(req, grants);
    const advertiser = requireAdvertiser(data, grant, requiredText(req, 'advertiser_id'));
    const query = parseReportQuery(req);
    // One day ahead of UTC, since it is already tomorrow where the earth turns first.
    const lastKnownDay = (dayNumberOf(context.clock.today()) ?? 0) + 1;
    const page = pageOf(req, reportRows(context.seed, advertiser, query, lastKnownDay));
    const list = page.list.map((row) => writeRow(row, advertiser, query.metrics));
    sendData(res, context.clock.now(), { ...page, list });
  });
  return router;
}

/** TikTok: a report by days has no row for an idle day, one by campaign alone shows idle campaigns with zeros. */
function reportRows(seed: number, advertiser: TikTokAdvertiser, query: ReportQuery, lastKnownDay: number): ReportRow[] {
  const days = daysBetween(query.firstDay, Math.min(query.lastDay, lastKnownDay));
  return advertiser.campaigns
    .filter(({ id }) => query.campaignIds?.includes(id) ?? true)
    .filter(({ deletedDay }) => query.deleted === 'with' || (deletedDay !== undefined) === (query.deleted === 'only'))
    .flatMap((campaign): ReportRow[] => {
      const daily = days.flatMap((day) => {
        const total = deliveryOf(seed, campaign, day);
        return total ? [{ campaign, day, total }] : [];
      });
      return query.byDay ? daily : [{ campaign, day: undefined, total: sumOf(daily.map(({ total }) => total)) }];
    });
}

function sumOf(deliveries: readonly TikTokDelivery[]): TikTokDelivery {
  const sum = { ...NOTHING };
  for (const delivery of deliveries) {
    sum.spendCents += delivery.spendCents;
    sum.impressions += delivery.impressions;
    sum.clicks += delivery.clicks;
    sum.conversions += delivery.conversions;
    sum.profileVisits += delivery.profileVisits;
    sum.reach += delivery.reach;
  }
  return { ...sum, reach: reachOver(deliveries, sum.reach) };
}

/** People who came back on a later day count once: more than on the best day, fewer than all days together. */
function reachOver(deliveries: readonly TikTokDelivery[], sumOfDays: number): number {
  const bestDay = Math.max(0, ...deliveries.map(({ reach }) => reach));
  return bestDay + Math.floor((sumOfDays - bestDay) * 0.45);
}

function writeRow({ campaign, day, total }: ReportRow, advertiser: TikTokAdvertiser, metrics: readonly ReportMetric[]) {
  return {
    dimensions: {
      campaign_id: campaign.id,
      stat_time_day: day === undefined ? undefined : `${dateOfDay(day)} 00:00:00`,
    },
    metrics: Object.fromEntries(metrics.map((metric) => [metric, WRITE_METRIC[metric](total, campaign, advertiser)])),
  };
}

type WriteMetric = (total: TikTokDelivery, campaign: TikTokCampaign, advertiser: TikTokAdvertiser) => string;

/** TikTok: every metric is text; rates are percentages already. */
const WRITE_METRIC: Record<ReportMetric, WriteMetric> = {
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
  campaign_name: (_total, campaign) => campaign.name,
  objective_type: (_total, campaign) => campaign.objectiveType,
  currency: (_total, _campaign, advertiser) => advertiser.currency,
};

/** TikTok: `-` stands where there is no value, here where there is nothing to divide by. */
function ratio(numerator: number, denominator: number, digits: number): string {
  return denominator > 0 ? (numerator / denominator).toFixed(digits) : '-';
}
