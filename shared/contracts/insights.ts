import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { accountIdsField, dayField, instant } from './fields.ts';
import { insightFacts } from '../insights.ts';

/** The failure of one ad account while others could be read. */
const accountWarning = z.object({ accountId: z.string(), message: z.string() });
export type AccountWarning = z.infer<typeof accountWarning>;

/** Set while the platform rejects the grant. The rows are older. */
const connectionLost = z.optional(
  z.object({
    /** Why the access was lost, in plain words. */
    reason: z.string(),
    /** When each account's rows were read. Null if none are stored. */
    accounts: z.array(z.object({ accountId: z.string(), readAt: z.nullable(instant) })),
  }),
);
export type ConnectionLost = NonNullable<z.infer<typeof connectionLost>>;

/**
 * One dataset of Facebook insights. Start without index and cursor, continue with the response's `nextAccountIndex` and
 * `after_cursor`. The end is reached when the index equals the number of ids and the cursor is null.
 */
export const facebookInsights = defineEndpoint({
  method: 'POST',
  path: '/ads/multi-insights/facebook',
  access: 'user',
  summary: 'Facebook ad insights, a dataset at a time',
  body: z.object({
    since: dayField,
    until: dayField,
    ad_account_ids: accountIdsField,
    account_index: z.optional(z.nullable(z.union([z.literal(''), z.number().check(z.int(), z.minimum(0))]))),
    after_cursor: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
  }),
  response: z.object({
    data: z.array(insightFacts.facebook.row),
    nextAccountIndex: z.number(),
    after_cursor: z.nullable(z.string()),
    warnings: z.array(accountWarning),
    connectionLost,
  }),
});

export const googleCampaigns = defineEndpoint({
  method: 'POST',
  path: '/ads/multi/campaigns/google',
  access: 'user',
  summary: 'Google Ads rows of a date range, all of them',
  body: z.object({ startDate: dayField, endDate: dayField, customerIds: accountIdsField }),
  response: z.object({ data: z.array(insightFacts.google.row), warnings: z.array(accountWarning), connectionLost }),
});

export const tiktokCampaigns = defineEndpoint({
  method: 'POST',
  path: '/ads/multi-insights/tiktok',
  access: 'user',
  summary: 'TikTok campaigns with their report over a date range, all of them',
  body: z.object({ start_date: dayField, end_date: dayField, advertiser_ids: accountIdsField }),
  response: z.object({ data: z.array(insightFacts.tiktok.row), warnings: z.array(accountWarning), connectionLost }),
});
