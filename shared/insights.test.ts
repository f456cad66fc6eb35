import { expect, test } from 'vitest';
import { insightFacts } from './insights.ts';
import { platformIds } from './platforms.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Row fields in the order of the specification. */
const specified = {
  facebook: words(`ad_id ad_name adset_id adset_name campaign_id campaign_name clicks date impressions leads link_clicks
    platform spend`),
  google: words(`date customerName customerId campaignName campaignId campaignStatusLabel adsetName adsetId
    adsetStatusLabel adId adStatusLabel spend clicks impressions leads`),
  tiktok: words(`campaign_id campaign_name advertiser_id objective objective_type secondary_status campaign_type
    rf_campaign_type campaign_automation_type is_smart_performance_campaign is_search_campaign is_new_structure
    is_advanced_dedicated_campaign roas_bid budget_mode budget operation_status catalog_enabled app_promotion_type
    deep_bid_type rta_product_selection_enabled rta_id disable_skan_campaign rta_bid_enabled create_time modify_time ctr
    cpm conversion_rate spend profile_visits cpc clicks impressions conversion reach`),
};

test.each(platformIds)('rows of %s have the fields of the specification, with columns in the same order', (id) => {
  expect(insightFacts[id].columns.map(({ key }) => key)).toEqual(specified[id]);
  expect(Object.keys(insightFacts[id].row.shape)).toEqual(specified[id]);
});
