import type { FacebookRow } from '#shared/insights/facebook.ts';
import type { GoogleRow } from '#shared/insights/google.ts';
import type { TikTokRow } from '#shared/insights/tiktok.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_value, index) => index + 1);

/** Sample rows whose values grow with the row number. */
export const googleRows = (count: number): GoogleRow[] =>
  range(count).map((number) => ({
    date: '2026-11-20',
    customerName: 'Garden',
    customerId: '111',
    campaignName: `Campaign ${number}`,
    campaignId: '20039002028',
    campaignStatusLabel: 'Enabled',
    adsetName: '',
    adsetId: '15209',
    adsetStatusLabel: 'Paused',
    adId: '7',
    adStatusLabel: 'Removed',
    spend: 1240.5,
    clicks: 12_345,
    impressions: 0,
    leads: number === 1 ? 1.5 : 2,
  }));

export const facebookRows = (name: string, count: number): FacebookRow[] =>
  range(count).map((number) => ({
    ad_id: '120210948300014001',
    ad_name: `${name} ${number}`,
    adset_id: '1',
    adset_name: 'Set',
    campaign_id: '2',
    campaign_name: 'Offer',
    clicks: 5,
    date: '2026-11-20',
    impressions: 100,
    leads: 1,
    link_clicks: 4,
    platform: 'facebook',
    spend: 3,
  }));

const unset = { text: null, flag: null, number: null } as const;

export const tiktokRows = (count: number): TikTokRow[] =>
  range(count).map((number) => ({
    campaign_id: `18505428000100079${number}`,
    campaign_name: `Deal ${number}`,
    advertiser_id: '755',
    objective: unset.text,
    objective_type: 'LEAD_GENERATION',
    secondary_status: 'CAMPAIGN_STATUS_ENABLE',
    campaign_type: unset.text,
    rf_campaign_type: unset.text,
    campaign_automation_type: unset.text,
    is_smart_performance_campaign: true,
    is_search_campaign: false,
    is_new_structure: unset.flag,
    is_advanced_dedicated_campaign: unset.flag,
    roas_bid: unset.number,
    budget_mode: unset.text,
    budget: 50,
    operation_status: 'ENABLE',
    catalog_enabled: unset.flag,
    app_promotion_type: unset.text,
    deep_bid_type: unset.text,
    rta_product_selection_enabled: unset.flag,
    rta_id: unset.text,
    disable_skan_campaign: unset.flag,
    rta_bid_enabled: unset.flag,
    create_time: unset.text,
    modify_time: unset.text,
    ctr: 1.18,
    cpm: unset.number,
    conversion_rate: 0.04,
    spend: 9,
    profile_visits: 0,
    cpc: unset.number,
    clicks: 1,
    impressions: 2,
    conversion: 0,
    reach: unset.number,
  }));
