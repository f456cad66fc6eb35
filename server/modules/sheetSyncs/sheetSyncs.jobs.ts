import * as z from 'zod';
import { defineJob } from '#server/jobs/defineJob.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

const payload = z.strictObject({
  workspaceId: workspaceIdSchema,
  syncId: z.string(),
  /** Set on a job that only looks after a run of somebody else: it does something if that run was left behind. */
  watchedRunId: z.number().optional(),
});
export type SyncSheetPayload = z.output<typeof payload>;

/** One run of one record. */
export const syncSheetJob = defineJob<SyncSheetPayload>({
  name: 'sync-sheet',
  payload,
  // A throttled reader waits for minutes; a killed one is noticed by its missing heartbeat long before this.
  expireInSeconds: 1800,
  concurrency: 4,
  concurrencyPerGroup: 2,
  groupOf: ({ workspaceId }) => workspaceId,
  workOf: ({ syncId }) => syncId,
});
