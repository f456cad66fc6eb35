import type { AppContext } from '#server/AppContext.ts';
import { pollUntil } from '#server/lib/flow/pollUntil.ts';
import { readKeyOf, reconcileLeadsJob } from '#server/modules/leads/leads.jobs.ts';
import { leadSourceOf } from './leadReading.ts';
import { claimReadOutOfTurn, findLeadRead } from './leadReads.store.ts';
import type { LeadReadKey, LeadReadRow } from './leadReads.store.ts';

/**
 * Requests a read of the forms, at most once a minute, without waiting for the read.
 * @returns the last state of the read, and whether a read is running; null without a connection
 */
export const requestLeadRead = async (
  context: Pick<AppContext, 'db' | 'storage' | 'jobs' | 'platforms'>,
  key: LeadReadKey,
): Promise<{ seen: LeadReadRow; isUnderWay: boolean } | null> => {
  const seen = leadSourceOf(context, key.platform) && (await findLeadRead(context.db, key));
  if (!seen) return null;
  if (!seen.isDue || context.storage.isFull()) return { seen, isUnderWay: seen.isUnderWay };
  await context.db.transaction(async (tx) => {
    if (await claimReadOutOfTurn(tx, key))
      await context.jobs.enqueue(reconcileLeadsJob, key, { transaction: tx, singletonKey: readKeyOf(key) });
  });
  return { seen, isUnderWay: true };
};

/**
 * Waits for the next end of a read after `seen`, for at most `waitMs` or until the client is gone. The read may run in
 * any process.
 */
export const awaitLeadRead = (
  context: Pick<AppContext, 'db'>,
  seen: LeadReadRow,
  waitMs: number,
  signal: AbortSignal,
): Promise<LeadReadRow | null> =>
  pollUntil<LeadReadRow | null>(() => findLeadRead(context.db, seen), {
    isEnough: (latest) => latest === null || latest.finishedAt?.getTime() !== seen.finishedAt?.getTime(),
    waitMs,
    signal,
  });
