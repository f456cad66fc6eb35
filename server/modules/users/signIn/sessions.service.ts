import { sessionAbsoluteDays, sessionLifetimeDays } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Authenticate, Caller } from '#server/lib/http/Caller.ts';
import type { Transaction } from '#server/database/Database.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { accountBlocked, sessionExpired } from '#server/lib/failures/errors.ts';
import { hashSecret, newSecret } from '#server/lib/ids.ts';
import { readBearer } from '#server/lib/http/readBearer.ts';
import { requireWorkspaceId } from '#server/modules/users/workspaces/workspaces.store.ts';
import type { Session } from '#server/lib/http/rememberedSessions.ts';
import { findLivingSession, insertSession, recordSignIn, renewSession } from './sessions.store.ts';

type SessionContext = Pick<AppContext, 'db' | 'clock' | 'storage' | 'sessions'>;

const dayMs = 86_400_000;
const lifetimeMs = sessionLifetimeDays * dayMs;
const absoluteMs = sessionAbsoluteDays * dayMs;
/** Minimum time between extensions of a session, so that a busy screen does not write on every call. */
const renewAfterMs = 5 * 60_000;
/** Longer than any valid token. Longer input is refused without hashing it. */
const tokenMaxLength = 200;

/** A new session. The token is not stored. */
export type OpenedSession = { token: string; workspaceId: WorkspaceId };

/**
 * Starts a session in the workspace that the person chose last.
 * @throws AppError 403 FORBIDDEN for a blocked account
 */
export const openSession = async (tx: Transaction, userId: string, now: Date): Promise<OpenedSession> => {
  // Locks the account, so that a simultaneous block either precedes this check or ends the new session.
  if (!(await recordSignIn(tx, userId, now))) throw accountBlocked();
  const token = newSecret();
  const workspaceId = await requireWorkspaceId(tx, userId);
  await insertSession(tx, {
    tokenHash: hashSecret(token),
    userId,
    workspaceId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  });
  return { token, workspaceId };
};

/** @throws AppError 401 SESSION_EXPIRED */
const requireHash = (token: string | null | undefined): string => {
  if (!token || token.length > tokenMaxLength) throw sessionExpired();
  return hashSecret(token);
};

const readSession = async (
  { db }: Pick<SessionContext, 'db'>,
  tokenHash: string,
  now: Date,
): Promise<Session | null> => {
  const session = await findLivingSession(db, tokenHash, now);
  if (!session) return null;
  const { userId, workspaceId, role, lastUsedAt, expiresAt, createdAt } = session;
  const endsAt = new Date(createdAt.getTime() + absoluteMs);
  return endsAt <= now ? null : { userId, workspaceId, role, tokenHash, lastUsedAt, expiresAt, endsAt };
};

/**
 * The caller of a socket, by its token. The session is not extended, because an open tab checks repeatedly without user
 * activity. It is not cached either, because the handshake needs the stored state.
 * @throws AppError 401 SESSION_EXPIRED
 */
export const createAuthenticateToken =
  (context: SessionContext) =>
  async (token: string): Promise<Caller> => {
    const session = await readSession(context, requireHash(token), context.clock.now());
    if (!session) throw sessionExpired();
    const { userId, workspaceId, role, tokenHash } = session;
    return { userId, workspaceId, role, tokenHash };
  };

/** The caller of a request, by its Authorization header. Extends the session. @throws AppError 401 SESSION_EXPIRED */
export const createAuthenticate =
  (context: SessionContext): Authenticate =>
  async (authorization) => {
    const { db, clock, storage, sessions } = context;
    const now = clock.now();
    const tokenHash = requireHash(readBearer(authorization));
    const known = sessions.find(tokenHash);
    const session =
      known && known.expiresAt > now && known.endsAt > now
        ? known
        : await sessions.read(tokenHash, () => readSession(context, tokenHash, now));
    if (!session) throw sessionExpired();
    const { userId, workspaceId, role, lastUsedAt, endsAt } = session;
    if (now.getTime() - lastUsedAt.getTime() > renewAfterMs && !storage.isFull()) {
      await renewSession(db, tokenHash, now, new Date(Math.min(now.getTime() + lifetimeMs, endsAt.getTime())));
      sessions.forget([tokenHash]);
    }
    return { userId, workspaceId, role, tokenHash };
  };
