import { sessionLifetimeDays } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Authenticate, Caller } from '#server/api/route.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sessionExpired } from '#server/lib/errors.ts';
import { hashSecret, newSecret } from '#server/lib/ids.ts';
import { readBearer } from '#server/lib/readBearer.ts';
import { findLivingSession, insertSession, renewSession } from './sessions.store.ts';

type SessionContext = Pick<AppContext, 'db' | 'clock' | 'storage'>;

const lifetimeMs = sessionLifetimeDays * 86_400_000;
/** A session slides at most this often, so that a busy screen does not write with every call. */
const renewAfterMs = 5 * 60_000;
/** Longer than any token of ours; hashing is not for megabytes. */
const tokenMaxLength = 200;

/** Begins a session and answers its token, which exists nowhere else from then on. */
export const openSession = async (tx: Transaction, userId: string, now: Date): Promise<string> => {
  const token = newSecret();
  await insertSession(tx, {
    tokenHash: hashSecret(token),
    userId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  });
  return token;
};

/** Whose session a bare token is; also what a socket's handshake asks. @throws AppError 401 SESSION_EXPIRED */
export const createAuthenticateToken =
  ({ db, clock, storage }: SessionContext) =>
  async (token: string | null | undefined): Promise<Caller> => {
    if (!token || token.length > tokenMaxLength) throw sessionExpired();
    const now = clock.now();
    const session = await findLivingSession(db, hashSecret(token), now);
    if (!session) throw sessionExpired();
    if (now.getTime() - session.lastUsedAt.getTime() > renewAfterMs && !storage.isFull())
      await renewSession(db, session.tokenHash, now, new Date(now.getTime() + lifetimeMs));
    return { userId: session.userId, tokenHash: session.tokenHash };
  };

/** Whose session an Authorization header shows. @throws AppError 401 SESSION_EXPIRED */
export const createAuthenticate = (context: SessionContext): Authenticate => {
  const authenticateToken = createAuthenticateToken(context);
  return (authorization) => authenticateToken(readBearer(authorization));
};
