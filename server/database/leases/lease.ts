import type { Logger } from '#server/lib/logging/logger.ts';
import { eq, isNull, lte, or } from '#server/database/drizzle.ts';
import type { PgColumn } from '#server/database/drizzle.ts';
import { databaseNow, fromNow } from './fromNow.ts';

/*
 * A lease is the right to work on a row until a time on the database's clock, because the servers' clocks differ. A
 * killed process keeps its lease until then. A process that was suspended for longer discovers the loss when it extends
 * the lease. Its earlier writes check the lease and match no row, unless repeating them is harmless.
 */

/** Each attempt to work on a row has its own id. */
export type LeaseHolder = { leaseId: string };

/** The row was deleted, ended or restarted, or another process works on it. Nothing more may be stored. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('lease lost');
  }
}

/** Whether work has failed because its lease was lost. */
export const isLeaseLost = (error: unknown, signal: AbortSignal): boolean =>
  error instanceof LeaseLostError || signal.reason instanceof LeaseLostError;

type Term = {
  /** The time after which the work of a killed process can be taken over. */
  seconds?: number;
  /** Extensions within that time; more than one, so that a failed extension does not lose the lease. */
  extensions?: number;
};

/** Conditions and changes for statements that use a table's lease. */
export const leaseOf = (
  { leaseId, leasedUntil }: Record<'leaseId' | 'leasedUntil', PgColumn>,
  { seconds = 30, extensions = 3 }: Term = {},
) => {
  const end = fromNow(seconds);
  return {
    seconds,
    extendEveryMs: (seconds * 1000) / extensions,
    end,
    isFree: or(isNull(leasedUntil), lte(leasedUntil, databaseNow)),
    isHeldBy: (holder: LeaseHolder) => eq(leaseId, holder.leaseId),
    takenBy: (holder: LeaseHolder) => ({ leaseId: holder.leaseId, leasedUntil: end }),
    extended: { leasedUntil: end },
    released: { leaseId: null, leasedUntil: null },
  };
};

/** @throws LeaseLostError when a statement that checks the lease found no row */
export const requireHeld = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new LeaseLostError();
  return row;
};

type Holding = {
  /** Extends the lease by another term. Returns false when it is lost. */
  extend: () => Promise<boolean>;
  log: Logger;
  signal?: AbortSignal;
};

/**
 * Works under a newly acquired lease and keeps extending it.
 * @param run gets a signal that also aborts, with a `LeaseLostError`, when the lease is lost
 */
export const holdLease = async <T>(
  { extendEveryMs }: { extendEveryMs: number },
  { extend, log, signal }: Holding,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const lost = new AbortController();
  const extendOnce = async (): Promise<void> => {
    try {
      if (!(await extend())) lost.abort(new LeaseLostError());
    } catch (error) {
      // The database may recover before the lease ends.
      log.warn({ err: error }, 'a lease was not extended');
    }
  };
  const timer = setInterval(() => void extendOnce(), extendEveryMs);
  try {
    return await run(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal);
  } finally {
    clearInterval(timer);
  }
};

/**
 * Like `holdLease`, for work that may stop when its lease is lost. It ends without an error, because the next holder
 * continues.
 */
export const workUnderLease = async (
  term: { extendEveryMs: number },
  holding: Holding,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  await holdLease(term, holding, async (signal) => {
    try {
      await work(signal);
    } catch (error) {
      if (!isLeaseLost(error, signal)) throw error;
      holding.log.info('work ended: its lease was lost');
    }
  });
};
