/** The JSON format of a value: int64 as text, text lists as objects, others unchanged. */
export type FieldType = 'int64' | 'double' | 'text' | 'boolean' | 'texts';

const customer = {
  'customer.id': 'int64',
  'customer.descriptive_name': 'text',
  'customer.currency_code': 'text',
  'customer.time_zone': 'text',
  'customer.manager': 'boolean',
  'customer.test_account': 'boolean',
  'customer.status': 'text',
  'customer.resource_name': 'text',
} as const;

const customerClient = {
  'customer_client.id': 'int64',
  'customer_client.client_customer': 'text',
  'customer_client.descriptive_name': 'text',
  'customer_client.currency_code': 'text',
  'customer_client.time_zone': 'text',
  'customer_client.manager': 'boolean',
  'customer_client.test_account': 'boolean',
  'customer_client.hidden': 'boolean',
  'customer_client.level': 'int64',
  'customer_client.status': 'text',
  'customer_client.resource_name': 'text',
} as const;

const campaign = {
  'campaign.id': 'int64',
  'campaign.name': 'text',
  'campaign.status': 'text',
  'campaign.advertising_channel_type': 'text',
  'campaign.resource_name': 'text',
} as const;

const adGroup = {
  'ad_group.id': 'int64',
  'ad_group.name': 'text',
  'ad_group.status': 'text',
  'ad_group.resource_name': 'text',
} as const;

const adGroupAd = {
  ...adGroup,
  'ad_group_ad.ad.id': 'int64',
  'ad_group_ad.ad.resource_name': 'text',
  'ad_group_ad.status': 'text',
  'ad_group_ad.resource_name': 'text',
} as const;

const metrics = {
  'segments.date': 'text',
  'metrics.impressions': 'int64',
  'metrics.clicks': 'int64',
  'metrics.cost_micros': 'int64',
  'metrics.conversions': 'double',
} as const;

/** The fields of the Preview. Any other field makes a report include all ads, see `details/`. */
export const previewFields: ReadonlySet<string> = new Set(
  Object.keys({ ...customer, ...customerClient, ...campaign, ...adGroupAd, ...metrics }).filter(
    (field) => field !== 'campaign.advertising_channel_type',
  ),
);

const campaignSettings = {
  'campaign.primary_status': 'text',
  'campaign.bidding_strategy_type': 'text',
  'campaign.bidding_strategy_system_status': 'text',
  'campaign.start_date_time': 'text',
  'campaign.end_date_time': 'text',
  'campaign_budget.id': 'int64',
  'campaign_budget.amount_micros': 'int64',
  'campaign_budget.total_amount_micros': 'int64',
  'campaign_budget.period': 'text',
  'campaign_budget.explicitly_shared': 'boolean',
  'campaign_budget.resource_name': 'text',
} as const;

const adDetails = {
  'ad_group_ad.ad.type': 'text',
  'ad_group_ad.ad.name': 'text',
  'ad_group_ad.ad.responsive_search_ad.headlines': 'texts',
  'ad_group_ad.policy_summary.approval_status': 'text',
  'ad_group_ad.policy_summary.review_status': 'text',
} as const;

const assetGroup = {
  'asset_group.id': 'int64',
  'asset_group.name': 'text',
  'asset_group.status': 'text',
  'asset_group.primary_status': 'text',
  'asset_group.resource_name': 'text',
} as const;

const category = { 'segments.conversion_action_category': 'text' } as const;

/** The allowed fields by the resource in FROM. */
export const fieldsOf: Readonly<Record<string, Readonly<Record<string, FieldType>>>> = {
  customer: { ...customer, ...metrics },
  customer_client: { ...customer, ...customerClient },
  campaign: { ...customer, ...campaign, ...metrics, ...campaignSettings, ...category },
  ad_group: { ...customer, ...campaign, ...adGroup },
  ad_group_ad: { ...customer, ...campaign, ...adGroupAd, ...metrics, ...adDetails, ...category },
  asset_group: { ...customer, ...campaign, ...assetGroup, ...metrics },
};
