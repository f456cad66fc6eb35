import * as z from 'zod';
import { defineJob } from '#server/jobs/defineJob.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/**
 * Writes the summary of the week. The queue does not retry it: the sweep enqueues a missing summary again.
 */
export const writeSummaryJob = defineJob<{ workspaceId: WorkspaceId }>({
  name: 'write-summary',
  payload: z.strictObject({ workspaceId: workspaceIdSchema }),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 2,
  groupOf: ({ workspaceId }) => workspaceId,
});

/** Enqueues due summaries. Runs on a schedule. */
export const sweepSummariesJob = defineJob<Record<string, never>>({
  name: 'sweep-summaries',
  payload: z.strictObject({}),
  concurrency: 1,
});
