import { setTimeout } from 'node:timers/promises';
import { leadReadIntervalSeconds } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import { leaseMs } from '#server/lib/runUnderLease.ts';
import { readKeyOf, reconcileLeadsJob } from './leadJobs.ts';
import { leadSourceOf } from './leadReading.ts';
import { claimReadOutOfTurn, findLeadRead } from './leadReads.store.ts';
import type { LeadReadKey, LeadReadRow } from './leadReads.store.ts';

const firstLookMs = 50;
const slowestLookMs = 250;

const isRunning = ({ leasedUntil }: LeadReadRow, now: Date): boolean => leasedUntil !== null && leasedUntil > now;

/** A read is worth asking for when none runs and the last one is old or never ended; a platform that asked us to wait is left alone. */
const isWorthAsking = (row: LeadReadRow, now: Date): boolean => {
  if (isRunning(row, now) || row.problemCode === 'PLATFORM_THROTTLED') return false;
  const { startedAt, finishedAt } = row;
  return !startedAt || !finishedAt || now.getTime() - startedAt.getTime() >= leadReadIntervalSeconds * 1000;
};

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
  const now = context.clock.now();
  if (!isWorthAsking(seen, now) || context.storage.isFull()) return { seen, isUnderWay: isRunning(seen, now) };
  await context.db.transaction(async (tx) => {
    const startedBefore = new Date(now.getTime() - leadReadIntervalSeconds * 1000);
    const until = new Date(now.getTime() + leaseMs);
    if (await claimReadOutOfTurn(tx, key, { now, until, startedBefore }))
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
