import * as z from 'zod';
import { platformIds } from '#shared/platforms.ts';
import { defineJob } from '#server/jobs/defineJob.ts';
import type { Owner } from './days/insightDays.store.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

const payload = z.strictObject({ workspaceId: workspaceIdSchema, platform: z.enum(platformIds) });

/** Fetches the ad accounts of a new grant, so that their metrics are read before the first visit. */
export const beginInsightsJob = defineJob<Owner>({ name: 'begin-insights', payload, retryDelaySeconds: 5 });

/** Adds no second read of a connection while one waits in the queue. */
export const insightKeyOf = ({ workspaceId, platform }: Owner): string => `${workspaceId}:${platform}`;

/**
 * Reads the metrics of a connection's due accounts. The queue does not retry it: accounts of a killed reader are due
 * again when their lease expires, and every other outcome schedules the next read.
 */
export const readInsightsJob = defineJob<Owner>({
  name: 'read-insights',
  payload,
  retryLimit: 0,
  // Long enough to read two years of a large account within the platform's limits.
  expireInSeconds: 3 * 3600,
  // Reads mostly wait for platforms. Three workspaces that wait for all their platforms leave a place for a new one.
  concurrency: 10,
  concurrencyPerGroup: 3,
  groupOf: ({ workspaceId }) => workspaceId,
  workOf: insightKeyOf,
});
