import { fileURLToPath } from 'node:url';
import { reached } from '#server/lib/steps.ts';
import type { Database } from './Database.ts';
import { migrate, sql } from './drizzle.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number, as long as nothing else in the database takes the same lock. */
export const migrationLock = 4_719_203_116;

/**
 * Brings the schema up to date. A second starter waits for the first and then finds nothing to do; a start that dies
 * on the way leaves the schema as it was, since everything happens in one transaction.
 */
export const migrateDatabase = async (db: Database): Promise<void> => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
    // drizzle's migrator only uses what a transaction has too; its own transaction becomes a savepoint.
    await migrate(tx as unknown as Database, { migrationsFolder });
    reached('database.migrated');
  });
};
