import type { AppContext } from '#server/AppContext.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { noLongerMember, sessionExpired } from '#server/lib/failures/errors.ts';
import type { SessionMember, WatchAccess } from '#server/lib/http/Caller.ts';
import { rememberSessionsMs } from '#server/lib/http/rememberedSessions.ts';
import { readAccess } from './sessions.store.ts';

const check = async (db: Queryable, caller: SessionMember, now: Date, options: { isHeld: boolean }): Promise<void> => {
  const access = await readAccess(db, caller, now, options);
  if (access === 'noSession') throw sessionExpired();
  if (access === 'noMember') throw noLongerMember();
};

/**
 * For what a long request stores: the access cannot end before the transaction.
 * @throws AppError 401 SESSION_EXPIRED, 403 FORBIDDEN when the person has left the workspace
 */
export const requireAccess = (tx: Transaction, caller: SessionMember, now: Date): Promise<void> =>
  check(tx, caller, now, { isHeld: true });

/** Watches the access of requests: the message that ends a session's sockets ends its long requests too. */
export const createWatchAccess =
  ({ db, clock, sessions }: Pick<AppContext, 'db' | 'clock' | 'sessions'>): WatchAccess =>
  (caller) => {
    const lost = new AbortController();
    let readAt = performance.now();
    const read = async (): Promise<void> => {
      const startedAt = performance.now();
      try {
        await check(db, caller, clock.now(), { isHeld: false });
        readAt = startedAt;
      } catch (error) {
        // Without an answer of the database, nothing more is accepted either.
        lost.abort(error);
      }
    };
    let reading = Promise.resolve();
    const end = sessions.watch(caller, () => {
      reading = read();
    });
    return {
      signal: lost.signal,
      end,
      check: async () => {
        await (performance.now() - readAt > rememberSessionsMs ? read() : reading);
        lost.signal.throwIfAborted();
      },
    };
  };
