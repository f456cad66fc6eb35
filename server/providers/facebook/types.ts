import * as z from 'zod';

/**
 * Used parts of the Graph API's responses; unknown keys are ignored. Meta: omits keys instead of sending null, sends
 * most metrics as text, and may omit zero metrics.
 */

/** An id, always text. A number that has already lost digits is refused. */
export const id = z.union([z.string().min(1), z.int().transform(String)]);
export const metric = z.union([z.string().regex(/^-?\d+(\.\d+)?$/), z.number().transform(String)]).default('0');

export const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() });

export const debugAnswer = z.object({
  data: z.object({ is_valid: z.boolean(), expires_at: z.number().optional() }),
});

export const person = z.object({ id, name: z.string().optional() });

export const permissionsAnswer = z.object({
  data: z.array(z.object({ permission: z.string(), status: z.string() })),
});

/** Meta: some edges send `true` as text. */
export const success = z.object({ success: z.union([z.literal(true), z.literal('true')]) });

const paging = z
  .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
  .optional();

export const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), paging });

/** One page of an edge. */
export type GraphPage<Item> = { data: Item[]; paging?: z.infer<typeof paging> };

export const adAccount = z.object({
  id: z.string().regex(/^act_\d+$/),
  name: z.string().optional(),
  currency: z.string().optional(),
  timezone_name: z.string().optional(),
});
export type AdAccount = z.infer<typeof adAccount>;

/** One ad on one day. */
export const insight = z.object({
  ad_id: id,
  ad_name: z.string().default(''),
  adset_id: id,
  adset_name: z.string().default(''),
  campaign_id: id,
  campaign_name: z.string().default(''),
  clicks: metric,
  impressions: metric,
  spend: metric,
  inline_link_clicks: metric,
  actions: z.array(z.object({ action_type: z.string(), value: metric })).default([]),
  date_start: z.string(),
});
export type Insight = z.infer<typeof insight>;

/** An id that becomes part of a path. Meta sends only this one as a number. */
const runId = id.refine((value) => /^\d{1,30}$/.test(value));
export const reportStarted = z.object({ report_run_id: runId });

/** A report run. Meta: error fields exist since v25, and only on failed runs. */
export const reportRun = z.object({
  async_status: z.string(),
  async_percent_completion: z.number().default(0),
  error_code: z.number().optional(),
  error_subcode: z.number().optional(),
});
export type ReportRun = z.infer<typeof reportRun>;

export const errorAnswer = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
    fbtrace_id: z.string().optional(),
  }),
});
export type GraphFault = z.infer<typeof errorAnswer>['error'];

/** Usage headers; all optional, each with its own unit of time. */
export const businessUsage = z.record(
  z.string(),
  z.array(
    z.object({
      call_count: z.number().default(0),
      total_cputime: z.number().default(0),
      total_time: z.number().default(0),
      estimated_time_to_regain_access: z.number().default(0),
    }),
  ),
);
export const accountUsage = z.object({
  acc_id_util_pct: z.number().default(0),
  reset_time_duration: z.number().default(0),
});
export const appUsage = z.object({
  call_count: z.number().default(0),
  total_cputime: z.number().default(0),
  total_time: z.number().default(0),
});
export const insightsThrottle = z.object({
  app_id_util_pct: z.number().default(0),
  acc_id_util_pct: z.number().default(0),
});
