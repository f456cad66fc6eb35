import { Router } from 'express';
import { campaignFilter, matchesFilter } from './campaignFilter.ts';
import { pageOf, parseFilter, textList } from '#server/sandbox/tiktok/parameters.ts';
import { invalidParameter } from '#server/sandbox/tiktok/TikTokError.ts';
import type { TikTokApi } from '#server/sandbox/tiktok/tiktokApi.ts';
import { selectFields } from './selectFields.ts';
import type { TikTokAdvertiser, TikTokCampaign } from '#server/sandbox/tiktok/tiktokData.ts';

const parseExclusion = (types: readonly string[] | undefined): boolean => {
  if (!types) return false;
  if (types.some((type) => type !== 'NULL_FIELD')) {
    throw invalidParameter('exclude_field_types_in_response: Must be one of: NULL_FIELD.');
  }
  return types.length > 0;
};

const withoutNulls = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

/** TikTok: numbers are numbers here, unlike in reports; fields that do not apply to the campaign are null. */
const describe = (advertiser: TikTokAdvertiser, campaign: TikTokCampaign): Record<string, unknown> => {
  const sellsApp = campaign.appPromotionType !== 'UNSET';
  return {
    advertiser_id: advertiser.id,
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    campaign_type: 'REGULAR_CAMPAIGN',
    campaign_automation_type: campaign.automationType,
    rf_campaign_type: null,
    objective: sellsApp ? 'APP' : 'LANDING_PAGE',
    objective_type: campaign.objectiveType,
    app_promotion_type: campaign.appPromotionType,
    budget: campaign.budget,
    budget_mode: campaign.budgetMode,
    roas_bid: campaign.roasBid,
    deep_bid_type: campaign.deepBidType,
    operation_status: campaign.isEnabled ? 'ENABLE' : 'DISABLE',
    secondary_status: campaign.secondaryStatus,
    is_new_structure: true,
    is_search_campaign: campaign.isSearch,
    is_smart_performance_campaign: campaign.automationType === 'SMART_PLUS',
    is_advanced_dedicated_campaign: false,
    catalog_enabled: false,
    disable_skan_campaign: sellsApp ? false : null,
    rta_id: null,
    rta_bid_enabled: sellsApp ? false : null,
    rta_product_selection_enabled: null,
    create_time: campaign.createTime,
    modify_time: campaign.modifyTime,
  };
};

/** Routes for an advertiser's campaigns, below `/open_api/v1.3`. */
export const createCampaignsRouter = (api: TikTokApi): Router => {
  const router = Router({ strict: true });
  router.get('/campaign/get/', (request, response) => {
    const advertiser = api.advertiserOf(request);
    const fields = textList(request, 'fields');
    const dropsNulls = parseExclusion(textList(request, 'exclude_field_types_in_response'));
    const filter = parseFilter(request, campaignFilter);
    const found = advertiser.campaigns
      .map((campaign) => describe(advertiser, campaign))
      .filter((record) => matchesFilter(record, filter));
    const page = pageOf(request, found);
    const list = page.list.map((record) => {
      const selected = selectFields(record, fields);
      return dropsNulls ? withoutNulls(selected) : selected;
    });
    api.send(response, { ...page, list });
  });
  return router;
};
