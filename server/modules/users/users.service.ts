import type { AppContext } from '#server/AppContext.ts';
import { smallWrite } from '#server/database/smallWrite.ts';
import { AppError, emailTaken, invalidCredentials } from '#server/lib/failures/errors.ts';
import { newId } from '#server/lib/ids.ts';
import { passwords } from '#server/lib/crypto/passwords.ts';
import { clientKey } from '#server/lib/throttle.ts';
import type { AccountThrottles } from './accounts/accountThrottles.ts';
import { admit, requireAdmission } from './registration/registration.service.ts';
import { openSession } from './signIn/sessions.service.ts';
import type { OpenedSession } from './signIn/sessions.service.ts';
import { publishMembersChanged } from './members/publishMembersChanged.ts';
import { findUserByEmail, insertUser, lockUserWithPassword } from './users.store.ts';
import type { UserRow } from './users.store.ts';

export type SignedIn = OpenedSession & { user: UserRow };

type Registration = { name: string; email: string; password: string; invitation?: string | undefined };

/** @throws AppError 409 EMAIL_TAKEN, 403 REGISTRATION_CLOSED */
export const register = async (
  context: Pick<AppContext, 'env' | 'db' | 'clock' | 'publisher'>,
  throttles: AccountThrottles,
  { name, email, password, invitation }: Registration,
  ip: string,
): Promise<SignedIn> => {
  await throttles.signUpsPerClient.take(clientKey(ip));
  const { db, clock } = context;
  const newcomer = { email, isProven: false, secret: invitation ?? '' };
  await requireAdmission(context, db, newcomer);
  if (await findUserByEmail(db, email)) throw emailTaken();
  const passwordHash = await passwords.hash(password);
  const createdAt = clock.now();
  const { joined, ...signedIn } = await db.transaction(async (tx) => {
    const user = await insertUser(tx, {
      id: newId(),
      name,
      email,
      passwordHash,
      isEmailProven: false,
      createdAt,
    });
    if (!user) throw emailTaken();
    const workspaceId = await admit(context, tx, user.id, newcomer);
    return { joined: workspaceId, user, ...(await openSession(tx, user.id, createdAt)) };
  });
  if (joined !== null) publishMembersChanged(context.publisher, joined);
  return signedIn;
};

/** An unknown address, a wrong password and an account without a password get the same response after the same work. */
const signIn = async (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  email: string,
  password: string,
): Promise<SignedIn> => {
  const known = await findUserByEmail(db, email);
  const isRight = await passwords.matches(known?.passwordHash ?? null, password);
  if (!known?.passwordHash || !isRight) throw invalidCredentials();
  const { id, passwordHash } = known;
  return smallWrite(db, async (tx) => {
    // A reset may have ended all sessions during the password check. It must not miss this session.
    const user = await lockUserWithPassword(tx, id, passwordHash);
    if (!user) throw invalidCredentials();
    return { user, ...(await openSession(tx, user.id, clock.now())) };
  });
};

/** @throws AppError 401 INVALID_CREDENTIALS, 429 after ten failures of one client for one address */
export const login = async (
  context: Pick<AppContext, 'db' | 'clock'>,
  throttles: AccountThrottles,
  { email, password }: { email: string; password: string },
  ip: string,
): Promise<SignedIn> => {
  const client = clientKey(ip);
  await throttles.signInsPerClient.take(client);
  // Counted before the check, so that parallel guesses count too.
  const failuresKey = `${email} ${client}`;
  await throttles.failedSignIns.take(failuresKey);
  try {
    const signedIn = await signIn(context, email, password);
    await throttles.failedSignIns.clear(failuresKey);
    return signedIn;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'INVALID_CREDENTIALS'))
      await throttles.failedSignIns.refund(failuresKey);
    throw error;
  }
};
