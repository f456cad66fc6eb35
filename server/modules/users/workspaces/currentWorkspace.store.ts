import { and, asc, eq, gt, sql } from '#server/database/drizzle.ts';
import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import { messages } from '#shared/messages.ts';
import type { Queryable } from '#server/database/Database.ts';
import { memberships, workspaceInvitations, workspaces } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** The name of the first owner, used for a workspace without a name. */
const firstOwner = sql<string | null>`(select owner.name from memberships owned
  join users owner on owner.id = owned.user_id
  where owned.workspace_id = workspaces.id and owned.role = 'owner' order by owned.created_at, owned.user_id limit 1)`;

const presentName = ({ name, owner }: { name: string; owner: string | null }): string =>
  name === '' ? messages.workspaces.namedAfter(owner ?? '') : name;

export const readWorkspaceName = async (db: Queryable, workspaceId: WorkspaceId): Promise<string> => {
  const [found] = await db
    .select({ name: workspaces.name, owner: firstOwner })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return presentName(found ?? { name: '', owner: null });
};

export const countOpenInvitations = (db: Queryable, workspaceId: WorkspaceId, now: Date): Promise<number> =>
  db.$count(
    workspaceInvitations,
    and(eq(workspaceInvitations.workspaceId, workspaceId), gt(workspaceInvitations.expiresAt, now)),
  );

export type WorkspaceRow = { id: WorkspaceId; name: string; role: WorkspaceRole };

/** The person's workspaces, the oldest membership first. */
export const listWorkspacesOf = async (db: Queryable, userId: string): Promise<WorkspaceRow[]> => {
  const rows = await db
    .select({ id: workspaces.id, name: workspaces.name, owner: firstOwner, role: memberships.role })
    .from(memberships)
    .innerJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.createdAt), asc(memberships.workspaceId));
  return rows.map((row) => ({ id: row.id, name: presentName(row), role: row.role }));
};
