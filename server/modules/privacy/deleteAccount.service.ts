import { setTimeout as pause } from 'node:timers/promises';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sessionExpired, validationError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import { listStoredConnections } from '#server/modules/connections/connections.store.ts';
import { readEndingGrant, revokeGrant } from '#server/modules/connections/disconnect.service.ts';
import type { EndingGrant } from '#server/modules/connections/disconnect.service.ts';
import { normaliseEmail } from '#server/modules/users/normaliseEmail.ts';
import { deleteAllSessions } from '#server/modules/users/sessions.store.ts';
import { lockUser } from '#server/modules/users/users.store.ts';
import { closeAccount } from './account.store.ts';
import { eraseAccountJob } from './privacyJobs.ts';
import { insertReceipt } from './receipts.store.ts';

/** How long somebody waits for the platforms; the account is deleted whatever they answer. */
const revokeMs = 10_000;

export const placeOfAddress = (code: string): string => `erase-account.address:${code}`;

const readGrants = async (tx: Transaction, userId: string): Promise<EndingGrant[]> => {
  const grants: EndingGrant[] = [];
  for (const row of await listStoredConnections(tx, userId)) grants.push(await readEndingGrant(tx, row));
  return grants;
};

/** Takes every grant back, side by side. @returns the platforms that could not be told */
const revokeGrants = async (context: AppContext, grants: readonly EndingGrant[]): Promise<PlatformId[]> => {
  const settled = new AbortController();
  const tooLong = pause(revokeMs, false, { signal: settled.signal, ref: false });
  try {
    const results = await Promise.all(
      grants.map(async (grant) => ({
        platform: grant.row.platform,
        isRevoked: await Promise.race([revokeGrant(context, grant), tooLong]),
      })),
    );
    return results.filter(({ isRevoked }) => !isRevoked).map(({ platform }) => platform);
  } finally {
    settled.abort();
    await tooLong.catch(() => false);
  }
};

export type DeletedAccount = {
  /** What to tell the person. */
  message: string;
  /** The receipt's. */
  code: string;
  /** Where to tell that it is done, sealed; null: nowhere. */
  address: string | null;
};

/**
 * Deletes an account: nobody can use it any more, its sessions end, and its grants are given back; a job deletes its rows, in
 * small steps. The address shows that it was meant.
 * @throws AppError 400 when the address is not that of the account
 */
export const deleteAccount = async (context: AppContext, userId: string, email: string): Promise<DeletedAccount> => {
  const { db, clock, env, jobs, secrets, publisher } = context;
  const code = newId();
  const closed = await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw sessionExpired();
    if (user.email !== normaliseEmail(email))
      throw validationError(messages.privacy.otherAddress, { email: messages.privacy.otherAddress });
    const now = clock.now();
    const grants = await readGrants(tx, userId);
    const endedSessions = await deleteAllSessions(tx, userId);
    await closeAccount(tx, userId, now);
    await insertReceipt(tx, { code, kind: 'account', userId, requestedAt: now });
    const address = env.SMTP_URL ? secrets.seal(user.email, placeOfAddress(code)) : null;
    await jobs.enqueue(eraseAccountJob, { code, address }, { transaction: tx, singletonKey: code });
    return { grants, endedSessions, address };
  });
  publisher.cutSessions(closed.endedSessions);
  const unrevoked = await revokeGrants(context, closed.grants);
  return { message: messages.privacy.accountDeleted(unrevoked), code, address: closed.address };
};
