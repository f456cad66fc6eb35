import { and, eq } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { createWorkspace } from './workspaces/workspaces.store.ts';
import { identities, users } from '#server/database/schema.ts';

export type UserRow = typeof users.$inferSelect;
type NewUser = Pick<UserRow, 'id' | 'name' | 'email' | 'passwordHash' | 'isEmailProven' | 'createdAt'>;
/** Undefined fields stay unchanged. */
type UserChanges = Partial<Pick<UserRow, 'name' | 'passwordHash' | 'isEmailProven' | 'blockedAt'>>;
/** The identity of a person at a sign-in provider. */
export type Identity = { issuer: string; subject: string };

export const findUser = async (db: Queryable, userId: string): Promise<UserRow | null> => {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  return user ?? null;
};

export const findUserByEmail = async (db: Queryable, email: string): Promise<UserRow | null> => {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user ?? null;
};

const lockOne = async (tx: Transaction, isIt: SQL | undefined): Promise<UserRow | null> => {
  // A weaker lock than `for update`, to avoid a deadlock: a transaction that has locked a connection and stores rows of
  // the account would wait for us, and we for the connection.
  const [user] = await tx.select().from(users).where(isIt).for('no key update');
  return user ?? null;
};

/**
 * Locks the account until the transaction ends, which serializes its changes. A transaction with further locks must
 * call this first (docs/ARCHITECTURE.md, "The order of locks").
 */
export const lockUser = (tx: Transaction, userId: string): Promise<UserRow | null> => lockOne(tx, eq(users.id, userId));

export const lockUserByEmail = (tx: Transaction, email: string): Promise<UserRow | null> =>
  lockOne(tx, eq(users.email, email));

/** Locks the account until the transaction ends. Null if its password has changed since the check. */
export const lockUserWithPassword = (tx: Transaction, userId: string, passwordHash: string): Promise<UserRow | null> =>
  lockOne(tx, and(eq(users.id, userId), eq(users.passwordHash, passwordHash)));

/** Also creates a workspace. Null when the address is taken. */
export const insertUser = async (tx: Transaction, user: NewUser): Promise<UserRow | null> => {
  const [inserted] = await tx
    .insert(users)
    .values({ ...user, updatedAt: user.createdAt })
    .onConflictDoNothing({ target: users.email })
    .returning();
  if (!inserted) return null;
  await createWorkspace(tx, inserted.id, inserted.createdAt);
  return inserted;
};

export const updateUser = async (
  tx: Queryable,
  userId: string,
  changes: UserChanges,
  updatedAt: Date,
): Promise<UserRow | null> => {
  const [updated] = await tx
    .update(users)
    .set({ ...changes, updatedAt })
    .where(eq(users.id, userId))
    .returning();
  return updated ?? null;
};

export const findUserByIdentity = async (tx: Transaction, { issuer, subject }: Identity): Promise<UserRow | null> => {
  const [found] = await tx
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return found?.user ?? null;
};

export const insertIdentity = async (
  tx: Transaction,
  { issuer, subject }: Identity,
  userId: string,
  createdAt: Date,
): Promise<void> => {
  await tx.insert(identities).values({ issuer, subject, userId, createdAt }).onConflictDoNothing();
};
