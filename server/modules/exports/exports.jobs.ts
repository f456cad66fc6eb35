import * as z from 'zod';
import { defineJob } from '#server/jobs/defineJob.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

const exportPayload = z.strictObject({ workspaceId: workspaceIdSchema, exportId: z.string() });
export type ExportPayload = z.output<typeof exportPayload>;

/** Writes the sheet. Enqueued in the transaction that makes an export `queued` or resumes it. */
export const exportSheetJob = defineJob<ExportPayload>({
  name: 'export-sheet',
  payload: exportPayload,
  retryLimit: 5,
  retryDelaySeconds: 2,
  // A throttled writer waits for minutes; a killed one is detected by its missing heartbeat long before.
  expireInSeconds: 1800,
  concurrency: 4,
  // Leaves capacity for other users' exports.
  concurrencyPerGroup: 2,
  groupOf: ({ workspaceId }) => workspaceId,
  workOf: ({ exportId }) => exportId,
});

/** Starts a waiting export when the other half of its click has not arrived. */
export const releaseExportJob = defineJob<ExportPayload>({
  name: 'release-export',
  payload: exportPayload,
  concurrency: 4,
});

/** Deletes the rows of exports that can no longer be resumed. Scheduled. */
export const deleteExportRowsJob = defineJob<Record<string, never>>({
  name: 'delete-export-rows',
  payload: z.strictObject({}),
  concurrency: 1,
});

/** Fails exports whose job was lost. Scheduled. */
export const sweepExportsJob = defineJob<Record<string, never>>({
  name: 'sweep-exports',
  payload: z.strictObject({}),
  concurrency: 1,
});
