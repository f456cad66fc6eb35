import * as z from 'zod/mini';
import { duplicateLimits } from '../limits.ts';
import { messages } from '../messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { answer, leadDetail, workedLead } from './leadWork.ts';

const params = z.object({ id: z.string() });

/** A lead of the same person, with everything that its source knows. */
const similarLead = z.object({
  ...workedLead.shape,
  answers: z.array(answer),
  /** What it has in common with the lead of the request, also in another spelling. */
  shares: z.array(z.enum(['email', 'phone'])),
});
export type SimilarLead = z.infer<typeof similarLead>;

const mergedLead = z.object({
  ...workedLead.shape,
  /** The lead that it was merged into, which may be merged into the lead of the request. */
  into: z.string(),
  mergedAt: instant,
  /** Null when the account is gone. */
  mergedBy: z.nullable(z.string()),
});
export type MergedLead = z.infer<typeof mergedLead>;

export const listSamePerson = defineEndpoint({
  method: 'GET',
  path: '/leads/:id/same-person',
  access: 'user',
  summary: 'Other leads with the e-mail address or phone number of a lead, and the leads that are merged into it',
  params,
  response: z.object({
    /** The first ones, in the order in which they arrived. */
    data: z.array(similarLead),
    /** Stops at the limit. */
    total: z.number(),
    merged: z.array(mergedLead),
  }),
});

/**
 * The lead `into` carries on, and the others are shown as that lead. `If-Match` has its version; if one of the leads has
 * changed since, the answer is 412 and nothing is merged. `take` says whose value counts, by the id of the lead. By
 * default the lead keeps its own, and takes from the others in their order what it lacks. Tags, notes and changes come
 * together.
 */
export const mergeLeads = defineEndpoint({
  method: 'POST',
  path: '/leads/merge',
  access: 'user',
  summary: 'Merge leads of the same person into one of them',
  takesIdempotencyKey: true,
  body: z.strictObject({
    into: z.string(),
    from: z
      .array(z.strictObject({ id: z.string(), version: z.int() }))
      .check(z.minLength(1), z.maxLength(duplicateLimits.mergedAtOnce)),
    take: z.optional(
      z.strictObject({
        status: z.optional(z.string()),
        assignee: z.optional(z.string()),
        value: z.optional(z.string()),
      }),
    ),
  }),
  response: z.object({ message: z.string(), data: leadDetail }),
});

/**
 * Separates a merged lead, which is then as it was before. For a lead that others were merged into: separates these, the
 * latest one first. The answer has the lead that carried on.
 */
export const unmergeLead = defineEndpoint({
  method: 'POST',
  path: '/leads/:id/unmerge',
  access: 'user',
  summary: 'Separate a merged lead again',
  params,
  response: z.object({ message: z.string(), data: leadDetail }),
});

const country = z.nullable(z.string());

export const getPhoneCountry = defineEndpoint({
  method: 'GET',
  path: '/workspace/phone-country',
  access: 'user',
  summary: 'The country of phone numbers without a country code, and all countries',
  response: z.object({ data: z.object({ country, countries: z.array(z.string()) }) }),
});

/** Two capital letters of ISO 3166-1, or null. The numbers of stored leads are read again in the background. */
export const savePhoneCountry = defineEndpoint({
  method: 'PUT',
  path: '/workspace/phone-country',
  access: 'owner',
  summary: 'Set the country of phone numbers without a country code',
  body: z.strictObject({
    country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/, messages.duplicates.unknownCountry))),
  }),
  response: z.object({ message: z.string(), data: z.object({ country }) }),
});
