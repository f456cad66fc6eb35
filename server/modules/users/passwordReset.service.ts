import { resetLink } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { accountBlocked, invalidCode, notConfigured } from '#server/lib/errors.ts';
import { passwords } from '#server/lib/passwords.ts';
import { clientKey } from '#server/lib/throttle.ts';
import type { AccountThrottles } from './accountThrottles.ts';
import { redeemCode, takeTry } from './oneTimeCodes.store.ts';
import { otpMail } from './otpMail.job.ts';
import { finishProof, proveAddress } from './proveAddress.ts';
import { resetByLink } from './resetLinks.service.ts';
import { deleteAllSessions } from './sessions.store.ts';
import { findUserByEmail, lockUser, updateUser } from './users.store.ts';

/**
 * Has a code mailed. An address without an account gets the same answer after the same work: the code, its hash and the
 * mail are made in the background.
 */
export const requestCode = async (
  context: AppContext,
  throttles: AccountThrottles,
  email: string,
  ip: string,
): Promise<void> => {
  if (!context.env.SMTP_URL) throw notConfigured(messages.auth.mailOff);
  await throttles.codesPerClient.take(clientKey(ip));
  await throttles.codesPerAddress.take(email);
  const user = await findUserByEmail(context.db, email);
  await context.jobs.enqueue(otpMail, { userId: user?.id ?? null });
};

type Reset = { email: string; otp: string; newPassword: string };

/**
 * Sets a new password with a code. Ends every session, and counts as proof that the mailbox is the person's.
 * @throws AppError 400 INVALID_CODE for a wrong, used or outdated code and for an unknown address; 403 FORBIDDEN for a
 *   blocked account
 */
export const resetPassword = async (
  context: AppContext,
  throttles: AccountThrottles,
  reset: Reset,
  ip: string,
): Promise<void> => {
  const { db, clock } = context;
  const client = clientKey(ip);
  const triesKey = `${reset.email} ${client}`;
  await throttles.resetsPerClient.take(client);
  if (reset.otp.length === resetLink.digits) return resetByLink(context, reset);
  await throttles.failedResets.take(triesKey);

  const taken = await takeTry(db, reset.email, clock.now());
  const isRight = await passwords.matches(taken?.codeHash ?? null, reset.otp);
  if (!taken || !isRight) throw invalidCode();

  const passwordHash = await passwords.hash(reset.newPassword);
  const ended = await db.transaction(async (tx) => {
    // The account's row first, as everywhere: a sign-in or a change of the password at the same time waits here.
    const user = await lockUser(tx, taken.userId);
    if (user?.blockedAt) throw accountBlocked();
    if (!user || !(await redeemCode(tx, user.id, taken.codeHash))) throw invalidCode();
    if (!user.isEmailProven) return (await proveAddress(tx, user.id, passwordHash, clock.now())).ended;
    await updateUser(tx, user.id, { passwordHash }, clock.now());
    return { endedSessions: await deleteAllSessions(tx, user.id), grants: [], notifications: [] };
  });
  await finishProof(context, ended);
  await throttles.failedResets.clear(triesKey);
};
