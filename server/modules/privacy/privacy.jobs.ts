import * as z from 'zod';
import { platformIds } from '#shared/platforms.ts';
import { defineJob } from '#server/jobs/defineJob.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

/* An erasure has to be completed despite failures: each attempt can be repeated, for about a day. */
const patient = { retryLimit: 20, retryDelaySeconds: 5, expireInSeconds: 3_600 };

const accountPayload = z.strictObject({
  /** The receipt names the account until its deletion, so the queue contains nothing that identifies it. */
  code: z.string(),
  /** The sealed address for the confirmation; null: none is sent. */
  address: z.nullable(z.string()),
});

/** Deletes the rows of a closed account. */
export const eraseAccountJob = defineJob<z.output<typeof accountPayload>>({
  name: 'erase-account',
  payload: accountPayload,
  ...patient,
  workOf: ({ code }) => code,
});

const personPayload = z.strictObject({
  workspaceId: workspaceIdSchema,
  code: z.string(),
  /** The person to search for, sealed. */
  person: z.string(),
});

/** Deletes a person from the leads of a workspace. */
export const erasePersonJob = defineJob<z.output<typeof personPayload>>({
  name: 'erase-person',
  payload: personPayload,
  ...patient,
  concurrencyPerGroup: 1,
  groupOf: ({ workspaceId }) => workspaceId,
  workOf: ({ code }) => code,
});

const platformPayload = z.strictObject({
  code: z.string(),
  platform: z.enum(platformIds),
  workspaceIds: z.array(workspaceIdSchema),
});

/** Deletes what workspaces have from a platform, on the platform's request. */
export const erasePlatformJob = defineJob<z.output<typeof platformPayload>>({
  name: 'erase-platform',
  payload: platformPayload,
  ...patient,
  workOf: ({ code }) => code,
});

const mailPayload = z.strictObject({ code: z.string(), address: z.string() });

export const accountDeletedMail = defineJob<z.output<typeof mailPayload>>({
  name: 'account-deleted-mail',
  payload: mailPayload,
  expireInSeconds: 60,
});

const noPayload = z.strictObject({});

/** Resumes deletions of accounts whose job was lost; to be scheduled. */
export const sweepErasuresJob = defineJob({ name: 'sweep-erasures', payload: noPayload, concurrency: 1 });

/** Deletes leads older than the retention; to be scheduled. */
export const deleteOldLeadsJob = defineJob({
  name: 'delete-old-leads',
  payload: noPayload,
  concurrency: 1,
  expireInSeconds: 3_600,
});
