import type { User } from '#shared/contracts/users.ts';
import type { AppContext } from '#server/AppContext.ts';
import { sessionExpired } from '#server/lib/failures/errors.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { readConnectionFlags } from '#server/modules/connections/connections.store.ts';
import { readDefaultAccounts } from '#server/modules/users/workspaces/defaultAccounts.store.ts';
import { presentUser } from '#server/modules/users/users.present.ts';
import { findUser } from '#server/modules/users/users.store.ts';

/** A person in a workspace, as presented to the person's own client. */
export const presentPerson = async (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  member: Member,
  token: string,
): Promise<User> => {
  const user = await findUser(db, member.userId);
  if (!user) throw sessionExpired();
  const flags = await readConnectionFlags(db, member.workspaceId, clock.now());
  return presentUser(user, { flags, defaultAccounts: await readDefaultAccounts(db, member), token });
};
