import type { TikTokRow } from '#shared/insights/tiktok.ts';
import { addDays } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import type { AdvertiserDetails, Campaign, Figures, ReportRow } from '#server/providers/tiktok/types.ts';

/** TikTok: longest span of a report without days. */
const maxSpanDays = 365;

/** Splits a range into spans of one report call each. */
export const toSpans = (range: DateRange): DateRange[] => {
  const spans: DateRange[] = [];
  for (let { since } = range; since <= range.until; since = addDays(since, maxSpanDays)) {
    const last = addDays(since, maxSpanDays - 1);
    spans.push({ since, until: last < range.until ? last : range.until });
  }
  return spans;
};

type RowFigures = Pick<TikTokRow, keyof Figures>;

/** TikTok: may omit campaigns without delivery. They count as zero, and their ratios are unknown. */
const noDelivery: RowFigures = {
  spend: 0,
  impressions: 0,
  clicks: 0,
  ctr: null,
  cpc: null,
  cpm: null,
  conversion: 0,
  conversion_rate: null,
  reach: 0,
  profile_visits: 0,
};

/** One span: TikTok's own totals. */
const ofOneSpan = (figures: Figures): RowFigures => ({
  ...figures,
  spend: figures.spend ?? 0,
  impressions: figures.impressions ?? 0,
  clicks: figures.clicks ?? 0,
  conversion: figures.conversion ?? 0,
  profile_visits: figures.profile_visits ?? 0,
  reach: figures.reach ?? 0,
});

/** Several spans: sums are added, ratios recalculated. `reach` counts people and cannot be added. */
const ofSpans = (spans: readonly Figures[]): RowFigures => {
  const sum = (name: keyof Figures): number => spans.reduce((total, span) => total + (span[name] ?? 0), 0);
  const spend = round(sum('spend'), 4);
  const [impressions, clicks, conversion] = [sum('impressions'), sum('clicks'), sum('conversion')];
  return {
    spend,
    impressions,
    clicks,
    conversion,
    profile_visits: sum('profile_visits'),
    ctr: ratio(clicks * 100, impressions, 2),
    cpc: ratio(spend, clicks, 3),
    cpm: ratio(spend * 1000, impressions, 3),
    // TikTok: conversions per impression, since October 2023.
    conversion_rate: ratio(conversion * 100, impressions, 2),
    reach: null,
  };
};

const ratio = (part: number, whole: number, digits: number): number | null =>
  whole === 0 ? null : round(part / whole, digits);

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/**
 * Joins every listed campaign with its metrics. Report rows of unlisted campaigns are dropped.
 * @param reports the rows of each span
 */
export const toTikTokRows = (
  campaigns: readonly Campaign[],
  reports: readonly (readonly ReportRow[])[],
): TikTokRow[] => {
  const figuresOf = new Map<string, Figures[]>();
  for (const { dimensions, metrics } of reports.flat()) {
    const known = figuresOf.get(dimensions.campaign_id);
    if (known) known.push(metrics);
    else figuresOf.set(dimensions.campaign_id, [metrics]);
  }
  return campaigns.map((campaign) => {
    const spans = figuresOf.get(campaign.campaign_id) ?? [];
    return { ...toCampaignPart(campaign), ...toFigures(spans, reports.length) };
  });
};

const toFigures = (spans: readonly Figures[], spanCount: number): RowFigures => {
  if (spanCount > 1) return ofSpans(spans);
  const [only] = spans;
  return only ? ofOneSpan(only) : noDelivery;
};

/** TikTok: optional keys are null or absent; our row always has them. */
const toCampaignPart = (campaign: Campaign): Omit<TikTokRow, keyof Figures> => ({
  campaign_id: campaign.campaign_id,
  campaign_name: campaign.campaign_name,
  advertiser_id: campaign.advertiser_id,
  objective: campaign.objective ?? null,
  objective_type: campaign.objective_type ?? null,
  secondary_status: campaign.secondary_status ?? null,
  campaign_type: campaign.campaign_type ?? null,
  rf_campaign_type: campaign.rf_campaign_type ?? null,
  campaign_automation_type: campaign.campaign_automation_type ?? null,
  is_smart_performance_campaign: campaign.is_smart_performance_campaign ?? null,
  is_search_campaign: campaign.is_search_campaign ?? null,
  is_new_structure: campaign.is_new_structure ?? null,
  is_advanced_dedicated_campaign: campaign.is_advanced_dedicated_campaign ?? null,
  roas_bid: campaign.roas_bid ?? null,
  budget_mode: campaign.budget_mode ?? null,
  budget: campaign.budget ?? null,
  operation_status: campaign.operation_status ?? null,
  catalog_enabled: campaign.catalog_enabled ?? null,
  app_promotion_type: campaign.app_promotion_type ?? null,
  deep_bid_type: campaign.deep_bid_type ?? null,
  rta_product_selection_enabled: campaign.rta_product_selection_enabled ?? null,
  rta_id: campaign.rta_id ?? null,
  disable_skan_campaign: campaign.disable_skan_campaign ?? null,
  rta_bid_enabled: campaign.rta_bid_enabled ?? null,
  create_time: campaign.create_time ?? null,
  modify_time: campaign.modify_time ?? null,
});

export const toAccount = (
  { id, name }: { id: string; name: string },
  details: AdvertiserDetails | undefined,
): PlatformAccount => ({
  id,
  name: name || details?.name || id,
  currency: details?.currency ?? null,
  // TikTok: `timezone` is an Etc/GMT name, whose sign is inverted.
  timeZone: details?.display_timezone ?? details?.timezone ?? null,
  loginCustomerId: null,
});
