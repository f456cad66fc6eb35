import { setTimeout as pause } from 'node:timers/promises';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { sessionExpired, validationError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import { listStoredConnections } from '#server/modules/connections/connections.store.ts';
import { revokeGrant } from '#server/modules/connections/disconnect.service.ts';
import { normaliseEmail } from '#server/modules/users/normaliseEmail.ts';
import { deleteAllSessions } from '#server/modules/users/sessions.store.ts';
import { findUser, lockUser } from '#server/modules/users/users.store.ts';
import { closeAccount } from './account.store.ts';
import { eraseAccountJob } from './privacyJobs.ts';
import { insertReceipt } from './receipts.store.ts';

/** How long somebody waits for the platforms; the account is deleted whatever they answer. */
const revokeMs = 10_000;

export const placeOfAddress = (code: string): string => `erase-account.address:${code}`;

/** Takes every grant back, side by side. @returns the platforms that could not be told */
const revokeGrants = async (context: AppContext, userId: string): Promise<PlatformId[]> => {
  const rows = await listStoredConnections(context.db, userId);
  const settled = new AbortController();
  const tooLong = pause(revokeMs, false, { signal: settled.signal, ref: false });
  try {
    const results = await Promise.all(
      rows.map(async (row) => ({
        platform: row.platform,
        isRevoked: await Promise.race([revokeGrant(context, row), tooLong]),
      })),
    );
    return results.filter(({ isRevoked }) => !isRevoked).map(({ platform }) => platform);
  } finally {
    settled.abort();
    await tooLong.catch(() => false);
  }
};

/**
 * Deletes an account: its grants are given back, its sessions end, and nobody can use it any more; a job then deletes its
 * rows, in small steps. The address shows that it was meant.
 * @returns what to tell the person
 * @throws AppError 400 when the address is not that of the account
 */
export const deleteAccount = async (context: AppContext, userId: string, email: string): Promise<string> => {
  const { db, clock, env, jobs, secrets, publisher } = context;
  const requireMeant = (user: { email: string } | null): void => {
    if (!user) throw sessionExpired();
    if (user.email !== normaliseEmail(email))
      throw validationError(messages.privacy.otherAddress, { email: messages.privacy.otherAddress });
  };
  requireMeant(await findUser(db, userId));
  const unrevoked = await revokeGrants(context, userId);
  const code = newId();
  const endedSessions = await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    requireMeant(user);
    const now = clock.now();
    const ended = await deleteAllSessions(tx, userId);
    await closeAccount(tx, userId, now);
    await insertReceipt(tx, { code, kind: 'account', userId, requestedAt: now });
    const address = env.SMTP_URL && user ? secrets.seal(user.email, placeOfAddress(code)) : null;
    await jobs.enqueue(eraseAccountJob, { code, address }, { transaction: tx, singletonKey: code });
    return ended;
  });
  publisher.cutSessions(endedSessions);
  return messages.privacy.accountDeleted(unrevoked);
};
