import * as z from 'zod';
import { id, metric } from '../types.ts';

/** Used parts of the rows and objects from campaign to ad. Meta: omits keys instead of sending null. */

const metrics = {
  spend: metric,
  impressions: metric,
  clicks: metric,
  actions: z.array(z.object({ action_type: z.string(), value: metric })).default([]),
  date_start: z.string(),
};

export const campaignDay = z.object({ campaign_id: id, campaign_name: z.string().default(''), ...metrics });
export type CampaignDay = z.infer<typeof campaignDay>;

export const adDay = z.object({
  ad_id: id,
  ad_name: z.string().default(''),
  adset_id: id,
  adset_name: z.string().default(''),
  campaign_id: id,
  ...metrics,
});
export type AdDay = z.infer<typeof adDay>;

/** Meta: a whole number as text, whose unit depends on the currency. */
const amount = z.union([z.string().regex(/^\d+$/), z.int().transform(String)]).optional();

const object = {
  id,
  name: z.string().default(''),
  effective_status: z.string().default(''),
};
const budgets = { daily_budget: amount, lifetime_budget: amount };

export const campaignObject = z.object({
  ...object,
  ...budgets,
  objective: z.string().optional(),
  start_time: z.string().optional(),
  stop_time: z.string().optional(),
});
export type CampaignObject = z.infer<typeof campaignObject>;

export const adSetObject = z.object({
  ...object,
  ...budgets,
  campaign_id: id,
  optimization_goal: z.string().optional(),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
  /** Meta: missing for inactive ad sets, for dynamic creative and in some accounts. */
  learning_stage_info: z.object({ status: z.string().optional() }).optional(),
});
export type AdSetObject = z.infer<typeof adSetObject>;

export const adObject = z.object({ ...object, adset_id: id, campaign_id: id });
export type AdObjectRow = z.infer<typeof adObject>;
