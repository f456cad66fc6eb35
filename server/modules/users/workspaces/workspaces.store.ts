import { alias, and, asc, eq, inArray, ne, notExists, or, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { memberships, users, workspaces } from '#server/database/schema.ts';
import { newWorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** A new session starts in the first membership in this order: the one chosen last, else the oldest. */
export const membershipOrder = [
  sql`${memberships.chosenAt} desc nulls last`,
  asc(memberships.createdAt),
  asc(memberships.workspaceId),
] as const;

/** Creates a workspace and its first owner. */
export const createWorkspace = async (tx: Transaction, userId: string, createdAt: Date): Promise<WorkspaceId> => {
  const id = newWorkspaceId();
  await tx.insert(workspaces).values({ id, createdAt });
  await tx.insert(memberships).values({ workspaceId: id, userId, role: 'owner', defaultAccounts: {}, createdAt });
  return id;
};

/**
 * The workspace where a person's new session starts; null when the account is gone. `besides`: a workspace to leave
 * out.
 */
export const findWorkspaceId = async (
  db: Queryable,
  userId: string,
  besides?: WorkspaceId,
): Promise<WorkspaceId | null> => {
  const isOther = besides === undefined ? undefined : ne(memberships.workspaceId, besides);
  const [found] = await db
    .select({ workspaceId: memberships.workspaceId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), isOther))
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

/** The workspaces whose only member is this person. They are deleted with the account. */
export const findOwnWorkspaceIds = async (db: Queryable, userId: string): Promise<WorkspaceId[]> => {
  const other = alias(memberships, 'other');
  const others = db
    .select()
    .from(other)
    .where(and(eq(other.workspaceId, memberships.workspaceId), ne(other.userId, userId)));
  const found = await db
    .select({ workspaceId: memberships.workspaceId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), notExists(others)))
    .orderBy(asc(memberships.createdAt), asc(memberships.workspaceId));
  return found.map(({ workspaceId }) => workspaceId);
};

export const listWorkspaceIds = async (db: Queryable): Promise<WorkspaceId[]> => {
  const rows = await db.select({ id: workspaces.id }).from(workspaces).orderBy(workspaces.id);
  return rows.map(({ id }) => id);
};

/**
 * Locks the accounts of a workspace until the transaction ends. A transaction with further locks must call this first
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

/** A workspace whose members' accounts are locked. */
export type LockedWorkspace = { workspaceId: WorkspaceId; members: string[] };

const lockAccounts = async (tx: Transaction, areThey: SQL | undefined): Promise<void> => {
  await tx.select({ id: users.id }).from(users).where(areThey).orderBy(users.id).for('no key update');
};

const membersOf = (tx: Transaction, workspaceId: WorkspaceId) =>
  tx.select({ id: memberships.userId }).from(memberships).where(eq(memberships.workspaceId, workspaceId));

/** Locks the accounts of a workspace and of a person who joins it, in id order. */
export const lockMembersWith = (tx: Transaction, workspaceId: WorkspaceId, userId: string): Promise<void> =>
  lockAccounts(tx, or(eq(users.id, userId), inArray(users.id, membersOf(tx, workspaceId))));

/** Locks the accounts of a person and of all members of their workspaces. */
export const lockColleagues = (tx: Transaction, userId: string): Promise<void> => {
  const own = alias(memberships, 'own');
  const colleagues = tx
    .select({ id: memberships.userId })
    .from(memberships)
    .innerJoin(own, eq(own.workspaceId, memberships.workspaceId))
    .where(eq(own.userId, userId));
  return lockAccounts(tx, or(eq(users.id, userId), inArray(users.id, colleagues)));
};

export const deleteWorkspace = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await tx.delete(workspaces).where(eq(workspaces.id, workspaceId));
};
