import * as z from 'zod';
import type { QueryFields } from '../calls/optionalFields.ts';

/**
 * Used parts of TikTok's responses; unknown keys are ignored. TikTok: ids are texts, campaign numbers are numbers,
 * report numbers are texts, and `-` means no value.
 */

/** An id, always text. A number that has already lost digits is refused. */
export const id = z.union([z.string().min(1), z.int().transform(String)]);
const optionalText = z.string().nullish();
const optionalFlag = z.boolean().nullish();
const optionalNumber = z.number().nullish();

/** Every JSON response, including refusals; HTTP is always 200. A refusal may come without `data`. */
export const envelope = z.object({
  code: z.number(),
  message: z.string().default(''),
  request_id: z.string().optional(),
  data: z.unknown().optional(),
});

export const tokenData = z.object({
  access_token: z.string().min(1),
  scope: z.array(z.union([z.number(), z.string()]).transform(String)).default([]),
});

export const nothing = z.unknown();

export const advertisersData = z.object({
  list: z.array(z.object({ advertiser_id: id, advertiser_name: z.string().default('') })).default([]),
});

export const advertiserDetailsData = z.object({
  list: z
    .array(
      z.object({
        advertiser_id: id,
        name: optionalText,
        currency: optionalText,
        timezone: optionalText,
        display_timezone: optionalText,
      }),
    )
    .default([]),
});
export type AdvertiserDetails = z.infer<typeof advertiserDetailsData>['list'][number];

/** TikTok: `total_page` may be 0 for an empty list. */
export const pageInfo = z.object({ page: z.number(), total_page: z.number() });
export type PageInfo = z.infer<typeof pageInfo>;

/** One page of a list. */
export const listData = <Item extends z.ZodType>(item: Item) =>
  z.object({
    list: z.array(item).default([]),
    page_info: pageInfo,
  });

/** Optional keys may be null or absent. */
export const campaign = z.object({
  campaign_id: id,
  campaign_name: z.string().default(''),
  advertiser_id: id,
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
  rta_id: id.nullish(),
  disable_skan_campaign: optionalFlag,
  rta_bid_enabled: optionalFlag,
  create_time: optionalText,
  modify_time: optionalText,
});
export type Campaign = z.infer<typeof campaign>;

const requiredCampaignFields = ['campaign_id', 'advertiser_id', 'campaign_name', 'operation_status'];
export const campaignFields: QueryFields = {
  required: requiredCampaignFields,
  optional: Object.keys(campaign.shape).filter((name) => !requiredCampaignFields.includes(name)),
};

/** A text such as `214.370`; null for `-`, invalid and missing values. */
const metric = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    const text = String(value ?? '').trim();
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
  });

/** Metrics of a campaign over a span of days. */
export const figures = z.object({
  spend: metric,
  impressions: metric,
  clicks: metric,
  ctr: metric,
  cpc: metric,
  cpm: metric,
  conversion: metric,
  conversion_rate: metric,
  reach: metric,
  profile_visits: metric,
});
export type Figures = z.infer<typeof figures>;
export const figureNames = Object.keys(figures.shape);

export const reportRow = z.object({ dimensions: z.object({ campaign_id: id }), metrics: figures });
export type ReportRow = z.infer<typeof reportRow>;
