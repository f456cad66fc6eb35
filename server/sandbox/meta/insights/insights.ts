import type { CorrectedMetrics, Corrections } from '#server/sandbox/corrections.ts';
import { dateOfDay, daysBetween } from '#server/sandbox/support/days.ts';
import type { InsightField } from './insightFields.ts';
import type { InsightLevel, InsightsQuery } from './insightsQuery.ts';
import { isLive } from '#server/sandbox/meta/statusFilter.ts';
import { deliveryOf } from '#server/sandbox/meta/metaData.ts';
import type { MetaAd, MetaAdAccount, MetaDelivery } from '#server/sandbox/meta/metaData.ts';

/** A row before formatting: an ad, ad set, campaign or account over a range of days. */
export type InsightRow = {
  account: MetaAdAccount;
  ad: MetaAd;
  firstDay: number;
  lastDay: number;
  total: MetaDelivery;
};

/** Meta: a report by ad omits archived and deleted ads. Reports on higher levels include their metrics. */
const isReported = (ad: MetaAd, { level, statuses }: InsightsQuery): boolean => {
  const status = level === 'ad' ? ad.status : 'ACTIVE';
  return statuses ? statuses.includes(status) : isLive(status);
};

const add = (a: MetaDelivery, b: MetaDelivery): MetaDelivery => ({
  impressions: a.impressions + b.impressions,
  clicks: a.clicks + b.clicks,
  spendCents: a.spendCents + b.spendCents,
  linkClicks: a.linkClicks + b.linkClicks,
  leads: a.leads + b.leads,
});

const noDelivery: MetaDelivery = { impressions: 0, clicks: 0, spendCents: 0, linkClicks: 0, leads: 0 };

const correct = (
  delivery: MetaDelivery | undefined,
  correction: CorrectedMetrics | undefined,
): MetaDelivery | undefined => {
  if (!correction) return delivery;
  return add(delivery ?? noDelivery, {
    ...noDelivery,
    clicks: correction.clicks,
    spendCents: Math.round(100 * correction.spend),
    leads: correction.conversions,
  });
};

const spanOf = (
  day: number,
  { firstDay, lastDay, increment }: InsightsQuery,
): { firstDay: number; lastDay: number } => {
  if (increment === 'all_days') return { firstDay, lastDay };
  if (increment === 'monthly') {
    const date = new Date(`${dateOfDay(day)}T00:00:00Z`);
    const start = day - date.getUTCDate() + 1;
    const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    return { firstDay: Math.max(firstDay, start), lastDay: Math.min(lastDay, start + length - 1) };
  }
  const start = day - ((day - firstDay) % increment);
  return { firstDay: start, lastDay: Math.min(lastDay, start + increment - 1) };
};

const entityOf: Record<InsightLevel, (account: MetaAdAccount, ad: MetaAd) => string> = {
  account: (account) => account.id,
  campaign: (_account, ad) => ad.campaign.id,
  adset: (_account, ad) => ad.adSet.id,
  ad: (_account, ad) => ad.id,
};

/**
 * The rows of a report, in chronological order. Days and ads without delivery have no row.
 *
 * @param lastKnownDay the last day with data
 * @param corrections later changes to past days
 */
export const insightRows = (
  seed: number,
  account: MetaAdAccount,
  query: InsightsQuery,
  lastKnownDay: number,
  corrections: Corrections,
): InsightRow[] => {
  const rows = new Map<string, InsightRow>();
  for (const day of daysBetween(query.firstDay, Math.min(query.lastDay, lastKnownDay))) {
    const span = spanOf(day, query);
    for (const ad of account.allAds) {
      if (!isReported(ad, query)) continue;
      // Adds corrections that belong to no ad once per campaign.
      const isOfCampaign = query.level !== 'ad' && query.level !== 'adset' && account.ads.includes(ad);
      const ids = isOfCampaign ? [ad.id, ad.campaign.id] : [ad.id];
      const delivery = correct(deliveryOf(seed, ad, day), corrections.of('facebook', ids, day));
      if (!delivery) continue;
      const platform = query.byPlatform ? ad.publisherPlatform : '';
      const key = `${span.firstDay}|${entityOf[query.level](account, ad)}|${platform}`;
      const row = rows.get(key);
      if (row) row.total = add(row.total, delivery);
      else rows.set(key, { account, ad, ...span, total: delivery });
    }
  }
  return [...rows.values()];
};

const isDate = (name: InsightField): boolean => name === 'date_start' || name === 'date_stop';

/** Action types overlap: `lead` and `onsite_conversion.lead_grouped` both count the same lead. */
const writeActions = ({ linkClicks, leads }: MetaDelivery): { action_type: string; value: string }[] | undefined => {
  const actions = [
    { action_type: 'link_click', count: linkClicks },
    { action_type: 'page_engagement', count: linkClicks + leads },
    { action_type: 'onsite_conversion.lead_grouped', count: leads },
    { action_type: 'lead', count: leads },
  ].filter(({ count }) => count > 0);
  if (actions.length === 0) return undefined;
  return actions.map(({ action_type, count }) => ({ action_type, value: String(count) }));
};

const fromCampaign: readonly InsightLevel[] = ['campaign', 'adset', 'ad'];
const fromAdSet: readonly InsightLevel[] = ['adset', 'ad'];

/** Formats each field; undefined omits it from the row. */
const writeField: Record<InsightField, (row: InsightRow, level: InsightLevel) => unknown> = {
  account_id: ({ account }) => account.id,
  account_name: ({ account }) => account.name,
  account_currency: ({ account }) => account.currency,
  campaign_id: ({ ad }, level) => (fromCampaign.includes(level) ? ad.campaign.id : undefined),
  campaign_name: ({ ad }, level) => (fromCampaign.includes(level) ? ad.campaign.name : undefined),
  adset_id: ({ ad }, level) => (fromAdSet.includes(level) ? ad.adSet.id : undefined),
  adset_name: ({ ad }, level) => (fromAdSet.includes(level) ? ad.adSet.name : undefined),
  ad_id: ({ ad }, level) => (level === 'ad' ? ad.id : undefined),
  ad_name: ({ ad }, level) => (level === 'ad' ? ad.name : undefined),
  impressions: ({ total }) => String(total.impressions),
  clicks: ({ total }) => String(total.clicks),
  spend: ({ total }) => String(total.spendCents / 100),
  inline_link_clicks: ({ total }) => (total.linkClicks > 0 ? String(total.linkClicks) : undefined),
  actions: ({ total }) => writeActions(total),
  ctr: ({ total }) => ((total.clicks / total.impressions) * 100).toFixed(6),
  cpc: ({ total }) => (total.clicks > 0 ? (total.spendCents / 100 / total.clicks).toFixed(6) : undefined),
  cpm: ({ total }) => ((total.spendCents / 100 / total.impressions) * 1000).toFixed(6),
  date_start: ({ firstDay }) => dateOfDay(firstDay),
  date_stop: ({ lastDay }) => dateOfDay(lastDay),
};

/**
 * A row in the Graph's format. Meta: metrics are text, money has only the necessary decimals, zero fields and fields of lower
 * levels are omitted, and dates are always included.
 */
export const writeInsightRow = (row: InsightRow, query: InsightsQuery): Record<string, unknown> => {
  const fields: InsightField[] = [...query.fields.filter((name) => !isDate(name)), 'date_start', 'date_stop'];
  const written = Object.fromEntries(fields.map((name) => [name, writeField[name](row, query.level)]));
  return query.byPlatform ? { ...written, publisher_platform: row.ad.publisherPlatform } : written;
};
