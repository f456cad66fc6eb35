import { setTimeout } from 'node:timers/promises';
import type { AppContext } from '#server/AppContext.ts';
import { readKeyOf, reconcileLeadsJob } from './leadJobs.ts';
import { leadSourceOf } from './leadReading.ts';
import { claimReadOutOfTurn, findLeadRead } from './leadReads.store.ts';
import type { LeadReadKey, LeadReadRow, SeenLeadRead } from './leadReads.store.ts';

const firstLookMs = 50;
const slowestLookMs = 250;

/** A read is worth asking for when none runs and the last one is old or never ended; a platform that asked us to wait is left alone. */
const isWorthAsking = ({ isUnderWay, isOld, problemCode }: SeenLeadRead): boolean =>
  !isUnderWay && isOld && problemCode !== 'PLATFORM_THROTTLED';

/**
 * Sees to it that the forms are read now, at most once a minute, without waiting for it.
 * @returns the read as it was seen and whether one is under way; null without a connection
 */
export const requestLeadRead = async (
  context: AppContext,
  key: LeadReadKey,
): Promise<{ seen: LeadReadRow; isUnderWay: boolean } | null> => {
  const seen = leadSourceOf(context, key.platform) && (await findLeadRead(context.db, key));
  if (!seen) return null;
  if (!isWorthAsking(seen) || context.storage.isFull()) return { seen, isUnderWay: seen.isUnderWay };
  await context.db.transaction(async (tx) => {
    if (await claimReadOutOfTurn(tx, key))
      await context.jobs.enqueue(reconcileLeadsJob, key, { transaction: tx, singletonKey: readKeyOf(key) });
  });
  return { seen, isUnderWay: true };
};

/** Waits until a read has ended since it was `seen`, for at most `waitMs` or until the client has gone; its job may run anywhere. */
export const awaitLeadRead = async (
  context: AppContext,
  seen: LeadReadRow,
  waitMs: number,
  signal: AbortSignal,
): Promise<LeadReadRow | null> => {
  const endsAt = performance.now() + waitMs;
  let latest: LeadReadRow | null = seen;
  let lookMs = firstLookMs;
  while (
    latest &&
    latest.finishedAt?.getTime() === seen.finishedAt?.getTime() &&
    !signal.aborted &&
    performance.now() < endsAt
  ) {
    await setTimeout(lookMs);
    lookMs = Math.min(lookMs * 1.5, slowestLookMs);
    latest = await findLeadRead(context.db, seen);
  }
  return latest;
};
