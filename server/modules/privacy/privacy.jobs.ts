import * as z from 'zod';
import { platformIds } from '#shared/platforms.ts';
import { defineJob } from '#server/jobs/defineJob.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

/* An erasure must complete despite failures. Attempts are safe to repeat and go on for about a day. */
const patient = { retryLimit: 20, retryDelaySeconds: 5, expireInSeconds: 3_600 };

const accountPayload = z.strictObject({
  /** The receipt holds the account id until the deletion, so the queue contains no personal data. */
  code: z.string(),
  /** The sealed address for the confirmation mail; null: no mail. */
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

/** Deletes a platform's data from workspaces, on the platform's request. */
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

/** Resumes account deletions whose job was lost. Scheduled. */
export const sweepErasuresJob = defineJob({ name: 'sweep-erasures', payload: noPayload, concurrency: 1 });

/** Deletes leads past the retention period. Scheduled. */
export const deleteOldLeadsJob = defineJob({
  name: 'delete-old-leads',
  payload: noPayload,
  concurrency: 1,
  expireInSeconds: 3_600,
});
