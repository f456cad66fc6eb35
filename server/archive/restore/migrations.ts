import { utcDay } from '#shared/lib/dateRange.ts';
import { readMigrationFiles } from '#server/database/drizzle.ts';
import { migrationsFolder, readKnownMigrations } from '#server/database/knownMigrations.ts';
import type { DumpSession } from '#server/archive/backup/DumpSession.ts';

/** Where drizzle's migrator records applied migrations. */
export const migrationsTable = { schema: 'drizzle', name: '__drizzle_migrations' };

export type Migration = { tag: string; when: number; hash: string; statements: string[] };

/** The migrations of this version, the oldest first. */
export const readMigrations = (): Migration[] => {
  const files = new Map(readMigrationFiles({ migrationsFolder }).map((file) => [file.folderMillis, file]));
  return readKnownMigrations().map(({ tag, when }) => {
    const file = files.get(when);
    if (!file) throw new Error(`The migration ${tag} has no file`);
    return { tag, when, hash: file.hash, statements: file.sql };
  });
};

/**
 * The last applied migration; null in a new database.
 * @throws when the database is from a newer version, whose tables are unknown here
 */
export const findLastMigration = async (session: DumpSession): Promise<Migration | null> => {
  const [table] = await session.query<{ found: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  if (!table?.found) return null;
  const [last] = await session.query<{ when: number | null }>(
    'select max(created_at)::float8 as "when" from drizzle.__drizzle_migrations',
  );
  if (last?.when == null) return null;
  const known = readMigrations();
  const found = known.find(({ when }) => when === last.when);
  if (!found)
    throw new Error(
      `The database is newer than this program: its last migration is of ${utcDay(new Date(last.when))}, and this program ends with ${known.at(-1)?.tag}. Use the program that ran on it last.`,
    );
  return found;
};

/** Creates the table of applied migrations, as drizzle's migrator would. */
export const createMigrationsTable = (session: DumpSession): Promise<void> =>
  session.execute(
    `create schema if not exists drizzle;
     create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );

export const applyMigration = async (session: DumpSession, { statements }: Migration): Promise<void> => {
  for (const statement of statements) await session.execute(statement);
};

export const recordMigration = async (session: DumpSession, { hash, when }: Migration): Promise<void> => {
  await session.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);
};
