import { emptyAccountsByPlatform } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { smallWrite } from '#server/database/smallWrite.ts';
import { newId } from '#server/lib/ids.ts';
import type { GooglePerson } from './googleIdentity.ts';
import { openSession } from './sessions.service.ts';
import { deleteAllSessions } from './sessions.store.ts';
import { findUserByIdentity, insertIdentity, insertUser, lockUserByEmail, updateUser } from './users.store.ts';
import type { UserRow } from './users.store.ts';

type Found = { user: UserRow; endedSessions: string[] };

/**
 * The account of an address that Google has just vouched for. An address that was never proven here may have been
 * registered by someone else in wait for its owner, so that password and those sessions end.
 */
const claimAccount = async (tx: Transaction, { email, name }: GooglePerson, now: Date): Promise<Found> => {
  const fresh = await insertUser(tx, {
    id: newId(),
    name,
    email,
    passwordHash: null,
    isEmailProven: true,
    defaultAccounts: emptyAccountsByPlatform(),
    createdAt: now,
  });
  if (fresh) return { user: fresh, endedSessions: [] };

  const existing = await lockUserByEmail(tx, email);
  if (!existing) throw new Error('The account was deleted during its sign-in');
  if (existing.isEmailProven) return { user: existing, endedSessions: [] };

  const user = await updateUser(tx, existing.id, { passwordHash: null, isEmailProven: true }, now);
  return { user: user ?? existing, endedSessions: await deleteAllSessions(tx, existing.id) };
};

/** The account that belongs to an identity, linked or made on its first sign-in. */
const findOrClaim = async (tx: Transaction, person: GooglePerson, now: Date): Promise<Found> => {
  const known = await findUserByIdentity(tx, person.identity);
  if (known) return { user: known, endedSessions: [] };
  const claimed = await claimAccount(tx, person, now);
  await insertIdentity(tx, person.identity, claimed.user.id, now);
  return claimed;
};

/** Signs a person in whom Google has vouched for. The identity (issuer and subject) is the key; an address can change hands. */
export const signInWithGoogle = async (
  { db, clock, publisher }: Pick<AppContext, 'db' | 'clock' | 'publisher'>,
  person: GooglePerson,
): Promise<{ user: UserRow; token: string }> => {
  const now = clock.now();
  const { user, endedSessions, token } = await smallWrite(db, async (tx) => {
    const found = await findOrClaim(tx, person, now);
    return { ...found, token: await openSession(tx, found.user.id, now) };
  });
  publisher.cutSessions(endedSessions);
  return { user, token };
};
