import type { AppContext } from '#server/AppContext.ts';
import { deleteAllSessions } from '#server/modules/users/signIn/sessions.store.ts';
import { findUserByEmail, lockUser, updateUser } from '#server/modules/users/users.store.ts';

/**
 * Blocks an account: its sessions end, its sockets close, and nobody can sign in. Its background work continues, so
 * that no leads are lost during the block.
 * @returns whether the account exists
 */
export const blockAccount = async (
  { db, clock, publisher }: Pick<AppContext, 'db' | 'clock' | 'publisher'>,
  email: string,
): Promise<boolean> => {
  const found = await findUserByEmail(db, email);
  if (!found) return false;
  const endedSessions = await db.transaction(async (tx) => {
    const user = await lockUser(tx, found.id);
    const now = clock.now();
    await updateUser(tx, found.id, { blockedAt: user?.blockedAt ?? now }, now);
    return deleteAllSessions(tx, found.id);
  });
  await publisher.cutSessions(endedSessions);
  return true;
};

/** @returns whether the account exists */
export const unblockAccount = async (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  email: string,
): Promise<boolean> => {
  const user = await findUserByEmail(db, email);
  if (!user) return false;
  await updateUser(db, user.id, { blockedAt: null }, clock.now());
  return true;
};
