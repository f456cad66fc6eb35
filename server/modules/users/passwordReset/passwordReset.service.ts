import { resetLink } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { accountBlocked, invalidCode, notConfigured, tooManyAttempts } from '#server/lib/failures/errors.ts';
import { passwords } from '#server/lib/crypto/passwords.ts';
import { clientKey } from '#server/lib/throttle.ts';
import type { AccountThrottles } from '#server/modules/users/accounts/accountThrottles.ts';
import { hashesOf } from './oneTimeCodes.service.ts';
import type { Asker } from './oneTimeCodes.service.ts';
import { redeemCode, takeAttempt } from './oneTimeCodes.store.ts';
import { otpMail } from './otpMail.handler.ts';
import type { ProveAddress } from '#server/modules/users/registration/ProveAddress.ts';
import { resetByLink } from './resetLinks.service.ts';
import { deleteAllSessions } from '#server/modules/users/signIn/sessions.store.ts';
import { findUserByEmail, lockUser, updateUser } from '#server/modules/users/users.store.ts';

/**
 * Enqueues a mail with a code. An address without an account gets the same response after the same work, because a
 * background job creates the code, its hash and the mail. Beyond the mail limit of an address, the asker shares a
 * recently mailed code. So strangers can neither flood a mailbox nor block its owner.
 */
export const requestCode = async (
  context: Pick<AppContext, 'env' | 'db' | 'jobs'>,
  throttles: AccountThrottles,
  email: string,
  asker: Asker,
): Promise<void> => {
  if (!context.env.SMTP_URL) throw notConfigured(messages.auth.mailOff);
  const client = clientKey(asker.ip);
  await throttles.codesPerClient.take(client);
  await throttles.codesPerAsker.take(`${email} ${client}`);
  const mayShare = (await throttles.codesPerAddress.secondsToWait(email)) !== null;
  const user = await findUserByEmail(context.db, email);
  await context.jobs.enqueue(otpMail, { userId: user?.id ?? null, askers: hashesOf(asker), mayShare });
};

type Reset = { email: string; otp: string; newPassword: string };

/** An IPv4 address, or the /48 prefix of an IPv6 address, because one customer often owns a /48. */
const networkOf = (client: string): string => client.split(':').slice(0, 3).join(':');

/** Counts a guess beyond the daily limit. @returns whether the client that requested the code has a guess left */
const takeAskerGuess = async (throttles: AccountThrottles, email: string, client: string): Promise<boolean> =>
  (await throttles.askerGuessesPerNetwork.secondsToWait(`${email} ${networkOf(client)}`)) === null &&
  (await throttles.askerGuessesPerAddress.secondsToWait(email)) === null;

/**
 * Sets a new password with a code. Ends every session and marks the address as proven.
 *
 * All clients share a daily number of guesses per account. When it is used up, clients that requested a code have a few
 * more guesses, so that strangers cannot lock the owner out.
 * @throws AppError 400 INVALID_CODE for a wrong, used or outdated code and for an unknown address; 429 when the guesses
 * are used up; 403 FORBIDDEN for a blocked account
 */
export const resetPassword = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'> & { proveAddress: ProveAddress },
  throttles: AccountThrottles,
  reset: Reset,
  asker: Asker,
): Promise<void> => {
  const { db, clock, publisher, proveAddress } = context;
  const { email } = reset;
  const client = clientKey(asker.ip);
  await throttles.resetsPerClient.take(client);
  if (reset.otp.length === resetLink.digits) return resetByLink(context, reset);
  // Count for every address and before the check, so that the response does not reveal whether an account or a code
  // exists.
  const waitSeconds = await throttles.guessesPerAddress.secondsToWait(email);
  const isAskerOnly = waitSeconds !== null;

  const taken = await takeAttempt(db, { email, askers: hashesOf(asker), isAskerOnly }, clock.now());
  const mayGuess = taken !== null && (!isAskerOnly || (await takeAskerGuess(throttles, email, client)));
  const isRight = await passwords.matches(mayGuess ? taken.codeHash : null, reset.otp);
  if (!mayGuess || !isRight) throw isAskerOnly ? tooManyAttempts(waitSeconds) : invalidCode();

  const passwordHash = await passwords.hash(reset.newPassword);
  const finish = await db.transaction(async (tx) => {
    // Lock the account first, in the order of docs/ARCHITECTURE.md: a simultaneous sign-in or password change waits
    // here.
    const user = await lockUser(tx, taken.userId);
    if (user?.blockedAt) throw accountBlocked();
    if (!user || !(await redeemCode(tx, user.id, taken.codeHash))) throw invalidCode();
    if (!user.isEmailProven) return (await proveAddress(tx, user.id, passwordHash, clock.now())).finish;
    await updateUser(tx, user.id, { passwordHash }, clock.now());
    const endedSessions = await deleteAllSessions(tx, user.id);
    return () => publisher.cutSessions(endedSessions);
  });
  await finish();
  await throttles.guessesPerAddress.refund(email);
};
