import type { QueryResultRow } from 'pg';
import { utcDay } from '#shared/lib/dateRange.ts';
import { productVersion } from '#server/lib/productVersion.ts';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { reached } from '#server/lib/flow/steps.ts';
import type { Database, Transaction } from './Database.ts';
import { migrate, sql } from './drizzle.ts';
import { moveImportedLeads } from './moves/importedLeads.ts';
import { migrationsFolder, readKnownMigrations } from './knownMigrations.ts';
import type { KnownMigration } from './knownMigrations.ts';

/** An arbitrary number that no other lock in the database uses. */
export const migrationLock = 4_719_203_116;

const dayOf = (when: number): string => utcDay(new Date(when));

/** The last applied migration, and the program that applied it; null in a new database. */
const readState = async (tx: Transaction): Promise<{ lastWhen: number; migrator: string | null } | null> => {
  const { rows: tables } = await tx.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  if (!tables[0]?.found) return null;
  const { rows } = await tx.execute<{ lastWhen: number | null; migrator: string | null }>(
    sql`select max(created_at)::float8 as "lastWhen", obj_description(to_regnamespace('drizzle'), 'pg_namespace') as migrator
        from drizzle.__drizzle_migrations`,
  );
  const [state] = rows;
  return state?.lastWhen == null ? null : { lastWhen: state.lastWhen, migrator: state.migrator };
};

/** During development several programs can have the same version, so the migrations decide. */
const refuseNewer = ({ lastWhen, migrator }: { lastWhen: number; migrator: string | null }, own: KnownMigration) =>
  new StartRefusedError(
    [
      `The tables are newer than this program. Their last migration is of ${dayOf(lastWhen)}, applied by Leadlight ${migrator ?? '(unknown)'}.`,
      `This is Leadlight ${productVersion}, and its last migration is ${own.tag} of ${dayOf(own.when)}.`,
      'Start the program that ran here last, or restore a backup of this one into an empty database.',
    ].join('\n'),
  );

/** Moves rows after a migration, in steps of one transaction each. Several processes can take turns. */
const moveRows = async (db: Database, onProgress: (moved: number) => void): Promise<void> => {
  for (let moved = 0; ;) {
    const step = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
      return moveImportedLeads(async <Row extends QueryResultRow>(text: string) => {
        const { rows } = await tx.execute(sql.raw(text));
        return rows as Row[];
      });
    });
    moved += step.moved;
    if (step.moved > 0) onProgress(moved);
    reached('database.rowsMoved');
    if (step.isDone) return;
  }
};

const applyMigrations = (db: Database): Promise<string[]> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
    const known = readKnownMigrations();
    const newest = known.reduce((one, other) => (other.when > one.when ? other : one));
    const before = await readState(tx);
    if (before && before.lastWhen > newest.when) throw refuseNewer(before, newest);
    // drizzle's migrator only uses methods that a transaction also has; its own transaction becomes a savepoint.
    await migrate(tx as unknown as Database, { migrationsFolder });
    const applied = known.filter(({ when }) => when > (before?.lastWhen ?? 0));
    // An older program prints this text when it refuses these tables.
    if (applied.length > 0)
      await tx.execute(sql.raw(`comment on schema drizzle is '${productVersion} (${newest.tag})'`));
    reached('database.migrated');
    return applied.map(({ tag }) => tag);
  });

/**
 * Migrates the schema. A second process waits for the first and then finds nothing to do. A start that dies midway
 * changes nothing, because all migrations share one transaction. Rows move afterward, and an interrupted move continues.
 * @param onProgress called with the number of rows that have moved
 * @returns the names of the applied migrations
 * @throws StartRefusedError when a newer release has changed the tables
 */
export const migrateDatabase = async (
  db: Database,
  onProgress: (moved: number) => void = () => {},
): Promise<string[]> => {
  const applied = await applyMigrations(db);
  await moveRows(db, onProgress);
  return applied;
};
