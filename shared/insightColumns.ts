import type { InsightRowOf } from './contracts/insightRows.ts';
import type { PlatformId } from './platforms.ts';

/**
 * How a column is shown and written: `id` is text in a monospaced face and stays text in a sheet, `money` is in the
 * account's currency, `percent` holds percentages as the platform reports them (1.18 is 1.18 %).
 */
export type ColumnKind = 'text' | 'id' | 'date' | 'integer' | 'decimal' | 'money' | 'percent' | 'flag' | 'status';

export type Column<Key extends string = string> = { key: Key; title: string; kind: ColumnKind };

type ColumnsOf<P extends PlatformId> = readonly Column<keyof InsightRowOf[P] & string>[];

/** The columns of the Preview tables and of their exports, in the order of the row's fields. */
export const insightColumns: { [P in PlatformId]: ColumnsOf<P> } = {
  facebook: [
    { key: 'ad_id', title: 'Ad ID', kind: 'id' },
    { key: 'ad_name', title: 'Ad Name', kind: 'text' },
    { key: 'adset_id', title: 'Ad Set ID', kind: 'id' },
    { key: 'adset_name', title: 'Ad Set Name', kind: 'text' },
    { key: 'campaign_id', title: 'Campaign ID', kind: 'id' },
    { key: 'campaign_name', title: 'Campaign Name', kind: 'text' },
    { key: 'clicks', title: 'Clicks', kind: 'integer' },
    { key: 'date', title: 'Date', kind: 'date' },
    { key: 'impressions', title: 'Impressions', kind: 'integer' },
    { key: 'leads', title: 'Leads', kind: 'integer' },
    { key: 'link_clicks', title: 'Link Clicks', kind: 'integer' },
    { key: 'platform', title: 'Platform', kind: 'text' },
    { key: 'spend', title: 'Spend', kind: 'money' },
  ],
  google: [
    { key: 'date', title: 'Date', kind: 'date' },
    { key: 'customerName', title: 'Customer Name', kind: 'text' },
    { key: 'customerId', title: 'Customer ID', kind: 'id' },
    { key: 'campaignName', title: 'Campaign Name', kind: 'text' },
    { key: 'campaignId', title: 'Campaign ID', kind: 'id' },
    { key: 'campaignStatusLabel', title: 'Campaign Status', kind: 'status' },
    { key: 'adsetName', title: 'Ad Set Name', kind: 'text' },
    { key: 'adsetId', title: 'Ad Set ID', kind: 'id' },
    { key: 'adsetStatusLabel', title: 'Ad Set Status', kind: 'status' },
    { key: 'adId', title: 'Ad ID', kind: 'id' },
    { key: 'adStatusLabel', title: 'Ad Status', kind: 'status' },
    { key: 'spend', title: 'Spend', kind: 'money' },
    { key: 'clicks', title: 'Clicks', kind: 'integer' },
    { key: 'impressions', title: 'Impressions', kind: 'integer' },
    { key: 'leads', title: 'Leads', kind: 'decimal' },
  ],
  tiktok: [
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
};
