import { and, eq, getTableColumns, gt, isNull, ne, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import type { Member, SessionMember } from '#server/lib/http/Caller.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { membershipOrder } from '#server/modules/users/workspaces/workspaces.store.ts';
import { prepareOnce } from '#server/database/prepareOnce.ts';
import { memberships, oauthStates, sessions, users } from '#server/database/schema.ts';

type SessionRow = typeof sessions.$inferSelect;
/** A session with its workspace and the person's role there. */
type LivingSession = Omit<SessionRow, 'workspaceId'> & { workspaceId: WorkspaceId; role: WorkspaceRole };

export const insertSession = async (tx: Transaction, session: SessionRow): Promise<void> => {
  await tx.insert(sessions).values(session);
};

/** False for a blocked account. */
export const recordSignIn = async (tx: Transaction, userId: string, now: Date): Promise<boolean> => {
  const signedIn = await tx
    .update(users)
    .set({ lastSignInAt: now })
    .where(and(eq(users.id, userId), isNull(users.blockedAt)))
    .returning({ id: users.id });
  return signedIn.length === 1;
};

const livingSession = prepareOnce((db) =>
  db
    .select({ ...getTableColumns(sessions), workspaceId: memberships.workspaceId, role: memberships.role })
    .from(sessions)
    .innerJoin(memberships, eq(memberships.userId, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), gt(sessions.expiresAt, sql.placeholder('now'))))
    .orderBy(sql`${memberships.workspaceId} = ${sessions.workspaceId} desc nulls last`, ...membershipOrder)
    .limit(1)
    .prepare('living_session'),
);

export const findLivingSession = async (db: Queryable, tokenHash: string, now: Date): Promise<LivingSession | null> => {
  const [session] = await livingSession(db).execute({ tokenHash, now });
  return session ?? null;
};

/**
 * The role of a person in the workspace, if their session is valid.
 * @param isHeld locks session and role until the transaction ends; for transactions that write
 */
export const readAccess = async (
  db: Queryable,
  { tokenHash, userId, workspaceId }: SessionMember,
  now: Date,
  { isHeld }: { isHeld: boolean },
): Promise<WorkspaceRole | 'noSession' | 'noMember'> => {
  const isSession = and(eq(sessions.tokenHash, tokenHash), eq(sessions.userId, userId), gt(sessions.expiresAt, now));
  const isMember = and(eq(memberships.userId, userId), eq(memberships.workspaceId, workspaceId));
  const statement = db
    .select({ role: memberships.role })
    .from(users)
    .innerJoin(sessions, isSession)
    .innerJoin(memberships, isMember)
    .where(and(eq(users.id, userId), isNull(users.blockedAt)));
  // Without `isHeld` no lock, because a read-only database refuses locks.
  const [member] = await (isHeld ? statement.for('key share') : statement);
  if (member) return member.role;
  return (await findLivingSession(db, tokenHash, now)) ? 'noMember' : 'noSession';
};

export const renewSession = async (
  db: Queryable,
  tokenHash: string,
  lastUsedAt: Date,
  expiresAt: Date,
): Promise<void> => {
  await db.update(sessions).set({ lastUsedAt, expiresAt }).where(eq(sessions.tokenHash, tokenHash));
};

export const deleteSession = async (db: Queryable, userId: string, tokenHash: string): Promise<void> => {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.tokenHash, tokenHash)));
};

/** Switches a session to this workspace. */
export const moveSession = async (
  tx: Transaction,
  { userId, workspaceId }: Member,
  tokenHash: string,
): Promise<void> => {
  await tx
    .update(sessions)
    .set({ workspaceId })
    .where(and(eq(sessions.userId, userId), eq(sessions.tokenHash, tokenHash)));
};

/** Moves all sessions of a person from one workspace to another. Returns their token hashes. */
export const moveSessionsOf = async (tx: Transaction, from: Member, workspaceId: WorkspaceId): Promise<string[]> => {
  const moved = await tx
    .update(sessions)
    .set({ workspaceId })
    .where(and(eq(sessions.userId, from.userId), eq(sessions.workspaceId, from.workspaceId)))
    .returning({ tokenHash: sessions.tokenHash });
  return moved.map(({ tokenHash }) => tokenHash);
};

/** Token hashes of the sessions that ended. */
const deleteSessions = async (tx: Transaction, areThey: SQL | undefined): Promise<string[]> => {
  const ended = await tx.delete(sessions).where(areThey).returning({ tokenHash: sessions.tokenHash });
  return ended.map(({ tokenHash }) => tokenHash);
};

/** Token hashes of the sessions that ended. */
export const deleteOtherSessions = (tx: Transaction, userId: string, keptTokenHash: string): Promise<string[]> =>
  deleteSessions(tx, and(eq(sessions.userId, userId), ne(sessions.tokenHash, keptTokenHash)));

/**
 * Ends every session of a person and their open consents, so that no popup can store a grant. Returns the token hashes
 * of the ended sessions.
 */
export const deleteAllSessions = async (tx: Transaction, userId: string): Promise<string[]> => {
  await tx.delete(oauthStates).where(eq(oauthStates.userId, userId));
  return deleteSessions(tx, eq(sessions.userId, userId));
};

export const deleteExpiredSessions = (db: Queryable, now: Date, signal: AbortSignal): Promise<number> =>
  deleteBefore(db, sessions, sessions.expiresAt, now, { signal });

export const deleteExpiredOauthStates = (db: Queryable, now: Date, signal: AbortSignal): Promise<number> =>
  deleteBefore(db, oauthStates, oauthStates.expiresAt, now, { signal });
