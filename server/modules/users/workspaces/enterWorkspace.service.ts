import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import type { Caller, Member } from '#server/lib/http/Caller.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { moveSession } from '#server/modules/users/signIn/sessions.store.ts';
import { lockUser } from '#server/modules/users/users.store.ts';
import { findMembership, updateMembership } from '#server/modules/users/members/members.store.ts';

/** Switches the caller's session to one of their workspaces. Later sessions start there too. */
export const enter = async (tx: Transaction, caller: Caller, to: Member, now: Date): Promise<void> => {
  await updateMembership(tx, to, { chosenAt: now });
  await moveSession(tx, to, caller.tokenHash);
};

/** Moves the sockets of the session, after the commit. */
export const publishEntry = async (
  { publisher }: Pick<AppContext, 'publisher'>,
  caller: Caller,
  to: Member,
): Promise<void> => {
  if (to.workspaceId === caller.workspaceId) return;
  await publisher.moveSessions({ tokenHashes: [caller.tokenHash], from: caller, to, message: null });
};

/** @throws AppError 404 unless the caller is a member */
export const enterWorkspace = async (
  context: Pick<AppContext, 'db' | 'clock' | 'publisher'>,
  caller: Caller,
  workspaceId: WorkspaceId,
): Promise<Member> => {
  const to = { userId: caller.userId, workspaceId };
  await context.db.transaction(async (tx) => {
    await lockUser(tx, caller.userId);
    if (!(await findMembership(tx, to))) throw notFound();
    await enter(tx, caller, to, context.clock.now());
  });
  await publishEntry(context, caller, to);
  return to;
};
