import type { PgColumn } from '#server/database/drizzle.ts';
import type { CustomLeadKey } from '#shared/customLeadColumns.ts';
import { customLeads } from '#server/database/schema.ts';

/** The column of each value of a custom lead. */
export const storedColumns = {
  Number: customLeads.number,
  Name: customLeads.name,
  EmailAddress: customLeads.emailAddress,
  ad_id: customLeads.adId,
  Status: customLeads.status,
  Project: customLeads.project,
  id: customLeads.leadId,
  created_time: customLeads.createdTime,
  ad_name: customLeads.adName,
  adset_id: customLeads.adsetId,
  adset_name: customLeads.adsetName,
  campaign_id: customLeads.campaignId,
  campaign_name: customLeads.campaignName,
  form_id: customLeads.formId,
  form_name: customLeads.formName,
  is_organic: customLeads.isOrganic,
  platform: customLeads.platform,
  UnitType: customLeads.unitType,
  salesAdvisorContact: customLeads.salesAdvisorContact,
  country: customLeads.country,
  StartingPrice: customLeads.startingPrice,
  UNIX: customLeads.unix,
} as const satisfies Record<CustomLeadKey, PgColumn>;
