import * as z from 'zod';

/**
 * Used parts of Google's responses; unknown keys are ignored. Google: int64 values are text, and unset, empty or zero
 * enum values are omitted.
 */

/** An id, always text. A number that has already lost digits is refused. */
export const id = z.union([z.string().min(1), z.int().transform(String)]);
export const count = z.union([z.string().regex(/^-?\d+$/), z.int().transform(String)]).default('0');

export const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().optional(),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().default(''),
  id_token: z.string().optional(),
});
export type TokenAnswer = z.infer<typeof tokenAnswer>;

export const tokenError = z.object({ error: z.string() });

export const accessibleCustomers = z.object({ resourceNames: z.array(z.string()).default([]) });

export const customer = z.object({
  id,
  descriptiveName: z.string().default(''),
  currencyCode: z.string().nullish(),
  timeZone: z.string().nullish(),
  manager: z.boolean().default(false),
  status: z.string().default('UNKNOWN'),
});
export type Customer = z.infer<typeof customer>;

export const customerRow = z.object({ customer });

export const customerClientRow = z.object({
  customerClient: customer.extend({ hidden: z.boolean().default(false) }),
});
export type CustomerClient = z.infer<typeof customerClientRow>['customerClient'];

const named = z.object({ id, name: z.string().default(''), status: z.string().default('UNKNOWN') });

export const metrics = z
  .object({ costMicros: count, clicks: count, impressions: count, conversions: z.number().default(0) })
  // Metrics are omitted when all of them are zero.
  .prefault({});

/** A row of `FROM campaign`: one campaign on one day. */
export const campaignDayRow = z.object({
  segments: z.object({ date: z.string() }),
  customer: z.object({ id, descriptiveName: z.string().default('') }),
  campaign: named,
  metrics,
});
export type CampaignDayRow = z.infer<typeof campaignDayRow>;

/** A row of `FROM ad_group_ad`: one ad on one day. */
export const adDayRow = campaignDayRow.extend({
  adGroup: named,
  adGroupAd: z.object({ status: z.string().default('UNKNOWN'), ad: z.object({ id }) }),
});
export type AdDayRow = z.infer<typeof adDayRow>;

/**
 * Response of `googleAds:search`. A stream that breaks reports it in a separate chunk; ignoring that would mistake half
 * the rows for all.
 */
export const searchAnswer = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row).default([]), error: z.never().optional() });

/** Response of `googleAds:searchStream`: a list with one element per chunk. */
export const streamAnswer = <Row extends z.ZodType>(row: Row) => z.array(searchAnswer(row));

/** An error response; `searchStream` wraps it in a list. */
const failureDetail = z.object({
  '@type': z.string().default(''),
  reason: z.string().optional(),
  requestId: z.string().optional(),
  errors: z
    .array(
      z.object({
        errorCode: z.record(z.string(), z.unknown()).default({}),
        message: z.string().default(''),
        details: z
          .object({
            quotaErrorDetails: z
              .object({ rateScope: z.string().optional(), retryDelay: z.string().optional() })
              .optional(),
          })
          .optional(),
      }),
    )
    .default([]),
});
const failure = z.object({
  error: z.object({
    code: z.number().optional(),
    status: z.string().default(''),
    details: z.array(failureDetail).default([]),
    /** Drive: reasons such as `storageQuotaExceeded`, often without `status` and `details`. */
    errors: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});
export type GoogleFailure = z.infer<typeof failure>['error'];

export const failureAnswer = z.union([
  failure,
  z.array(z.unknown()).transform((parts, context) => {
    const found = parts.map((part) => failure.safeParse(part)).find((each) => each.success);
    if (found) return found.data;
    context.issues.push({ code: 'custom', message: 'no failure in the list', input: parts });
    return z.NEVER;
  }),
]);
