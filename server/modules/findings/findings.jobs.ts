import * as z from 'zod';
import { platformIds } from '#shared/platforms.ts';
import { defineJob } from '#server/jobs/defineJob.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';

/** While a run of an account waits in the queue, no second one is added. */
export const runKeyOf = ({ workspaceId, platform, accountId }: AccountKey): string =>
  `${workspaceId}:${platform}:${accountId}`;

/**
 * Looks for findings in an account. The queue does not retry it: an account of a killed run is due again when its lease has
 * expired, and every other end schedules the next run itself.
 */
export const findFindingsJob = defineJob<AccountKey>({
  name: 'find-findings',
  payload: z.strictObject({
    workspaceId: workspaceIdSchema,
    platform: z.enum(platformIds),
    accountId: z.string(),
  }),
  retryLimit: 0,
  // A run is CPU-bound, so two parallel runs would only share the processor.
  concurrency: 1,
  groupOf: ({ workspaceId }) => workspaceId,
  workOf: runKeyOf,
});
