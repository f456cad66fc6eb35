import * as z from 'zod';
import { platformIds } from '#shared/platforms.ts';
import { defineJob } from '#server/jobs/defineJob.ts';
import type { Owner } from './days/insightDays.store.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

const payload = z.strictObject({ workspaceId: workspaceIdSchema, platform: z.enum(platformIds) });

/** Lists the ad accounts of a new grant, so that their figures are read before anybody looks. */
export const beginInsightsJob = defineJob<Owner>({ name: 'begin-insights', payload, retryDelaySeconds: 5 });

/** While a read of a connection waits, another one adds nothing. */
export const insightKeyOf = ({ workspaceId, platform }: Owner): string => `${workspaceId}:${platform}`;

/**
 * Reads the figures of a connection's accounts that are due. It is not tried again by the queue: accounts whose reader was
 * killed are due again when their lease has run out, and every other end decides itself when the next read is.
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
