import * as z from 'zod/mini';
import { duplicateLimits } from '../limits.ts';
import { messages } from '../messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { answer, leadDetail, workedLead } from './leadWork.ts';

const params = z.object({ id: z.string() });

/** A lead of the same person, with all fields from its source. */
const similarLead = z.object({
  ...workedLead.shape,
  answers: z.array(answer),
  /** Contact fields it shares with the requested lead, ignoring spelling. */
  shares: z.array(z.enum(['email', 'phone'])),
});
export type SimilarLead = z.infer<typeof similarLead>;

const mergedLead = z.object({
  ...workedLead.shape,
  /** The lead that it was merged into. That lead may itself be merged into the requested lead. */
  into: z.string(),
  mergedAt: instant,
  /** Null if the account was deleted. */
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
    /** The first duplicates, in order of arrival. */
    data: z.array(similarLead),
    /** The number of duplicates, counted up to the limit. */
    total: z.number(),
    merged: z.array(mergedLead),
  }),
});

/**
 * `into` is the surviving lead; the others are shown as that lead. `If-Match` has its version. If any lead has changed
 * since, the answer is 412 and nothing is merged. `take` selects the source lead of a value. By default the surviving
 * lead keeps its values and fills missing values from the others in order. Tags, notes and changes are combined.
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
 * Separates a merged lead and restores its previous state. For a surviving lead, separates its merged leads, the latest
 * first. The answer has the surviving lead.
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

/** Two capital letters of ISO 3166-1, or null. Stored phone numbers are parsed again in the background. */
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
