import { and, asc, count, eq, inArray, ne, notInArray, sql } from '#server/database/drizzle.ts';
import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { memberships, users, workspaces } from '#server/database/schema.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

type MembershipRow = typeof memberships.$inferSelect;
export type MemberRow = { id: string; name: string; email: string; role: WorkspaceRole };

const isMembership = ({ workspaceId, userId }: Member) =>
  and(eq(memberships.workspaceId, workspaceId), eq(memberships.userId, userId));

/** The members of a workspace, by name. */
export const listMembers = (db: Queryable, workspaceId: WorkspaceId): Promise<MemberRow[]> =>
  db
    .select({ id: users.id, name: users.name, email: users.email, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.workspaceId, workspaceId))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id));

export const findMembership = async (db: Queryable, member: Member): Promise<MembershipRow | null> => {
  const [found] = await db.select().from(memberships).where(isMembership(member));
  return found ?? null;
};

/** Locks a membership. Waits for transactions that write with its access (`requireAccess`). */
export const lockMembership = async (tx: Transaction, member: Member): Promise<MembershipRow | null> => {
  const [found] = await tx.select().from(memberships).where(isMembership(member)).for('update');
  return found ?? null;
};

export const countMembers = (db: Queryable, workspaceId: WorkspaceId): Promise<number> =>
  db.$count(memberships, eq(memberships.workspaceId, workspaceId));

export const countWorkspaces = (db: Queryable, userId: string): Promise<number> =>
  db.$count(memberships, eq(memberships.userId, userId));

export const countOtherOwners = async (db: Queryable, { workspaceId, userId }: Member): Promise<number> => {
  const isOther = and(eq(memberships.role, 'owner'), ne(memberships.userId, userId));
  const [found] = await db
    .select({ owners: count() })
    .from(memberships)
    .where(and(eq(memberships.workspaceId, workspaceId), isOther));
  return found?.owners ?? 0;
};

export const insertMembership = async (tx: Transaction, membership: typeof memberships.$inferInsert): Promise<void> => {
  await tx.insert(memberships).values(membership);
};

/** Foreign keys delete the member's views and notifications, and unassign their leads. */
export const deleteMembership = async (tx: Transaction, member: Member): Promise<void> => {
  await tx.delete(memberships).where(isMembership(member));
};

export const updateMembership = async (
  tx: Queryable,
  member: Member,
  change: Partial<Pick<MembershipRow, 'role' | 'chosenAt' | 'defaultAccounts'>>,
): Promise<void> => {
  await tx.update(memberships).set(change).where(isMembership(member));
};

/** Clears the workspace that a person chose last. */
export const forgetChoice = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.update(memberships).set({ chosenAt: null, defaultAccounts: {} }).where(eq(memberships.userId, userId));
};

/** A workspace that still has members. `newOwner`: the member who became its owner because none was left. */
export type LeftWorkspace = { workspaceId: WorkspaceId; newOwner: string | null };

/**
 * Ends every membership of a person, except in workspaces where nobody else works. If no owner is left, the
 * longest-standing member becomes owner.
 * @returns the person's former workspaces, each with its new owner, if any
 */
export const endSharedMemberships = async (
  tx: Transaction,
  userId: string,
  own: readonly WorkspaceId[],
): Promise<LeftWorkspace[]> => {
  const isShared = notInArray(memberships.workspaceId, [...own]);
  const ended = await tx
    .delete(memberships)
    .where(and(eq(memberships.userId, userId), isShared))
    .returning({ workspaceId: memberships.workspaceId });
  const left: LeftWorkspace[] = [];
  for (const { workspaceId } of ended) left.push({ workspaceId, newOwner: await appointOwner(tx, workspaceId) });
  return left;
};

const appointOwner = async (tx: Transaction, workspaceId: WorkspaceId): Promise<string | null> => {
  const isHere = eq(memberships.workspaceId, workspaceId);
  if ((await tx.$count(memberships, and(isHere, eq(memberships.role, 'owner')))) > 0) return null;
  const longest = tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(isHere)
    .orderBy(asc(memberships.createdAt), asc(memberships.userId))
    .limit(1);
  const [appointed] = await tx
    .update(memberships)
    .set({ role: 'owner' })
    .where(and(isHere, inArray(memberships.userId, longest)))
    .returning({ userId: memberships.userId });
  return appointed?.userId ?? null;
};

export const renameWorkspace = async (db: Queryable, workspaceId: WorkspaceId, name: string): Promise<void> => {
  await db.update(workspaces).set({ name }).where(eq(workspaces.id, workspaceId));
};
