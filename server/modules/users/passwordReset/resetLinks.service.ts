import { randomBytes } from 'node:crypto';
import { resetLink } from '#shared/limits.ts';
import { routes } from '#shared/routes.ts';
import type { AppContext } from '#server/AppContext.ts';
import { accountBlocked, invalidCode } from '#server/lib/failures/errors.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { passwords } from '#server/lib/crypto/passwords.ts';
import { findLinkOwner, redeemLink, replaceLink } from './resetLinks.store.ts';
import { deleteAllSessions } from '#server/modules/users/signIn/sessions.store.ts';
import { lockUser, updateUser } from '#server/modules/users/users.store.ts';
import type { UserRow } from '#server/modules/users/users.store.ts';

/**
 * Creates a link for the owner of an account to set a new password without mail. The code is in the URL fragment, which
 * browsers do not send. Only its hash is stored.
 */
export const createResetLink = async (
  { db, clock, env }: Pick<AppContext, 'db' | 'clock' | 'env'>,
  user: UserRow,
): Promise<{ url: string; expiresAt: Date }> => {
  const code = BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString()
    .padStart(resetLink.digits, '0');
  const expiresAt = new Date(clock.now().getTime() + resetLink.lifetimeHours * 3_600_000);
  await replaceLink(db, user, { codeHash: hashSecret(code), expiresAt });
  const fragment = new URLSearchParams({ email: user.email, code });
  return { url: `${env.PUBLIC_URL}${routes.resetPassword.path}#${fragment.toString()}`, expiresAt };
};

/**
 * Sets a new password with the code of a link, and ends every session. The address does not count as proven, because
 * the link came from the operator.
 * @throws AppError 400 INVALID_CODE; 403 FORBIDDEN for a blocked account
 */
export const resetByLink = async (
  { db, clock, publisher }: Pick<AppContext, 'db' | 'clock' | 'publisher'>,
  { email, otp, newPassword }: { email: string; otp: string; newPassword: string },
): Promise<void> => {
  const codeHash = hashSecret(otp);
  const userId = await findLinkOwner(db, { email, codeHash }, clock.now());
  if (userId === null) throw invalidCode();
  const passwordHash = await passwords.hash(newPassword);
  const endedSessions = await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || !(await redeemLink(tx, user, codeHash))) throw invalidCode();
    if (user.blockedAt) throw accountBlocked();
    await updateUser(tx, user.id, { passwordHash }, clock.now());
    return deleteAllSessions(tx, user.id);
  });
  await publisher.cutSessions(endedSessions);
};
