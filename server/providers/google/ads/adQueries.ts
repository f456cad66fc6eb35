import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformCall } from '../../calls/PlatformCall.ts';
import type { QueryFields } from '../../calls/optionalFields.ts';
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

const metrics = ['metrics.cost_micros', 'metrics.impressions', 'metrics.clicks', 'metrics.conversions'];

/** Google: leads of lead form assets and of forms on the website. */
const leadCategory = "segments.conversion_action_category = 'SUBMIT_LEAD_FORM'";

const campaignDays: QueryFields = {
  required: ['segments.date', 'campaign.id', ...metrics],
  optional: ['campaign.name', 'campaign.advertising_channel_type'],
};
const adDays: QueryFields = {
  required: ['segments.date', 'campaign.id', 'ad_group.id', 'ad_group_ad.ad.id', ...metrics],
  optional: ['ad_group.name', 'ad_group_ad.ad.name'],
};
const assetGroupDays: QueryFields = {
  required: ['segments.date', 'campaign.id', 'asset_group.id', ...metrics],
  optional: ['asset_group.name'],
};
const campaigns: QueryFields = {
  required: ['campaign.id', 'campaign.status'],
  optional: [
    'customer.time_zone',
    'campaign.name',
    'campaign.advertising_channel_type',
    'campaign.primary_status',
    'campaign.bidding_strategy_type',
    'campaign.bidding_strategy_system_status',
    'campaign.start_date_time',
    'campaign.end_date_time',
    // Together: without one of them, a shared budget would count for each of its campaigns.
    'campaign_budget.id, campaign_budget.amount_micros, campaign_budget.total_amount_micros, campaign_budget.period, campaign_budget.explicitly_shared',
  ],
};
const adGroups: QueryFields = {
  required: ['campaign.id', 'ad_group.id', 'ad_group.status'],
  optional: ['ad_group.name'],
};
const ads: QueryFields = {
  required: ['campaign.id', 'ad_group.id', 'ad_group_ad.status', 'ad_group_ad.ad.id'],
  optional: [
    'ad_group_ad.policy_summary.approval_status',
    'ad_group_ad.policy_summary.review_status',
    'ad_group_ad.ad.name',
    'ad_group_ad.ad.type',
    'ad_group_ad.ad.responsive_search_ad.headlines',
  ],
};
const assetGroups: QueryFields = {
  required: ['campaign.id', 'asset_group.id', 'asset_group.status'],
  optional: ['asset_group.name', 'asset_group.primary_status'],
};

/** Queries from campaign to ad. Removed objects are included, since their spend still counts. */
export const createAdQueries = ({ select }: GoogleAdsApi) => ({
  readCampaignDays: (call: PlatformCall, customer: CustomerAddress, range: DateRange) =>
    select(call, customer, { fields: campaignDays, from: `FROM campaign ${within(range)}`, row: campaignDay }),

  readAdDays: (call: PlatformCall, customer: CustomerAddress, range: DateRange) =>
    select(call, customer, { fields: adDays, from: `FROM ad_group_ad ${within(range)}`, row: adDay }),

  readAssetGroupDays: (call: PlatformCall, customer: CustomerAddress, range: DateRange) =>
    select(call, customer, { fields: assetGroupDays, from: `FROM asset_group ${within(range)}`, row: assetGroupDay }),

  /** Google: a category of conversions cannot be selected together with cost, clicks or impressions. */
  readLeadDays: (
    call: PlatformCall,
    customer: CustomerAddress,
    range: DateRange,
    resource: 'campaign' | 'ad_group_ad',
  ) => {
    const ids = resource === 'campaign' ? ['campaign.id'] : ['campaign.id', 'ad_group_ad.ad.id'];
    const required = ['segments.date', 'segments.conversion_action_category', ...ids, 'metrics.conversions'];
    const from = `FROM ${resource} ${within(range, leadCategory)}`;
    return select(call, customer, { fields: { required, optional: [] }, from, row: leadDay });
  },

  listCampaigns: (call: PlatformCall, customer: CustomerAddress) =>
    select(call, customer, { fields: campaigns, from: 'FROM campaign', row: campaignObject }),

  listAdGroups: (call: PlatformCall, customer: CustomerAddress) =>
    select(call, customer, { fields: adGroups, from: 'FROM ad_group', row: adGroupObject }),

  listAds: (call: PlatformCall, customer: CustomerAddress) =>
    select(call, customer, { fields: ads, from: 'FROM ad_group_ad', row: adObject }),

  listAssetGroups: (call: PlatformCall, customer: CustomerAddress) =>
    select(call, customer, { fields: assetGroups, from: 'FROM asset_group', row: assetGroupObject }),
});
