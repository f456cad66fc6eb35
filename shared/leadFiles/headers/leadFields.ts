import type { CustomLeadKey } from '#shared/customLeadColumns.ts';

/** Fields of a lead that a column of a file or sheet can fill. */
export const leadFields = [
  'id',
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'createdTime',
  'status',
  'country',
  'platform',
  'adId',
  'adName',
  'adsetId',
  'adsetName',
  'campaignId',
  'campaignName',
  'formId',
  'formName',
  'isOrganic',
  'isTest',
] as const;

export type LeadField = (typeof leadFields)[number];

/** The fields of the specified columns. The other columns are answers. */
export const ownFields: Readonly<
  Partial<Record<CustomLeadKey, Exclude<LeadField, 'firstName' | 'lastName' | 'isTest'>>>
> = {
  // Some people enter the phone number here.
  Number: 'phone',
  Name: 'name',
  EmailAddress: 'email',
  ad_id: 'adId',
  Status: 'status',
  id: 'id',
  created_time: 'createdTime',
  ad_name: 'adName',
  adset_id: 'adsetId',
  adset_name: 'adsetName',
  campaign_id: 'campaignId',
  campaign_name: 'campaignName',
  form_id: 'formId',
  form_name: 'formName',
  is_organic: 'isOrganic',
  platform: 'platform',
  country: 'country',
};
