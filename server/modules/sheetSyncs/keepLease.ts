import type { AppContext } from '#server/AppContext.ts';
import type { Logger } from '#server/lib/logger.ts';
import { leaseSeconds, renewLease } from './sheetSyncLease.store.ts';
import type { LeaseKey } from './sheetSyncLease.store.ts';

/** Three times in the life of a lease, so that one that fails does not lose it. */
const renewEveryMs = (leaseSeconds * 1000) / 3;

export type KeptLease = {
  /** Ends when the lease is lost: what goes on without it is in vain. */
  signal: AbortSignal;
  stop(): void;
};

/** Renews the lease of a run while it works. */
export const keepLease = ({ db }: Pick<AppContext, 'db'>, key: LeaseKey, log: Logger): KeptLease => {
  const lost = new AbortController();
  let isStopped = false;
  const renew = async (): Promise<void> => {
    try {
      const isHeld = await renewLease(db, key);
      if (!isHeld && !isStopped) lost.abort(new Error('the lease is lost'));
    } catch (error) {
      // A database that is away for a moment is back before the lease ends; storing asks for it once more anyway.
      log.warn({ syncId: key.syncId, err: error }, 'a lease was not renewed');
    }
  };
  const timer = setInterval(() => void renew(), renewEveryMs);
  return {
    signal: lost.signal,
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
};
