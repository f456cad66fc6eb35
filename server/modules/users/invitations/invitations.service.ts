import { invitationDays, workspaceLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import type { AppContext } from '#server/AppContext.ts';
import { AppError, notConfigured, notFound, validationError } from '#server/lib/failures/errors.ts';
import type { Caller } from '#server/lib/http/Caller.ts';
import { hashSecret, newId, newSecret } from '#server/lib/ids.ts';
import { findUserByEmail } from '#server/modules/users/users.store.ts';
import { countOpenInvitations } from '#server/modules/users/workspaces/currentWorkspace.store.ts';
import { invitationLink } from './invitationLink.ts';
import { invitationMail } from './invitationMail.handler.ts';
import { deleteInvitation, findInvitationByKey, insertInvitation } from './invitations.store.ts';
import type { ListedInvitation } from './invitations.store.ts';
import { findMembership } from '#server/modules/users/members/members.store.ts';
import { publishMembersChanged } from '#server/modules/users/members/publishMembersChanged.ts';
import { requireOwner } from '#server/modules/users/members/requireOwner.ts';
import { lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';

export type NewInvitation = { invitation: ListedInvitation; link: string | null };

/**
 * Invites an address by mail, or anyone by a link. The mail's secret is created when it is sent, so that the queue
 * contains no secret.
 * @throws AppError 400 for a member, 409 TOO_MANY_RECORDS, 503 NOT_CONFIGURED without a mail server
 */
export const inviteMember = async (
  context: Pick<AppContext, 'env' | 'db' | 'clock' | 'jobs' | 'publisher'>,
  caller: Caller,
  { email, role }: { email: string | null; role: WorkspaceRole },
): Promise<NewInvitation> => {
  const { db, clock, env, jobs, publisher } = context;
  const { workspaceId, userId } = caller;
  if (email !== null && !env.SMTP_URL) throw notConfigured(messages.auth.mailOff);
  const createdAt = clock.now();
  const key = { workspaceId, id: newId() };
  const secret = email === null ? newSecret() : null;
  const invitation = await db.transaction(async (tx) => {
    await lockMembers(tx, workspaceId);
    await requireOwner(tx, caller);
    const invited = email === null ? null : await findUserByEmail(tx, email);
    if (email !== null && invited && (await findMembership(tx, { workspaceId, userId: invited.id })))
      throw validationError(messages.workspaces.alreadyMember(email), {
        email: messages.workspaces.alreadyMember(email),
      });
    if ((await countOpenInvitations(tx, workspaceId, createdAt)) >= workspaceLimits.invitations)
      throw new AppError(409, 'TOO_MANY_RECORDS', messages.workspaces.tooManyInvitations);
    await insertInvitation(tx, {
      ...key,
      email,
      role,
      secretHash: secret === null ? null : hashSecret(secret),
      invitedBy: userId,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + invitationDays * 86_400_000),
    });
    if (email !== null) await jobs.enqueue(invitationMail, key, { transaction: tx, singletonKey: key.id });
    return findInvitationByKey(tx, key);
  });
  if (!invitation) throw new Error('The invitation was not stored');
  publishMembersChanged(publisher, workspaceId);
  return { invitation, link: secret === null ? null : invitationLink(context, secret) };
};

/** @throws AppError 404 */
export const revokeInvitation = async (
  { db, publisher }: Pick<AppContext, 'db' | 'publisher'>,
  { workspaceId }: Caller,
  id: string,
): Promise<void> => {
  if (!(await deleteInvitation(db, { workspaceId, id }))) throw notFound(messages.workspaces.invitationInvalid);
  publishMembersChanged(publisher, workspaceId);
};
