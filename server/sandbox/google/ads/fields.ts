/** How a value travels in JSON: int64 as text, the others as they are. */
export type FieldType = 'int64' | 'double' | 'text' | 'boolean';

const CUSTOMER = {
  'customer.id': 'int64',
  'customer.descriptive_name': 'text',
  'customer.currency_code': 'text',
  'customer.time_zone': 'text',
  'customer.manager': 'boolean',
  'customer.test_account': 'boolean',
  'customer.status': 'text',
  'customer.resource_name': 'text',
} as const;

const CUSTOMER_CLIENT = {
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

const CAMPAIGN = {
  'campaign.id': 'int64',
  'campaign.name': 'text',
  'campaign.status': 'text',
  'campaign.advertising_channel_type': 'text',
  'campaign.resource_name': 'text',
} as const;

const AD_GROUP_AD = {
  'ad_group.id': 'int64',
  'ad_group.name': 'text',
  'ad_group.status': 'text',
  'ad_group.resource_name': 'text',
  'ad_group_ad.ad.id': 'int64',
  'ad_group_ad.ad.resource_name': 'text',
  'ad_group_ad.status': 'text',
  'ad_group_ad.resource_name': 'text',
} as const;

const METRICS = {
  'segments.date': 'text',
  'metrics.impressions': 'int64',
  'metrics.clicks': 'int64',
  'metrics.cost_micros': 'int64',
  'metrics.conversions': 'double',
} as const;

/** Which fields a query may name, by the resource in its FROM. */
export const FIELDS_OF: Readonly<Record<string, Readonly<Record<string, FieldType>>>> = {
  customer: { ...CUSTOMER, ...METRICS },
  customer_client: { ...CUSTOMER, ...CUSTOMER_CLIENT },
  campaign: { ...CUSTOMER, ...CAMPAIGN, ...METRICS },
  ad_group_ad: { ...CUSTOMER, ...CAMPAIGN, ...AD_GROUP_AD, ...METRICS },
};
