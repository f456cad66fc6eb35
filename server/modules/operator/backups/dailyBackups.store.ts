import type { Queryable } from '#server/database/Database.ts';
import { and, eq, lte, sql } from '#server/database/drizzle.ts';
import { leaseOf, requireHeld } from '#server/database/leases/lease.ts';
import type { LeaseHolder } from '#server/database/leases/lease.ts';
import { dailyBackups } from '#server/database/schema.ts';

export type DailyBackup = typeof dailyBackups.$inferSelect;

export const backupLease = leaseOf(dailyBackups);

const id = 'daily';
const isOnlyRow = eq(dailyBackups.id, id);

/** Null until a worker has run for the first time. */
export const readDailyBackup = async (db: Queryable): Promise<DailyBackup | null> => {
  const [row] = await db.select().from(dailyBackups).where(isOnlyRow);
  return row ?? null;
};

/** Makes the first backup due at `next`. After a change of settings, moves a later due time forward. */
export const scheduleBackup = async (db: Queryable, next: Date): Promise<void> => {
  await db
    .insert(dailyBackups)
    .values({ id, dueAt: next })
    .onConflictDoUpdate({
      target: dailyBackups.id,
      set: { dueAt: sql`least(${dailyBackups.dueAt}, excluded.due_at)` },
    });
};

/** @returns the row, if a backup is due and no other process is making it */
export const takeBackup = async (db: Queryable, holder: LeaseHolder, now: Date): Promise<DailyBackup | null> => {
  const [row] = await db
    .update(dailyBackups)
    .set(backupLease.takenBy(holder))
    .where(and(isOnlyRow, lte(dailyBackups.dueAt, now), backupLease.isFree))
    .returning();
  return row ?? null;
};

export const extendBackup = async (db: Queryable, holder: LeaseHolder): Promise<boolean> => {
  const { rowCount } = await db
    .update(dailyBackups)
    .set(backupLease.extended)
    .where(and(isOnlyRow, backupLease.isHeldBy(holder)));
  return rowCount === 1;
};

type Result = Pick<DailyBackup, 'dueAt' | 'failures' | 'problem'> &
  Partial<Pick<DailyBackup, 'doneAt' | 'file' | 'bytes' | 'copiedAt'>>;

/** @throws LeaseLostError */
export const saveBackupResult = async (db: Queryable, holder: LeaseHolder, result: Result): Promise<void> => {
  const rows = await db
    .update(dailyBackups)
    .set({ ...result, ...backupLease.released })
    .where(and(isOnlyRow, backupLease.isHeldBy(holder)))
    .returning({ id: dailyBackups.id });
  requireHeld(rows);
};
