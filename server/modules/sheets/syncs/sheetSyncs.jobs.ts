import * as z from 'zod';
import { defineJob } from '#server/jobs/defineJob.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

const payload = z.strictObject({
  workspaceId: workspaceIdSchema,
  syncId: z.string(),
  /** Set on a job that watches another run. It starts only if that run was abandoned. */
  watchedRunId: z.number().optional(),
});
export type SyncSheetPayload = z.output<typeof payload>;

/** One run of one record. */
export const syncSheetJob = defineJob<SyncSheetPayload>({
  name: 'sync-sheet',
  payload,
  // A throttled reader waits for minutes; a killed one is detected by its missing heartbeat long before.
  expireInSeconds: 1800,
  concurrency: 4,
  concurrencyPerGroup: 2,
  groupOf: ({ workspaceId }) => workspaceId,
  workOf: ({ syncId }) => syncId,
});
