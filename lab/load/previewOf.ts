import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import type { PlatformId } from '#shared/platforms.ts';

/** The first request of a platform's Preview: all rows of Google and TikTok, the first dataset of Facebook. */
export const previewOf = {
  google: (customerIds, startDate, endDate) => ({
    endpoint: googleCampaigns,
    body: { startDate, endDate, customerIds },
  }),
  facebook: (ad_account_ids, since, until) => ({ endpoint: facebookInsights, body: { since, until, ad_account_ids } }),
  tiktok: (advertiser_ids, start_date, end_date) => ({
    endpoint: tiktokCampaigns,
    body: { start_date, end_date, advertiser_ids },
  }),
} satisfies Record<PlatformId, (ids: string[], since: string, until: string) => object>;
