import * as z from 'zod';
import { leadPlatformIds } from '#shared/platforms.ts';
import { defineJob } from '#server/jobs/defineJob.ts';
import type { LeadReadKey } from './collect/reconcile/leadReads.store.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

const platform = z.enum(leadPlatformIds);
const readPayload = z.strictObject({ workspaceId: workspaceIdSchema, platform });

/** The queue holds at most one waiting read per key. */
export const readKeyOf = ({ workspaceId, platform: of }: LeadReadKey): string => `${workspaceId}:${of}`;

/**
 * Reads the lead forms of a connection. The queue does not retry a read: a killed read is due again when its lease
 * expires, and any other read schedules the next one itself.
 */
export const reconcileLeadsJob = defineJob<LeadReadKey>({
  name: 'reconcile-leads',
  payload: readPayload,
  retryLimit: 0,
  // Enough for many thousands of leads at the rate limit of a platform.
  expireInSeconds: 3 * 3600,
  concurrency: 4,
  concurrencyPerGroup: 2,
  groupOf: ({ workspaceId }) => workspaceId,
  workOf: readKeyOf,
});

const collectPayload = z.strictObject({ workspaceId: workspaceIdSchema, platform, pageId: z.string() });
export type CollectPayload = z.output<typeof collectPayload>;

/** The queue holds at most one waiting job per Page. */
export const collectKeyOf = ({ workspaceId, platform: of, pageId }: CollectPayload): string =>
  `${workspaceId}:${of}:${pageId}`;

/** Fetches the leads of a Page that webhooks announced. */
export const collectLeadsJob = defineJob<CollectPayload>({
  name: 'collect-leads',
  payload: collectPayload,
  retryLimit: 4,
  retryDelaySeconds: 2,
  expireInSeconds: 900,
  concurrency: 4,
  concurrencyPerGroup: 2,
  groupOf: ({ workspaceId }) => workspaceId,
  workOf: collectKeyOf,
});

/** Enqueues lead events whose job was lost. Runs on a schedule. */
export const sweepLeadEventsJob = defineJob<Record<string, never>>({
  name: 'sweep-lead-events',
  payload: z.strictObject({}),
  concurrency: 1,
});

/** Deletes old lead events. Runs on a schedule. */
export const deleteOldLeadEventsJob = defineJob<Record<string, never>>({
  name: 'delete-old-lead-events',
  payload: z.strictObject({}),
  concurrency: 1,
});
