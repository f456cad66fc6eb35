import * as z from 'zod/mini';
import type { PlatformId } from '../platforms.ts';

const text = z.string();
const optionalText = z.nullable(z.string());
const number = z.number();
const optionalNumber = z.nullable(z.number());
const optionalFlag = z.nullable(z.boolean());

/** One ad on one day. `spend` in the account's currency; `leads` counts lead actions once, `link_clicks` inline link clicks. */
const facebookRow = z.object({
  ad_id: text,
  ad_name: text,
  adset_id: text,
  adset_name: text,
  campaign_id: text,
  campaign_name: text,
  clicks: number,
  date: text,
  impressions: number,
  leads: number,
  link_clicks: number,
  platform: text,
  spend: number,
});

/** One ad on one day. `spend` in currency units of the customer, `leads` are conversions and may be fractional. */
const googleRow = z.object({
  date: text,
  customerName: text,
  customerId: text,
  campaignName: text,
  campaignId: text,
  campaignStatusLabel: text,
  adsetName: text,
  adsetId: text,
  adsetStatusLabel: text,
  adId: text,
  adStatusLabel: text,
  spend: number,
  clicks: number,
  impressions: number,
  leads: number,
});

/** One campaign over the whole range. Ratios are percentages; `reach` is null where spans cannot be added up. */
const tiktokRow = z.object({
  campaign_id: text,
  campaign_name: text,
  advertiser_id: text,
  objective: optionalText,
  objective_type: optionalText,
  secondary_status: optionalText,
  campaign_type: optionalText,
  rf_campaign_type: optionalText,
  campaign_automation_type: optionalText,
  is_smart_performance_campaign: optionalFlag,
  is_search_campaign: optionalFlag,
  is_new_structure: optionalFlag,
  is_advanced_dedicated_campaign: optionalFlag,
  roas_bid: optionalNumber,
  budget_mode: optionalText,
  budget: optionalNumber,
  operation_status: optionalText,
  catalog_enabled: optionalFlag,
  app_promotion_type: optionalText,
  deep_bid_type: optionalText,
  rta_product_selection_enabled: optionalFlag,
  rta_id: optionalText,
  disable_skan_campaign: optionalFlag,
  rta_bid_enabled: optionalFlag,
  create_time: optionalText,
  modify_time: optionalText,
  ctr: optionalNumber,
  cpm: optionalNumber,
  conversion_rate: optionalNumber,
  spend: number,
  profile_visits: number,
  cpc: optionalNumber,
  clicks: number,
  impressions: number,
  conversion: number,
  reach: optionalNumber,
});

export const insightRows = { facebook: facebookRow, google: googleRow, tiktok: tiktokRow } satisfies Record<
  PlatformId,
  unknown
>;

export type FacebookRow = z.infer<typeof facebookRow>;
export type GoogleRow = z.infer<typeof googleRow>;
export type TikTokRow = z.infer<typeof tiktokRow>;
type Rows = { facebook: FacebookRow; google: GoogleRow; tiktok: TikTokRow };
/** Over the ids, so that the compiler names a missing platform here and not wherever a row is used. */
export type InsightRowOf = { [P in PlatformId]: Rows[P] };

/** One TikTok campaign on one day, as its daily report says; `spend` in the advertiser's currency. */
export type TikTokDayRow = {
  campaign_id: string;
  campaign_name: string;
  spend: number;
  clicks: number;
  impressions: number;
  conversion: number;
};

/** What is stored of a day: rows of the Preview where the platform reports them by day. */
type DayRows = { facebook: FacebookRow; google: GoogleRow; tiktok: TikTokDayRow };
export type InsightDayRowOf = { [P in PlatformId]: DayRows[P] };
export type InsightDayRow = InsightDayRowOf[PlatformId];
