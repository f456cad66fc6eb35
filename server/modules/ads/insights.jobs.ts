import * as z from 'zod';
import { platformIds } from '#shared/platforms.ts';
import { defineJob } from '#server/jobs/defineJob.ts';
import type { Owner } from './days/insightDays.store.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

const payload = z.strictObject({ workspaceId: workspaceIdSchema, platform: z.enum(platformIds) });

/** Lists the ad accounts of a new grant, so that their metrics are read before the first visit. */
export const beginInsightsJob = defineJob<Owner>({ name: 'begin-insights', payload, retryDelaySeconds: 5 });

/** While a read of a connection waits in the queue, no second one is added. */
export const insightKeyOf = ({ workspaceId, platform }: Owner): string => `${workspaceId}:${platform}`;

/**
 * Reads the metrics of due accounts of a connection. The queue does not retry it: accounts of a killed reader are due
 * again when their lease has expired, and every other end schedules the next read itself.
 */
export const readInsightsJob = defineJob<Owner>({
  name: 'read-insights',
  payload,
  retryLimit: 0,
  // Two years of a large account at the pace that a platform allows.
  expireInSeconds: 3 * 3600,
  concurrency: 3,
  concurrencyPerGroup: 2,
  groupOf: ({ workspaceId }) => workspaceId,
  workOf: insightKeyOf,
});
