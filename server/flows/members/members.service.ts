import { leadLists } from '#shared/leadLists.ts';
import { messages } from '#shared/messages.ts';
import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { AppError, notFound, workspaceChanged } from '#server/lib/failures/errors.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { publishProgress } from '#server/modules/exports/exportProgress.ts';
import { cancelExportsOf } from '#server/modules/exports/exports.store.ts';
import type { ExportRow } from '#server/modules/exports/exports.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { deleteConsentsOf } from '#server/modules/connections/consent/oauthStates.store.ts';
import { findUser } from '#server/modules/users/users.store.ts';
import { moveSessionsOf } from '#server/modules/users/signIn/sessions.store.ts';
import type { Move } from '#server/realtime/EventPublisher.ts';
import { readWorkspaceName } from '#server/modules/users/workspaces/currentWorkspace.store.ts';
import { deleteInvitationsBy } from '#server/modules/users/invitations/invitations.store.ts';
import {
  countMembers,
  countOtherOwners,
  deleteMembership,
  findMembership,
  lockMembership,
  updateMembership,
} from '#server/modules/users/members/members.store.ts';
import { publishMembersChanged } from '#server/modules/users/members/publishMembersChanged.ts';
import { requireOwner } from '#server/modules/users/members/requireOwner.ts';
import { eraseAnswersTo } from '#server/answers/erasedAnswers.store.ts';
import { createWorkspace, findWorkspaceId, lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'publisher'>;
type EndedMembership = { move: Move; exports: ExportRow[] };

const lastOwner = (message: string): AppError => new AppError(409, 'LAST_OWNER', message);

/** @throws AppError 404, 409 LAST_OWNER */
const requireReplaceable = async (tx: Transaction, member: Member): Promise<void> => {
  const membership = await findMembership(tx, member);
  if (!membership) throw notFound(messages.workspaces.noMember);
  if ((await countMembers(tx, member.workspaceId)) === 1) throw lastOwner(messages.workspaces.lastMember);
  if (membership.role === 'owner' && (await countOtherOwners(tx, member)) === 0)
    throw lastOwner(messages.workspaces.lastOwner);
};

/**
 * Ends a membership. The caller has locked the workspace. The person's sessions continue in another workspace, which is
 * created if necessary. Open invitations, consents and exports of the person end.
 */
const endMembership = async (
  tx: Transaction,
  from: Member,
  message: (workspace: string) => string,
  now: Date,
): Promise<EndedMembership> => {
  await requireReplaceable(tx, from);
  const { userId, workspaceId } = from;
  const next = (await findWorkspaceId(tx, userId, workspaceId)) ?? (await createWorkspace(tx, userId, now));
  const tokenHashes = await moveSessionsOf(tx, from, next);
  const exports = await cancelExportsOf(tx, from, now);
  await deleteInvitationsBy(tx, from);
  await deleteConsentsOf(tx, from);
  await eraseAnswersTo(tx, userId);
  const name = await readWorkspaceName(tx, workspaceId);
  await deleteMembership(tx, from);
  const move = { tokenHashes, from, to: { userId, workspaceId: next }, message: message(name) };
  return { move, exports };
};

/** Reports that members have left a workspace, and that their leads no longer have an assignee. */
export const publishDeparture = (context: Pick<AppContext, 'publisher'>, workspaceId: WorkspaceId): void => {
  publishMembersChanged(context.publisher, workspaceId);
  for (const list of leadLists) publishLeadsChanged(context, workspaceId, list);
};

const finishDeparture = async (context: Context, { move, exports }: EndedMembership): Promise<void> => {
  await context.publisher.moveSessions(move);
  for (const row of exports) publishProgress(context, row);
  publishDeparture(context, move.from.workspaceId);
};

/** @throws AppError 409 LAST_OWNER */
export const leaveWorkspace = async (context: Context, caller: Member): Promise<string> => {
  const message = (name: string) => messages.workspaces.left(name);
  const ended = await context.db.transaction(async (tx) => {
    await lockMembers(tx, caller.workspaceId);
    if (!(await findMembership(tx, caller))) throw workspaceChanged();
    return endMembership(tx, caller, message, context.clock.now());
  });
  await finishDeparture(context, ended);
  return ended.move.message ?? '';
};

/**
 * Ends the access of a member at once.
 * @returns the person's name
 * @throws AppError 404; 409 LAST_OWNER when the last owner removes themselves
 */
export const removeMember = async (context: Context, caller: Member, userId: string): Promise<string> => {
  const { workspaceId } = caller;
  const message = (name: string) =>
    userId === caller.userId ? messages.workspaces.left(name) : messages.workspaces.wereRemoved(name);
  const ended = await context.db.transaction(async (tx) => {
    await lockMembers(tx, workspaceId);
    await requireOwner(tx, caller);
    const person = await findUser(tx, userId);
    return { person, ...(await endMembership(tx, { workspaceId, userId }, message, context.clock.now())) };
  });
  await finishDeparture(context, ended);
  return ended.person?.name || (ended.person?.email ?? '');
};

/** @throws AppError 404, 409 LAST_OWNER */
export const changeRole = async (
  { db, publisher }: Context,
  caller: Member,
  userId: string,
  role: WorkspaceRole,
): Promise<void> => {
  const member = { workspaceId: caller.workspaceId, userId };
  await db.transaction(async (tx) => {
    await lockMembers(tx, caller.workspaceId);
    await requireOwner(tx, caller);
    const membership = await lockMembership(tx, member);
    if (!membership) throw notFound(messages.workspaces.noMember);
    if (membership.role === role) return;
    if (role === 'member') {
      if ((await countOtherOwners(tx, member)) === 0) throw lastOwner(messages.workspaces.lastOwner);
      await deleteInvitationsBy(tx, member);
      await deleteConsentsOf(tx, member);
    }
    await updateMembership(tx, member, { role });
  });
  await publisher.forgetWorkspaces([caller.workspaceId]);
  publishMembersChanged(publisher, caller.workspaceId);
};
