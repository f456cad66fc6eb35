import * as z from 'zod/mini';
import type { InsightFacts } from './InsightFacts.ts';

const text = z.string();
const optionalText = z.nullable(z.string());
const number = z.number();
const optionalNumber = z.nullable(z.number());
const optionalFlag = z.nullable(z.boolean());

/** One campaign over the whole range. Ratios are percentages; `reach` is null if it would have to be summed over spans. */
const row = z.object({
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

export type TikTokRow = z.infer<typeof row>;

export const tiktok = {
  row,
  nameKey: 'campaign_name',
  accountKey: 'advertiser_id',
  // `reach` counts each person once per range, so rows are stored by range.
  dayOrder: null,
  comesInDatasets: false,
  columns: [
    { key: 'campaign_id', title: 'Campaign ID', kind: 'id' },
    { key: 'campaign_name', title: 'Campaign Name', kind: 'text' },
    { key: 'advertiser_id', title: 'Advertiser ID', kind: 'id' },
    { key: 'objective', title: 'Objective', kind: 'text' },
    { key: 'objective_type', title: 'Objective Type', kind: 'text' },
    { key: 'secondary_status', title: 'Secondary Status', kind: 'status' },
    { key: 'campaign_type', title: 'Campaign Type', kind: 'text' },
    { key: 'rf_campaign_type', title: 'Reach & Frequency Type', kind: 'text' },
    { key: 'campaign_automation_type', title: 'Automation Type', kind: 'text' },
    { key: 'is_smart_performance_campaign', title: 'Smart Performance', kind: 'flag' },
    { key: 'is_search_campaign', title: 'Search Campaign', kind: 'flag' },
    { key: 'is_new_structure', title: 'New Structure', kind: 'flag' },
    { key: 'is_advanced_dedicated_campaign', title: 'Advanced Dedicated', kind: 'flag' },
    { key: 'roas_bid', title: 'ROAS Bid', kind: 'decimal' },
    { key: 'budget_mode', title: 'Budget Mode', kind: 'text' },
    { key: 'budget', title: 'Budget', kind: 'money' },
    { key: 'operation_status', title: 'Operation Status', kind: 'status' },
    { key: 'catalog_enabled', title: 'Catalog', kind: 'flag' },
    { key: 'app_promotion_type', title: 'App Promotion Type', kind: 'text' },
    { key: 'deep_bid_type', title: 'Deep Bid Type', kind: 'text' },
    { key: 'rta_product_selection_enabled', title: 'RTA Product Selection', kind: 'flag' },
    { key: 'rta_id', title: 'RTA ID', kind: 'id' },
    { key: 'disable_skan_campaign', title: 'SKAN Disabled', kind: 'flag' },
    { key: 'rta_bid_enabled', title: 'RTA Bid', kind: 'flag' },
    { key: 'create_time', title: 'Created', kind: 'text' },
    { key: 'modify_time', title: 'Modified', kind: 'text' },
    { key: 'ctr', title: 'CTR', kind: 'percent' },
    { key: 'cpm', title: 'CPM', kind: 'money' },
    { key: 'conversion_rate', title: 'Conversion Rate', kind: 'percent' },
    { key: 'spend', title: 'Spend', kind: 'money' },
    { key: 'profile_visits', title: 'Profile Visits', kind: 'integer' },
    { key: 'cpc', title: 'CPC', kind: 'money' },
    { key: 'clicks', title: 'Clicks', kind: 'integer' },
    { key: 'impressions', title: 'Impressions', kind: 'integer' },
    { key: 'conversion', title: 'Conversions', kind: 'integer' },
    { key: 'reach', title: 'Reach', kind: 'integer' },
  ],
} as const satisfies InsightFacts;
