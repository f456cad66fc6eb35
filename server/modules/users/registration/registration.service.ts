import { invitationDays } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { routes } from '#shared/routes.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { AppError, emailTaken } from '#server/lib/failures/errors.ts';
import { hashSecret, newSecret } from '#server/lib/ids.ts';
import { hasInvitation, replaceInvitation, takeInvitation } from './invitations.store.ts';
import type { Invited } from './invitations.store.ts';
import { findUserByEmail } from '#server/modules/users/users.store.ts';

/** A newcomer. `secret` is that of the invitation link; null: the address is proven instead. */
export type Newcomer = { email: string; secret: string | null };

type Context = Pick<AppContext, 'env' | 'clock'>;
type Check = (db: Queryable, invited: Invited, now: Date) => Promise<boolean>;

const registrationClosed = (mode: 'invite' | 'closed'): AppError =>
  new AppError(403, 'REGISTRATION_CLOSED', messages.auth.registration[mode]);

const admitBy =
  (check: Check) =>
  async ({ env, clock }: Context, db: Queryable, { email, secret }: Newcomer): Promise<void> => {
    const mode = env.REGISTRATION;
    if (mode === 'open') return;
    const invited = { email, secretHash: secret === null ? null : hashSecret(secret) };
    if (mode === 'closed' || !(await check(db, invited, clock.now()))) throw registrationClosed(mode);
  };

/** Refuses a newcomer before any work is done. @throws AppError 403 REGISTRATION_CLOSED */
export const requireAdmission = admitBy(hasInvitation);

/** Admits a newcomer, in the transaction that makes the account. @throws AppError 403 REGISTRATION_CLOSED */
export const admit: (context: Context, tx: Transaction, newcomer: Newcomer) => Promise<void> = admitBy(takeInvitation);

/**
 * Invites an address and returns the link. The secret is in the fragment, which browsers never send, so it gets into no
 * log. It proves nothing about the address: the operator may have given the link to anyone.
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
