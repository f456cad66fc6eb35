import * as z from 'zod';
import { platformIds } from '#shared/platforms.ts';
import { defineJob } from '#server/jobs/defineJob.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

/* An erasure has to come to its end, whatever fails on the way: each can be repeated, and is, for about a day. */
const patient = { retryLimit: 20, retryDelaySeconds: 5, expireInSeconds: 3_600 };

const accountPayload = z.strictObject({
  /** The receipt knows whose account it is, until that is deleted: the queue then holds nothing that names it. */
  code: z.string(),
  /** Where to tell that it is done, sealed; null: nowhere. */
  address: z.nullable(z.string()),
});

/** Deletes what is left of an account that nobody can use any more. */
export const eraseAccountJob = defineJob<z.output<typeof accountPayload>>({
  name: 'erase-account',
  payload: accountPayload,
  ...patient,
  workOf: ({ code }) => code,
});

const personPayload = z.strictObject({
  workspaceId: workspaceIdSchema,
  code: z.string(),
  /** Whom to look for, sealed. */
  person: z.string(),
});

/** Deletes a person from the leads of an account. */
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

/** Deletes what accounts have from a platform, which has asked for it. */
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

/** Goes on with deletions of accounts whose job was lost; to be scheduled. */
export const sweepErasuresJob = defineJob({ name: 'sweep-erasures', payload: noPayload, concurrency: 1 });

/** Deletes leads that are older than leads are kept; to be scheduled. */
export const forgetOldLeadsJob = defineJob({
  name: 'forget-old-leads',
  payload: noPayload,
  concurrency: 1,
  expireInSeconds: 3_600,
});
