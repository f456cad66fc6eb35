import { workspaceLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { AppError, sessionExpired } from '#server/lib/failures/errors.ts';
import type { Caller, Member } from '#server/lib/http/Caller.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { lockUser } from '#server/modules/users/users.store.ts';
import { enter, publishEntry } from '#server/modules/users/workspaces/enterWorkspace.service.ts';
import { findInvitation, takeInvitation } from './invitations.store.ts';
import type { InvitationRow, ListedInvitation } from './invitations.store.ts';
import {
  countMembers,
  countWorkspaces,
  findMembership,
  insertMembership,
} from '#server/modules/users/members/members.store.ts';
import { publishMembersChanged } from '#server/modules/users/members/publishMembersChanged.ts';
import { lockMembersWith } from '#server/modules/users/workspaces/workspaces.store.ts';

const invitationInvalid = (): AppError =>
  new AppError(404, 'INVITATION_INVALID', messages.workspaces.invitationInvalid);

/** @throws AppError 404 INVITATION_INVALID */
export const requireInvitation = async (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  secret: string,
): Promise<ListedInvitation> => {
  const invitation = await findInvitation(db, hashSecret(secret), null, clock.now());
  if (!invitation) throw invitationInvalid();
  return invitation;
};

/**
 * Uses an invitation for a person. The caller has locked the accounts of the person and the workspace.
 * @returns null when another request was faster
 * @throws AppError 409 TOO_MANY_RECORDS
 */
const join = async (
  tx: Transaction,
  { id: userId, email }: { id: string; email: string },
  secretHash: string,
  now: Date,
): Promise<InvitationRow | null> => {
  const taken = await takeInvitation(tx, secretHash, email, now);
  if (!taken) return null;
  const { workspaceId, role } = taken;
  if ((await countMembers(tx, workspaceId)) >= workspaceLimits.members)
    throw new AppError(409, 'TOO_MANY_RECORDS', messages.workspaces.tooManyMembers);
  if ((await countWorkspaces(tx, userId)) >= workspaceLimits.perPerson)
    throw new AppError(409, 'TOO_MANY_RECORDS', messages.workspaces.tooManyWorkspaces);
  await insertMembership(tx, { workspaceId, userId, role, defaultAccounts: {}, chosenAt: now, createdAt: now });
  return taken;
};

/**
 * Makes a new person a member, in the transaction that creates the account. Null: no workspace invitation for this
 * address has this secret.
 */
export const joinAsNewcomer = async (
  tx: Transaction,
  person: { id: string; email: string },
  secret: string,
  now: Date,
): Promise<InvitationRow | null> => {
  const secretHash = hashSecret(secret);
  const invitation = await findInvitation(tx, secretHash, person.email, now);
  if (!invitation) return null;
  await lockMembersWith(tx, invitation.workspaceId, person.id);
  return join(tx, person, secretHash, now);
};

/**
 * Makes the caller a member and switches their session to the workspace. An existing member only switches, and the
 * invitation stays valid.
 * @throws AppError 404 INVITATION_INVALID, 403 FORBIDDEN for the invitation of another address, 409 TOO_MANY_RECORDS
 */
export const acceptInvitation = async (
  context: Pick<AppContext, 'db' | 'clock' | 'publisher'>,
  caller: Caller,
  secret: string,
): Promise<Member> => {
  const { db, clock, publisher } = context;
  const now = clock.now();
  const { workspaceId, email } = await requireInvitation(context, secret);
  const to = { userId: caller.userId, workspaceId };
  const isNew = await db.transaction(async (tx) => {
    await lockMembersWith(tx, workspaceId, caller.userId);
    const user = await lockUser(tx, caller.userId);
    if (!user) throw sessionExpired();
    if (email !== null && email !== user.email)
      throw new AppError(403, 'FORBIDDEN', messages.workspaces.invitationForOther(email));
    const isMember = (await findMembership(tx, to)) !== null;
    if (!isMember && !(await join(tx, user, hashSecret(secret), now))) throw invitationInvalid();
    await enter(tx, caller, to, now);
    return !isMember;
  });
  await publishEntry(context, caller, to);
  if (isNew) publishMembersChanged(publisher, workspaceId);
  return to;
};
