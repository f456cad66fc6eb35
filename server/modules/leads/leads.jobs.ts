import * as z from 'zod';
import { leadPlatformIds } from '#shared/platforms.ts';
import { defineJob } from '#server/jobs/defineJob.ts';
import type { LeadReadKey } from './reconcile/leadReads.store.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

const platform = z.enum(leadPlatformIds);
const readPayload = z.strictObject({ workspaceId: workspaceIdSchema, platform });

/** While a read of a connection waits, another one adds nothing. */
export const readKeyOf = ({ workspaceId, platform: of }: LeadReadKey): string => `${workspaceId}:${of}`;

/**
 * Reads a connection's lead forms. It is not tried again by the queue: one whose process was killed is due again when
 * its lease has run out, and every other end decides itself when the next read is.
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

/** While a job for a page waits, another one adds nothing. */
export const collectKeyOf = ({ workspaceId, platform: of, pageId }: CollectPayload): string =>
  `${workspaceId}:${of}:${pageId}`;

/** Fetches the leads of one page that webhooks have named. */
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

/** Goes after named leads whose job was lost; to be scheduled. */
export const sweepLeadEventsJob = defineJob<Record<string, never>>({
  name: 'sweep-lead-notices',
  payload: z.strictObject({}),
  concurrency: 1,
});

/** Forgets which leads were named long ago; to be scheduled. */
export const deleteOldLeadEventsJob = defineJob<Record<string, never>>({
  name: 'forget-lead-notices',
  payload: z.strictObject({}),
  concurrency: 1,
});
