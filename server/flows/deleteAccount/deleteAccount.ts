import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { sessionExpired, validationError } from '#server/lib/failures/errors.ts';
import { newId } from '#server/lib/ids.ts';
import { readEndingGrants, revokeGrants } from '#server/flows/grants/endGrant.ts';
import type { EndingGrant } from '#server/flows/grants/endGrant.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import type { StoredNotification } from '#server/modules/notifications/announce.ts';
import { normalizeEmail } from '#server/modules/users/normalizeEmail.ts';
import { deleteAllSessions } from '#server/modules/users/signIn/sessions.store.ts';
import { deleteInvitationsAround } from '#server/modules/users/invitations/invitations.store.ts';
import { publishDeparture } from '#server/flows/members/members.service.ts';
import type { LeftWorkspace } from '#server/modules/users/members/members.store.ts';
import { findOwnWorkspaceIds, lockColleagues, lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';
import { lockUser } from '#server/modules/users/users.store.ts';
import type { UserRow } from '#server/modules/users/users.store.ts';
import { eraseAnswersWith } from '#server/answers/erasedAnswers.store.ts';
import { closeAccount } from './closeAccount.store.ts';
import { eraseAccountJob } from '#server/modules/privacy/privacy.jobs.ts';
import { insertReceipt } from '#server/modules/privacy/receipts.store.ts';

export const placeOfAddress = (code: string): string => `erase-account.address:${code}`;

export type DeletedAccount = {
  /** The message for the person. */
  message: string;
  /** The code of the receipt. */
  code: string;
  /** The sealed address for the confirmation; null when no mail is sent. */
  address: string | null;
};

/** Notifies the members of a workspace that lost its last owner. */
const notifyOfNewOwner = async (
  tx: Transaction,
  { workspaceId, newOwner }: LeftWorkspace,
  now: Date,
): Promise<StoredNotification<'owner_replaced'>[]> => {
  if (newOwner === null) return [];
  const members = await lockMembers(tx, workspaceId);
  const store = (to: string[], message: string) =>
    storeNotification(tx, { workspaceId, members: to }, 'owner_replaced', { message }, now);
  return [
    await store([newOwner], messages.workspaces.ownerAppointed),
    await store(
      members.filter((id) => id !== newOwner),
      messages.workspaces.ownerReplaced,
    ),
  ];
};

/** Erases the account from stored responses to members of its former workspaces. */
const eraseFromColleagues = async (
  db: Queryable,
  { id, email, name }: Pick<UserRow, 'id' | 'email' | 'name'>,
  left: readonly LeftWorkspace[],
): Promise<void> => {
  const values = [id, email, name].filter((value) => value !== '');
  for (const { workspaceId } of left) await eraseAnswersWith(db, workspaceId, values);
};

/**
 * Deletes an account: closes the account, ends its sessions and revokes its grants. A job deletes the rows in small
 * steps. The address confirms the intent.
 * @throws AppError 400 when the address differs from the address of the account
 */
export const deleteAccount = async (context: AppContext, userId: string, email: string): Promise<DeletedAccount> => {
  const { db, clock, env, jobs, secrets, publisher } = context;
  const code = newId();
  const closed = await db.transaction(async (tx) => {
    // Lock all colleagues: when two members delete their accounts at the same moment, the second is the last member.
    await lockColleagues(tx, userId);
    const user = await lockUser(tx, userId);
    if (!user) throw sessionExpired();
    if (user.email !== normalizeEmail(email))
      throw validationError(messages.privacy.otherAddress, { email: messages.privacy.otherAddress });
    const now = clock.now();
    // Other members keep the data of their workspaces.
    const workspaceIds = await findOwnWorkspaceIds(tx, userId);
    const grants: EndingGrant[] = [];
    for (const workspaceId of workspaceIds) grants.push(...(await readEndingGrants(tx, workspaceId)));
    const endedSessions = await deleteAllSessions(tx, userId);
    await deleteInvitationsAround(tx, user);
    const left = await closeAccount(tx, { userId, workspaceIds }, now);
    await eraseFromColleagues(tx, user, left);
    await insertReceipt(tx, { code, kind: 'account', userId, requestedAt: now });
    const address = env.SMTP_URL ? secrets.seal(user.email, placeOfAddress(code)) : null;
    await jobs.enqueue(eraseAccountJob, { code, address }, { transaction: tx, singletonKey: code });
    const notifications: StoredNotification<'owner_replaced'>[] = [];
    for (const each of left) notifications.push(...(await notifyOfNewOwner(tx, each, now)));
    return { user, grants, endedSessions, left, notifications, address };
  });
  // Again, for responses stored meanwhile by requests that still read the account.
  await eraseFromColleagues(db, closed.user, closed.left);
  await publisher.cutSessions(closed.endedSessions);
  const left = closed.left.map(({ workspaceId }) => workspaceId);
  // The roles of remaining members may have changed.
  await publisher.forgetWorkspaces(left);
  for (const workspaceId of left) publishDeparture(context, workspaceId);
  for (const notification of closed.notifications) publishNotification(context, notification);
  const unrevoked = await revokeGrants(context, closed.grants);
  return { message: messages.privacy.accountDeleted(unrevoked), code, address: closed.address };
};
