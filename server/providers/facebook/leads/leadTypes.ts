import * as z from 'zod';

/**
 * Pages, lead forms and leads as returned by the Graph API. Ids are digits because they become part of paths. They can
 * exceed the precision of a double, so an inexact number is refused.
 */
export const leadObjectId = z.union([z.string().regex(/^\d{1,30}$/), z.int().nonnegative().transform(String)]);

/** Meta: omits the Page token if the person's tasks do not allow it. */
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

const answer = z.object({ name: z.string(), values: z.array(answerValue).default([]) });

/** Meta: omits ad, ad set and campaign for organic leads, and if the person cannot access them. */
export const graphLead = z.object({
  id: leadObjectId,
  created_time: graphTime,
  form_id: leadObjectId,
  field_data: z.array(answer).default([]),
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

const ifReadable = <Part extends z.ZodType>(part: Part) => part.optional().catch(undefined);

/** The readable parts of a lead with parts of another shape. */
export const partialLead = z.object({
  id: leadObjectId,
  created_time: ifReadable(graphTime),
  form_id: ifReadable(leadObjectId),
  field_data: z
    .array(ifReadable(answer))
    .catch([])
    .transform((answers) => answers.filter((each) => each !== undefined)),
  ad_id: ifReadable(leadObjectId),
  ad_name: ifReadable(z.string()),
  adset_id: ifReadable(leadObjectId),
  adset_name: ifReadable(z.string()),
  campaign_id: ifReadable(leadObjectId),
  campaign_name: ifReadable(z.string()),
  is_organic: ifReadable(z.boolean()),
  platform: ifReadable(z.string()),
});

/** A webhook delivery. The value of a change is parsed by field, because other fields may come without one. */
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
