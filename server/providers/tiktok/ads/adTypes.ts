import * as z from 'zod';
import type { QueryFields } from '../../calls/optionalFields.ts';
import { id } from '../types.ts';

const text = z.string().nullish();

/** TikTok: texts such as `214.370`; `-` or nothing where a metric has no value. */
const figure = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    const found = String(value ?? '').trim();
    return /^-?\d+(\.\d+)?$/.test(found) ? found : null;
  });

/** A parent's id, which TikTok sends as a metric. */
const parentId = text.transform((value) => (value && /^\d+$/.test(value) ? value : null));

const figures = {
  spend: figure,
  impressions: figure,
  clicks: figure,
  conversion: figure,
  onsite_form: figure,
  form: figure,
  objective_type: text,
};

const stat_time_day = z.string().regex(/^\d{4}-\d{2}-\d{2}/);

const campaignMetrics = z.object({ ...figures, campaign_name: text });
export const campaignDay = z.object({
  dimensions: z.object({ campaign_id: id, stat_time_day }),
  metrics: campaignMetrics,
});
export type CampaignDay = z.infer<typeof campaignDay>;

/** All metrics but some are required: a missing one would be a wrong number. */
const metricFields = (shape: object, optional: readonly string[]): QueryFields => ({
  required: Object.keys(shape).filter((name) => !optional.includes(name)),
  optional,
});

export const campaignMetricFields = metricFields(campaignMetrics.shape, ['campaign_name']);

const adMetrics = z.object({
  ...figures,
  ad_name: text,
  campaign_id: parentId,
  adgroup_id: parentId,
  adgroup_name: text,
});
export const adDay = z.object({
  dimensions: z.object({ ad_id_v2: id, stat_time_day }),
  metrics: adMetrics,
});
export type AdDay = z.infer<typeof adDay>;
/** Metrics that describe the ad, which some accounts may refuse, are optional. */
export const adMetricFields = metricFields(adMetrics.shape, [
  'campaign_id',
  'adgroup_id',
  'adgroup_name',
  'objective_type',
  'ad_name',
]);

const status = { operation_status: text, secondary_status: text };
const budget = { budget_mode: text, budget: z.number().nullish() };

/** An amount without its kind would be a wrong budget. */
const budgetFields = Object.keys(budget).join(', ');
const statusFields = Object.keys(status);

export const campaignObject = z.object({
  campaign_id: id,
  campaign_name: z.string().default(''),
  objective_type: text,
  ...status,
  ...budget,
});
export type CampaignObject = z.infer<typeof campaignObject>;
export const campaignObjectFields: QueryFields = {
  required: ['campaign_id', 'campaign_name', ...statusFields],
  optional: ['objective_type', budgetFields],
};

export const adGroupObject = z.object({
  adgroup_id: id,
  campaign_id: id,
  adgroup_name: z.string().default(''),
  optimization_goal: text,
  schedule_type: text,
  schedule_start_time: text,
  schedule_end_time: text,
  ...status,
  ...budget,
});
export type AdGroupObject = z.infer<typeof adGroupObject>;
export const adGroupFields: QueryFields = {
  required: ['adgroup_id', 'campaign_id', 'adgroup_name', ...statusFields],
  optional: ['optimization_goal', 'schedule_type, schedule_start_time, schedule_end_time', budgetFields],
};

const adParents = { adgroup_id: id, campaign_id: id, ad_name: z.string().default(''), ...status };
export const adObject = z.object({ ad_id: id, ...adParents });
export type AdObjectRow = z.infer<typeof adObject>;
export const smartAdObject = z.object({ smart_plus_ad_id: id, ...adParents });
export type SmartAdObject = z.infer<typeof smartAdObject>;
