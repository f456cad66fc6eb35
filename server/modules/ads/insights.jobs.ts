import * as z from 'zod';
import { isDay } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import { defineJob } from '#server/jobs/defineJob.ts';
import type { Owner } from './days/insightDays.store.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

const payload = z.strictObject({ workspaceId: workspaceIdSchema, platform: z.enum(platformIds) });

/** Fetches the ad accounts of a new grant, so that their metrics are read before the first visit. */
export const beginInsightsJob = defineJob<Owner>({ name: 'begin-insights', payload, retryDelaySeconds: 5 });

/** Adds no second read of a connection while one waits in the queue. */
export const insightKeyOf = ({ workspaceId, platform }: Owner): string => `${workspaceId}:${platform}`;

// Long enough to read two years of a large account within the platform's limits.
const expireInSeconds = 3 * 3600;

/**
 * Reads the newest metrics of a connection's due accounts, and the days that people wait for. The queue does not retry
 * it: accounts of a killed reader are due again when their lease expires, and every other outcome schedules the next
 * read.
 */
export const readInsightsJob = defineJob<Owner>({
  name: 'read-insights',
  payload,
  retryLimit: 0,
  expireInSeconds,
  // Reads mostly wait for platforms. Three workspaces that wait for all their platforms leave a place for a new one.
  concurrency: 10,
  concurrencyPerGroup: 3,
  groupOf: ({ workspaceId }) => workspaceId,
  workOf: insightKeyOf,
});

/**
 * Reads older days of a connection's accounts, some days at a time. It has its own places, so that it never delays the
 * newest days. The queue does not retry it: the next read of the newest days enqueues it again.
 */
export const readPastJob = defineJob<Owner>({
  name: 'read-past-insights',
  payload,
  retryLimit: 0,
  expireInSeconds,
  concurrency: 3,
  concurrencyPerGroup: 2,
  groupOf: ({ workspaceId }) => workspaceId,
  workOf: (owner) => `past ${insightKeyOf(owner)}`,
});

const rowsPayload = z.strictObject({
  ...payload.shape,
  accountId: z.string(),
  since: z.string().refine(isDay),
  until: z.string().refine(isDay),
});
export type RowsWish = z.infer<typeof rowsPayload>;

/** Stores the rows of an account that somebody previews, also if this takes longer than a request. */
export const readRowsJob = defineJob<RowsWish>({
  name: 'read-preview-rows',
  payload: rowsPayload,
  retryLimit: 0,
  expireInSeconds,
  concurrency: 3,
  concurrencyPerGroup: 2,
  groupOf: ({ workspaceId }) => workspaceId,
});

export const rowsKeyOf = ({ accountId, since, until, ...owner }: RowsWish): string =>
  `${insightKeyOf(owner)}:${accountId}:${since}:${until}`;
