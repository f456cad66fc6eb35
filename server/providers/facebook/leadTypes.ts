import * as z from 'zod';

/*
 * Pages, lead forms and leads as the Graph API gives them. Ids are digits, since they become part of paths; they have more
 * of them than a double holds, so a number that is not exact is refused.
 */
export const leadObjectId = z.union([z.string().regex(/^\d{1,30}$/), z.int().nonnegative().transform(String)]);

/** Meta: without a task that allows it, the token of the Page is left out. */
export const leadPage = z.object({
  id: leadObjectId,
  name: z.string().optional(),
  access_token: z.string().min(1).optional(),
});
export type GraphLeadPage = z.infer<typeof leadPage>;

export const leadForm = z.object({
  id: leadObjectId,
  name: z.string().optional(),
  status: z.string().default(''),
  leads_count: z.number().optional(),
});
export type GraphLeadForm = z.infer<typeof leadForm>;

/** Meta: the offset is written `+0000`, without a colon. */
const graphTime = z
  .string()
  .transform((text) => new Date(text))
  .refine((time) => !Number.isNaN(time.getTime()));

const answerValue = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]);

/** Meta: the ad, its set and its campaign are left out of organic leads and where the person has no access to them. */
export const graphLead = z.object({
  id: leadObjectId,
  created_time: graphTime,
  form_id: leadObjectId,
  field_data: z.array(z.object({ name: z.string(), values: z.array(answerValue).default([]) })).default([]),
  ad_id: leadObjectId.optional(),
  ad_name: z.string().optional(),
  adset_id: leadObjectId.optional(),
  adset_name: z.string().optional(),
  campaign_id: leadObjectId.optional(),
  campaign_name: z.string().optional(),
  is_organic: z.boolean().optional(),
  platform: z.string().optional(),
});
export type GraphLead = z.infer<typeof graphLead>;

/** What a webhook delivers; the value of a change is read by its field. Changes of other fields may come without a value. */
export const leadEvent = z.object({
  object: z.string(),
  entry: z.array(
    z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown().optional() })).default([]) }),
  ),
});

/** Meta: the event holds no answers, and its ids come as numbers or as texts. */
export const leadChange = z.object({
  leadgen_id: leadObjectId,
  page_id: leadObjectId,
  form_id: leadObjectId.optional(),
});
