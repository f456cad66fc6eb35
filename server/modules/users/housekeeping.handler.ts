import * as z from 'zod';
import type { AppContext } from '#server/AppContext.ts';
import { deleteOldKeys } from '#server/answers/idempotencyKeys.store.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { rateLimits } from '#server/database/schema.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { logDeleted } from '#server/lib/logging/logDeleted.ts';
import { deleteExpiredWorkspaceInvitations } from './invitations/invitations.store.ts';
import { deleteExpiredInvitations } from './registration/invitations.store.ts';
import { deleteExpiredCodes } from './passwordReset/oneTimeCodes.store.ts';
import { deleteExpiredLinks } from './passwordReset/resetLinks.store.ts';
import { deleteExpiredOauthStates, deleteExpiredSessions } from './signIn/sessions.store.ts';

/** Deletes expired rows. The time of the run does not matter, because every reader checks the expiry. */
export const housekeeping = defineJob({ name: 'housekeeping', payload: z.strictObject({}), concurrency: 1 });

export const handleHousekeeping = ({ db, clock }: Pick<AppContext, 'clock' | 'db'>): JobHandler =>
  handleJob(housekeeping, async (_payload, { log, signal }) => {
    const now = clock.now();
    logDeleted(log, {
      sessions: await deleteExpiredSessions(db, now, signal),
      reset_codes: await deleteExpiredCodes(db, now, signal),
      reset_links: await deleteExpiredLinks(db, now, signal),
      invitations: await deleteExpiredInvitations(db, now, signal),
      workspace_invitations: await deleteExpiredWorkspaceInvitations(db, now, signal),
      oauth_states: await deleteExpiredOauthStates(db, now, signal),
      idempotency_keys: await deleteOldKeys(db, signal),
      rate_limits: await deleteBefore(db, rateLimits, rateLimits.expire, now.getTime(), { signal }),
    });
  });
