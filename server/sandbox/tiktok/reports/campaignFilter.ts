import * as z from 'zod';
import { utcTime } from '#server/sandbox/tiktok/parameters.ts';

/** The supported filters. No sandbox campaign is promoted or reserved. */
export const campaignFilter = z.strictObject({
  campaign_ids: z.array(z.string()).max(100).optional(),
  campaign_name: z.string().optional(),
  primary_status: z
    .enum(['STATUS_ALL', 'STATUS_NOT_DELETE', 'STATUS_DELETE', 'STATUS_ENABLE', 'STATUS_DISABLE'])
    .optional(),
  secondary_status: z.string().optional(),
  objective_type: z.string().optional(),
  campaign_type: z.string().optional(),
  campaign_automation_type: z.string().optional(),
  buying_types: z.array(z.string()).optional(),
  campaign_system_origins: z.array(z.string()).optional(),
  is_smart_performance_campaign: z.boolean().optional(),
  creation_filter_start_time: utcTime.optional(),
  creation_filter_end_time: utcTime.optional(),
});

type CampaignFilter = z.infer<typeof campaignFilter>;

const deleted = 'CAMPAIGN_STATUS_DELETE';

const matchesPrimaryStatus = (campaign: Record<string, unknown>, status: CampaignFilter['primary_status']): boolean => {
  if (status === 'STATUS_DELETE') return campaign.secondary_status === deleted;
  if (status === 'STATUS_ENABLE') return campaign.operation_status === 'ENABLE';
  if (status === 'STATUS_DISABLE') return campaign.operation_status === 'DISABLE';
  return true;
};

/** TikTok: omits deleted campaigns unless a status filter includes them. */
const matchesSecondaryStatus = (campaign: Record<string, unknown>, filter: CampaignFilter): boolean => {
  const { primary_status: primary, secondary_status: status } = filter;
  if (status === 'CAMPAIGN_STATUS_ALL') return true;
  if (status !== undefined && status !== 'CAMPAIGN_STATUS_NOT_DELETE') return campaign.secondary_status === status;
  const asksForDeleted = status === undefined && (primary === 'STATUS_ALL' || primary === 'STATUS_DELETE');
  return asksForDeleted || campaign.secondary_status !== deleted;
};

/** Whether a campaign in the format of `/campaign/get/` passes all filters. */
export const matchesFilter = (campaign: Record<string, unknown>, filter: CampaignFilter): boolean => {
  const equals = (name: string, wanted: unknown): boolean => wanted === undefined || campaign[name] === wanted;
  const createTime = String(campaign.create_time);
  return (
    (filter.campaign_ids?.includes(String(campaign.campaign_id)) ?? true) &&
    String(campaign.campaign_name).includes(filter.campaign_name ?? '') &&
    matchesPrimaryStatus(campaign, filter.primary_status) &&
    matchesSecondaryStatus(campaign, filter) &&
    equals('objective_type', filter.objective_type) &&
    equals('campaign_type', filter.campaign_type) &&
    equals('campaign_automation_type', filter.campaign_automation_type) &&
    equals('is_smart_performance_campaign', filter.is_smart_performance_campaign) &&
    (filter.buying_types?.includes('AUCTION') ?? true) &&
    (filter.campaign_system_origins?.includes('TT_ADS_PLATFORM') ?? true) &&
    createTime >= (filter.creation_filter_start_time ?? '') &&
    createTime <= (filter.creation_filter_end_time ?? '9999')
  );
};
