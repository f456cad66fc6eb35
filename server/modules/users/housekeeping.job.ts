import { lt } from '#server/database/drizzle.ts';
import * as z from 'zod';
import type { AppContext } from '#server/AppContext.ts';
import { deleteOldKeys } from '#server/api/idempotencyKeys.store.ts';
import { rateLimits } from '#server/database/schema.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { deleteExpiredCodes } from './oneTimeCodes.store.ts';
import { deleteExpiredOauthStates, deleteExpiredSessions } from './sessions.store.ts';

/** Deletes what has expired; nothing depends on when, since every reader looks at the time itself. */
export const housekeeping = defineJob({ name: 'housekeeping', payload: z.strictObject({}), concurrency: 1 });

export const handleHousekeeping = ({ db, clock }: AppContext): JobHandler =>
  handleJob(housekeeping, async () => {
    const now = clock.now();
    await deleteExpiredSessions(db, now);
    await deleteExpiredCodes(db, now);
    await deleteExpiredOauthStates(db, now);
    await deleteOldKeys(db);
    await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()));
  });
