import type { CurrentWorkspace } from '#shared/contracts/currentWorkspace.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Caller } from '#server/lib/http/Caller.ts';
import { countUnmarked } from '#server/modules/findings/list/findings.store.ts';
import { countOpenInvitations, readWorkspaceName } from '#server/modules/users/workspaces/currentWorkspace.store.ts';
import { readDefaultAccounts } from '#server/modules/users/workspaces/defaultAccounts.store.ts';
import { countMembers, countWorkspaces } from '#server/modules/users/members/members.store.ts';

/** Reads the facts about the workspace that every screen needs. */
export const readCurrentWorkspace = async (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  caller: Caller,
): Promise<CurrentWorkspace> => {
  const { workspaceId, userId, role } = caller;
  const [name, members, invitations, workspaces, unmarkedFindings, defaultAccounts] = await Promise.all([
    readWorkspaceName(db, workspaceId),
    countMembers(db, workspaceId),
    role === 'owner' ? countOpenInvitations(db, workspaceId, clock.now()) : 0,
    countWorkspaces(db, userId),
    countUnmarked(db, workspaceId),
    readDefaultAccounts(db, caller),
  ]);
  return { id: workspaceId, name, role, members, invitations, workspaces, unmarkedFindings, defaultAccounts };
};
