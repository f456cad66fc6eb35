import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformCall } from '../../calls/PlatformCall.ts';
import { ProviderError } from '../../ProviderError.ts';
import { within } from '../api.ts';
import type { CustomerAddress, GoogleAdsApi } from '../api.ts';
import {
  adDay,
  adGroupObject,
  adObject,
  assetGroupDay,
  assetGroupObject,
  campaignDay,
  campaignObject,
  leadDay,
} from './adTypes.ts';
import type { CampaignObject } from './adTypes.ts';

const metrics = 'metrics.cost_micros, metrics.impressions, metrics.clicks, metrics.conversions';

/** Google: leads of lead form assets and of forms on the website. */
const leadCategory = "segments.conversion_action_category = 'SUBMIT_LEAD_FORM'";

const campaignFields =
  'customer.time_zone, campaign.id, campaign.name, campaign.status, campaign.advertising_channel_type';
const settingFields =
  'campaign.primary_status, campaign.bidding_strategy_type, campaign.bidding_strategy_system_status, ' +
  'campaign.start_date_time, campaign.end_date_time, campaign_budget.id, campaign_budget.amount_micros, ' +
  'campaign_budget.total_amount_micros, campaign_budget.period, campaign_budget.explicitly_shared';

/** Queries from campaign to ad. Removed objects are included, since their spend still counts. */
export const createAdQueries = ({ stream }: GoogleAdsApi) => ({
  readCampaignDays: (call: PlatformCall, customer: CustomerAddress, range: DateRange) =>
    stream(
      call,
      customer,
      `SELECT segments.date, campaign.id, campaign.name, campaign.advertising_channel_type, ${metrics} FROM campaign ${within(range)}`,
      campaignDay,
    ),

  readAdDays: (call: PlatformCall, customer: CustomerAddress, range: DateRange) =>
    stream(
      call,
      customer,
      `SELECT segments.date, campaign.id, ad_group.id, ad_group.name, ad_group_ad.ad.id, ad_group_ad.ad.name, ${metrics} FROM ad_group_ad ${within(range)}`,
      adDay,
    ),

  readAssetGroupDays: (call: PlatformCall, customer: CustomerAddress, range: DateRange) =>
    stream(
      call,
      customer,
      `SELECT segments.date, campaign.id, asset_group.id, asset_group.name, ${metrics} FROM asset_group ${within(range)}`,
      assetGroupDay,
    ),

  /** Google: a category of conversions cannot be selected together with cost, clicks or impressions. */
  readLeadDays: (
    call: PlatformCall,
    customer: CustomerAddress,
    range: DateRange,
    resource: 'campaign' | 'ad_group_ad',
  ) => {
    const ids = resource === 'campaign' ? 'campaign.id' : 'campaign.id, ad_group_ad.ad.id';
    const fields = `segments.date, segments.conversion_action_category, ${ids}, metrics.conversions`;
    return stream(call, customer, `SELECT ${fields} FROM ${resource} ${within(range, leadCategory)}`, leadDay);
  },

  /** Without budget, schedule and learning state if this version of the API has renamed one of those fields. */
  async listCampaigns(call: PlatformCall, customer: CustomerAddress): Promise<CampaignObject[]> {
    const read = (fields: string) => stream(call, customer, `SELECT ${fields} FROM campaign`, campaignObject);
    try {
      return await read(`${campaignFields}, ${settingFields}`);
    } catch (error) {
      if (!(error instanceof ProviderError && error.providerCode === unknownFieldCode)) throw error;
      return read(campaignFields);
    }
  },

  listAdGroups: (call: PlatformCall, customer: CustomerAddress) =>
    stream(
      call,
      customer,
      'SELECT campaign.id, ad_group.id, ad_group.name, ad_group.status FROM ad_group',
      adGroupObject,
    ),

  listAds: (call: PlatformCall, customer: CustomerAddress) =>
    stream(
      call,
      customer,
      'SELECT campaign.id, ad_group.id, ad_group_ad.status, ad_group_ad.policy_summary.approval_status, ' +
        'ad_group_ad.policy_summary.review_status, ad_group_ad.ad.id, ad_group_ad.ad.name, ad_group_ad.ad.type, ' +
        'ad_group_ad.ad.responsive_search_ad.headlines FROM ad_group_ad',
      adObject,
    ),

  listAssetGroups: (call: PlatformCall, customer: CustomerAddress) =>
    stream(
      call,
      customer,
      'SELECT campaign.id, asset_group.id, asset_group.name, asset_group.status, asset_group.primary_status FROM asset_group',
      assetGroupObject,
    ),
});

const unknownFieldCode = 'queryError.UNRECOGNIZED_FIELD';
