import { alias, and, asc, eq, ne, notExists } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { memberships, users, workspaces } from '#server/database/schema.ts';
import { newWorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Of several memberships, a person works in the first one. */
export const membershipOrder = [asc(memberships.createdAt), asc(memberships.workspaceId)] as const;

/** Makes a workspace with its first member. */
export const createWorkspace = async (tx: Transaction, userId: string, createdAt: Date): Promise<void> => {
  const id = newWorkspaceId();
  await tx.insert(workspaces).values({ id, createdAt });
  await tx.insert(memberships).values({ workspaceId: id, userId, createdAt });
};

/** The workspace that a person works in; null when the account is gone. */
export const findWorkspaceId = async (db: Queryable, userId: string): Promise<WorkspaceId | null> => {
  const [found] = await db
    .select({ workspaceId: memberships.workspaceId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(...membershipOrder)
    .limit(1);
  return found?.workspaceId ?? null;
};

/** @throws when the account is gone */
export const requireWorkspaceId = async (db: Queryable, userId: string): Promise<WorkspaceId> => {
  const workspaceId = await findWorkspaceId(db, userId);
  if (workspaceId === null) throw new Error(`The account ${userId} has no workspace`);
  return workspaceId;
};

/** The workspace whose only member is this person: what happens to the account happens to its data. */
export const findOwnWorkspaceId = async (db: Queryable, userId: string): Promise<WorkspaceId | null> => {
  const other = alias(memberships, 'other');
  const others = db
    .select()
    .from(other)
    .where(and(eq(other.workspaceId, memberships.workspaceId), ne(other.userId, userId)));
  const [found] = await db
    .select({ workspaceId: memberships.workspaceId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), notExists(others)));
  return found?.workspaceId ?? null;
};

export const listWorkspaceIds = async (db: Queryable): Promise<WorkspaceId[]> => {
  const rows = await db.select({ id: workspaces.id }).from(workspaces).orderBy(workspaces.id);
  return rows.map(({ id }) => id);
};

/**
 * Holds the accounts of a workspace until the transaction ends. A transaction that takes other locks too calls this first
 * (docs/ARCHITECTURE.md, "The order of locks").
 * @returns the ids of its members; none when the workspace is gone
 */
export const lockMembers = async (tx: Transaction, workspaceId: WorkspaceId): Promise<string[]> => {
  // The weaker lock, for the same reason as in `lockUser`.
  const members = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(eq(memberships.workspaceId, workspaceId))
    .orderBy(users.id)
    .for('no key update', { of: users });
  return members.map(({ id }) => id);
};

/** A workspace whose members' accounts are held. */
export type LockedWorkspace = { workspaceId: WorkspaceId; members: string[] };

/** Holds the accounts of the workspace that a person works in; null when the account is gone. */
export const lockWorkspaceOf = async (tx: Transaction, userId: string): Promise<LockedWorkspace | null> => {
  const workspaceId = await findWorkspaceId(tx, userId);
  if (workspaceId === null) return null;
  const members = await lockMembers(tx, workspaceId);
  return members.includes(userId) ? { workspaceId, members } : null;
};

export const deleteWorkspace = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await tx.delete(workspaces).where(eq(workspaces.id, workspaceId));
};
