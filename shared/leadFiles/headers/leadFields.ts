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
