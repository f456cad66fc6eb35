import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { smallWrite } from '#server/database/smallWrite.ts';
import { newId } from '#server/lib/ids.ts';
import type { SignedIn } from '#server/modules/users/users.service.ts';
import type { GooglePerson } from './googleIdentity.ts';
import type { ProveAddress, ProvenAddress } from '#server/modules/users/registration/ProveAddress.ts';
import { admit } from '#server/modules/users/registration/registration.service.ts';
import { publishMembersChanged } from '#server/modules/users/members/publishMembersChanged.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { openSession } from './sessions.service.ts';
import { findUserByIdentity, insertIdentity, insertUser, lockUserByEmail } from '#server/modules/users/users.store.ts';
import type { UserRow } from '#server/modules/users/users.store.ts';

type Context = Pick<AppContext, 'env' | 'clock'> & { proveAddress: ProveAddress };

/** `finish`: ends access after a first proof of the address. `joined`: the workspace of the invitation. */
type Found = { user: UserRow; finish: ProvenAddress['finish'] | null; joined: WorkspaceId | null };

/** The account of an address verified by Google. */
const claimAccount = async (
  context: Context,
  tx: Transaction,
  { email, name }: GooglePerson,
  invitation: string | undefined,
  now: Date,
): Promise<Found> => {
  const fresh = await insertUser(tx, {
    id: newId(),
    name,
    email,
    passwordHash: null,
    isEmailProven: true,
    createdAt: now,
  });
  if (fresh) {
    const joined = await admit(context, tx, fresh.id, { email, isProven: true, secret: invitation ?? '' });
    return { user: fresh, finish: null, joined };
  }

  const existing = await lockUserByEmail(tx, email);
  if (!existing) throw new Error('The account was deleted during its sign-in');
  if (existing.isEmailProven) return { user: existing, finish: null, joined: null };
  return { ...(await context.proveAddress(tx, existing.id, null, now)), joined: null };
};

/** The account of an identity, linked or created at its first sign-in. */
const findOrClaim = async (
  context: Context,
  tx: Transaction,
  person: GooglePerson,
  invitation: string | undefined,
  now: Date,
): Promise<Found> => {
  const known = await findUserByIdentity(tx, person.identity);
  if (known) return { user: known, finish: null, joined: null };
  const claimed = await claimAccount(context, tx, person, invitation, now);
  await insertIdentity(tx, person.identity, claimed.user.id, now);
  return claimed;
};

/**
 * Signs in a person with a verified Google identity. The identity (issuer and subject) is the key, because an address
 * can change hands. A new person may have the secret of an invitation.
 * @throws AppError 403 REGISTRATION_CLOSED for a new address that may not register
 */
export const signInWithGoogle = async (
  context: Context & Pick<AppContext, 'db' | 'publisher'>,
  person: GooglePerson,
  invitation?: string,
): Promise<SignedIn> => {
  const now = context.clock.now();
  const { finish, joined, ...signedIn } = await smallWrite(context.db, async (tx) => {
    const found = await findOrClaim(context, tx, person, invitation, now);
    return { ...found, ...(await openSession(tx, found.user.id, now)) };
  });
  await finish?.();
  if (joined !== null) publishMembersChanged(context.publisher, joined);
  return signedIn;
};
