import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { noLongerMember, ownersOnly, sessionExpired } from '#server/lib/failures/errors.ts';
import type { SessionMember, WatchAccess } from '#server/lib/http/Caller.ts';
import { rememberSessionsMs } from '#server/lib/http/rememberedSessions.ts';
import { readAccess } from './sessions.store.ts';

const check = async (
  db: Queryable,
  caller: SessionMember,
  now: Date,
  { isHeld, needs }: { isHeld: boolean; needs: WorkspaceRole },
): Promise<WorkspaceRole> => {
  const access = await readAccess(db, caller, now, { isHeld });
  if (access === 'noSession') throw sessionExpired();
  if (access === 'noMember') throw noLongerMember();
  if (needs === 'owner' && access !== 'owner') throw ownersOnly();
  return access;
};

/**
 * Checks the access of a long request before it stores data. The access cannot end before the transaction does.
 * @returns the role of the person now
 * @throws AppError 401 SESSION_EXPIRED, 403 FORBIDDEN when the person has left the workspace or lost the role
 */
export const requireAccess = (
  tx: Transaction,
  caller: SessionMember,
  now: Date,
  needs: WorkspaceRole = 'member',
): Promise<WorkspaceRole> => check(tx, caller, now, { isHeld: true, needs });

/** Watches the access of requests. The message that closes a session's sockets also ends its long requests. */
export const createWatchAccess =
  ({ db, clock, sessions }: Pick<AppContext, 'db' | 'clock' | 'sessions'>): WatchAccess =>
  (caller, needs) => {
    const lost = new AbortController();
    let readAt = performance.now();
    const read = async (): Promise<void> => {
      const startedAt = performance.now();
      try {
        await check(db, caller, clock.now(), { isHeld: false, needs });
        readAt = startedAt;
      } catch (error) {
        // If the database does not respond, the request is refused too.
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
