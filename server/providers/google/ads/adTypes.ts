import * as z from 'zod';
import { count, id, metrics } from '../types.ts';

/** Rows of the queries from campaign to ad. Google omits unset values, so all but ids may be absent. */

const text = z.string().nullish();
const status = z.string().default('UNKNOWN');
const parent = z.object({ id });

const day = { segments: z.object({ date: z.string() }), campaign: z.object({ id, name: text }) };

/** A row of `FROM campaign` by day. */
export const campaignDay = z.object({ ...day, metrics });
export type CampaignDay = z.infer<typeof campaignDay>;

/** A row of `FROM ad_group_ad` by day. */
export const adDay = z.object({
  ...day,
  adGroup: z.object({ id, name: text }),
  adGroupAd: z.object({ ad: z.object({ id, name: text }) }),
  metrics,
});
export type AdDay = z.infer<typeof adDay>;

/** A row of `FROM asset_group` by day. */
export const assetGroupDay = z.object({ ...day, assetGroup: z.object({ id, name: text }), metrics });
export type AssetGroupDay = z.infer<typeof assetGroupDay>;

/** Conversions of one category, of an ad or a campaign. */
export const leadDay = z.object({
  segments: z.object({ date: z.string() }),
  campaign: parent,
  adGroupAd: z.object({ ad: parent }).optional(),
  metrics: z.object({ conversions: z.number().default(0) }).prefault({}),
});
export type LeadDay = z.infer<typeof leadDay>;

export const campaignObject = z.object({
  customer: z.object({ timeZone: text }).optional(),
  campaign: z.object({
    id,
    name: z.string().default(''),
    status,
    advertisingChannelType: text,
    primaryStatus: text,
    biddingStrategyType: text,
    biddingStrategySystemStatus: text,
    startDateTime: text,
    endDateTime: text,
  }),
  campaignBudget: z
    .object({
      id,
      amountMicros: count,
      totalAmountMicros: count,
      explicitlyShared: z.boolean().default(false),
    })
    .optional(),
});
export type CampaignObject = z.infer<typeof campaignObject>;

export const adGroupObject = z.object({
  campaign: parent,
  adGroup: z.object({ id, name: z.string().default(''), status }),
});
export type AdGroupObject = z.infer<typeof adGroupObject>;

export const adObject = z.object({
  campaign: parent,
  adGroup: parent,
  adGroupAd: z.object({
    status,
    policySummary: z.object({ approvalStatus: text, reviewStatus: text }).optional(),
    ad: z.object({
      id,
      name: text,
      type: text,
      responsiveSearchAd: z.object({ headlines: z.array(z.object({ text })).default([]) }).optional(),
    }),
  }),
});
export type AdGroupAdObject = z.infer<typeof adObject>;

export const assetGroupObject = z.object({
  campaign: parent,
  assetGroup: z.object({ id, name: z.string().default(''), status, primaryStatus: text }),
});
export type AssetGroupObject = z.infer<typeof assetGroupObject>;
