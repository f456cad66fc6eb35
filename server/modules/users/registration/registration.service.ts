import { invitationDays } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { routes } from '#shared/routes.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { AppError, emailTaken } from '#server/lib/failures/errors.ts';
import { hashSecret, newSecret } from '#server/lib/ids.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { hasInvitation, replaceInvitation, takeInvitation } from './invitations.store.ts';
import type { Invited } from './invitations.store.ts';
import { findUserByEmail, updateUser } from '#server/modules/users/users.store.ts';
import { findInvitation } from '#server/modules/users/invitations/invitations.store.ts';
import { joinAsNewcomer } from '#server/modules/users/invitations/joinWorkspace.ts';

/** A new user, with the secret of an invitation link, if any. `isProven`: Google has verified the address. */
export type Newcomer = { email: string; isProven: boolean; secret: string };

type Context = Pick<AppContext, 'env' | 'clock'>;

const registrationClosed = (mode: 'invite' | 'closed'): AppError =>
  new AppError(403, 'REGISTRATION_CLOSED', messages.auth.registration[mode]);

const invitedOf = ({ email, isProven, secret }: Newcomer): Invited => ({
  email,
  secretHash: isProven ? null : hashSecret(secret),
});

/** Refuses a registration before any work is done. @throws AppError 403 REGISTRATION_CLOSED */
export const requireAdmission = async ({ env, clock }: Context, db: Queryable, newcomer: Newcomer): Promise<void> => {
  const mode = env.REGISTRATION;
  if (mode === 'open') return;
  if (mode === 'closed') throw registrationClosed(mode);
  const now = clock.now();
  if (await findInvitation(db, hashSecret(newcomer.secret), newcomer.email, now)) return;
  if (!(await hasInvitation(db, invitedOf(newcomer), now))) throw registrationClosed(mode);
};

/**
 * Admits a new user, in the transaction that creates the account. A workspace invitation also creates the membership. A
 * mailed invitation proves the address, because only its mailbox received the secret.
 * @returns the workspace of the invitation; null without one
 * @throws AppError 403 REGISTRATION_CLOSED
 */
export const admit = async (
  { env, clock }: Context,
  tx: Transaction,
  userId: string,
  newcomer: Newcomer,
): Promise<WorkspaceId | null> => {
  const mode = env.REGISTRATION;
  if (mode === 'closed') throw registrationClosed(mode);
  const now = clock.now();
  const joined = await joinAsNewcomer(tx, { id: userId, email: newcomer.email }, newcomer.secret, now);
  if (joined && joined.email !== null) await updateUser(tx, userId, { isEmailProven: true }, now);
  if (joined) return joined.workspaceId;
  if (mode === 'invite' && !(await takeInvitation(tx, invitedOf(newcomer), now))) throw registrationClosed(mode);
  return null;
};

/**
 * Invites an address and returns the link. The secret is in the URL fragment, which browsers never send, so no log
 * contains it. The address does not count as proven, because the operator may have given the link to anyone.
 * @throws AppError 409 EMAIL_TAKEN; 403 REGISTRATION_CLOSED
 */
export const invite = async (
  { env, db, clock }: Pick<AppContext, 'env' | 'db' | 'clock'>,
  email: string,
): Promise<string> => {
  if (env.REGISTRATION === 'closed') throw registrationClosed('closed');
  if (await findUserByEmail(db, email)) throw emailTaken();
  const secret = newSecret();
  const expiresAt = new Date(clock.now().getTime() + invitationDays * 86_400_000);
  await replaceInvitation(db, { email, secretHash: hashSecret(secret), expiresAt });
  return `${env.PUBLIC_URL}${routes.register.path}#${new URLSearchParams({ email, invitation: secret }).toString()}`;
};
