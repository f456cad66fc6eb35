import * as z from 'zod';
import { leadPlatformIds } from '#shared/platforms.ts';
import { defineJob } from '#server/jobs/defineJob.ts';
import type { LeadReadKey } from './collect/reconcile/leadReads.store.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

const platform = z.enum(leadPlatformIds);
const readPayload = z.strictObject({ workspaceId: workspaceIdSchema, platform });

/** While a read of a connection waits in the queue, no second one is added. */
export const readKeyOf = ({ workspaceId, platform: of }: LeadReadKey): string => `${workspaceId}:${of}`;

/**
 * Reads the lead forms of a connection. The queue does not retry it: a killed read is due again when its lease has
 * expired, and every other end schedules the next read itself.
 */
export const reconcileLeadsJob = defineJob<LeadReadKey>({
  name: 'reconcile-leads',
  payload: readPayload,
  retryLimit: 0,
  // Many thousands of leads at the pace that a platform allows.
  expireInSeconds: 3 * 3600,
  concurrency: 4,
  concurrencyPerGroup: 2,
  groupOf: ({ workspaceId }) => workspaceId,
  workOf: readKeyOf,
});

const collectPayload = z.strictObject({ workspaceId: workspaceIdSchema, platform, pageId: z.string() });
export type CollectPayload = z.output<typeof collectPayload>;

/** While a job for a Page waits in the queue, no second one is added. */
export const collectKeyOf = ({ workspaceId, platform: of, pageId }: CollectPayload): string =>
  `${workspaceId}:${of}:${pageId}`;

/** Fetches the leads of one Page that webhooks have named. */
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

/** Enqueues lead events whose job was lost; to be scheduled. */
export const sweepLeadEventsJob = defineJob<Record<string, never>>({
  name: 'sweep-lead-events',
  payload: z.strictObject({}),
  concurrency: 1,
});

/** Deletes old lead events; to be scheduled. */
export const deleteOldLeadEventsJob = defineJob<Record<string, never>>({
  name: 'delete-old-lead-events',
  payload: z.strictObject({}),
  concurrency: 1,
});
