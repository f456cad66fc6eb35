import { migrationLock } from '#server/database/migrate.ts';
import { moveImportedLeads } from '#server/database/moves/importedLeads.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { unfinishedStates } from '#server/modules/exports/exports.store.ts';
import type { DumpSession, TableShape } from '#server/archive/backup/DumpSession.ts';
import { quoteName, quoteTable } from '#server/archive/backup/DumpSession.ts';
import { allTableNames, listTables } from '#server/archive/backup/listTables.ts';
import {
  applyMigration,
  createMigrationsTable,
  migrationsTable,
  recordMigration,
  readMigrations,
} from './migrations.ts';
import type { Manifest } from '#server/archive/manifest.ts';
import { DamagedBackupError, readParts } from '#server/archive/readBackup.ts';
import type { BackupSource } from '#server/archive/readBackup.ts';
import { createRowChecksum } from '#server/archive/rowChecksum.ts';
import { wholeRows } from '#server/archive/backup/wholeRows.ts';
import { withoutIndexes } from './withoutIndexes.ts';

/** Drops the tables of the product and its job queue: queued jobs belong to the old data. */
const dropEverything = async (session: DumpSession): Promise<void> => {
  await session.execute('drop schema if exists jobs cascade');
  await session.execute(`drop schema if exists ${migrationsTable.schema} cascade`);
  for (const name of allTableNames) await session.execute(`drop table if exists ${quoteName(name)} cascade`);
};

/** The tables to fill. The schema's tables must match those in the file. */
const matchTables = async (session: DumpSession, manifest: Manifest): Promise<Map<string, TableShape>> => {
  const tables = await listTables(session);
  const describe = (list: readonly { name: string; columns: string[] }[]) =>
    list
      .map(({ name, columns }) => `${name}(${columns.toSorted().join()})`)
      .toSorted()
      .join('; ');
  if (describe(tables) !== describe(manifest.tables))
    throw new DamagedBackupError('The tables of the backup do not match its schema version');
  // In the order of columns in the file.
  return new Map(
    tables.map((table) => [
      table.name,
      { ...table, columns: manifest.tables.find(({ name }) => name === table.name)?.columns ?? table.columns },
    ]),
  );
};

/** Makes the id counters continue after the loaded rows. */
const advanceCounters = async (session: DumpSession, tables: readonly TableShape[]): Promise<void> => {
  for (const table of tables)
    for (const column of table.columns) {
      const [counter] = await session.query<{ name: string | null }>('select pg_get_serial_sequence($1, $2) as name', [
        quoteTable(table),
        column,
      ]);
      if (counter?.name == null) continue;
      await session.query(
        `select setval($1::regclass, max(${quoteName(column)})) from ${quoteTable(table)} having max(${quoteName(column)}) is not null`,
        [counter.name],
      );
    }
};

const checkRows = async (
  session: DumpSession,
  tables: ReadonlyMap<string, TableShape>,
  manifest: Manifest,
): Promise<void> => {
  for (const { name, rows, checksum } of manifest.tables) {
    const table = tables.get(name);
    if (!table) continue;
    const found = createRowChecksum();
    for await (const text of wholeRows(session.copyOut(table))) found.add(text);
    if (found.rows() !== rows || found.digest() !== checksum)
      throw new Error(`The restored rows of ${name} differ from the backup: ${found.rows()} of ${rows}`);
  }
};

/**
 * Unfinished exports have lost their jobs, because a backup contains no jobs. The next sweep fails them, and people can
 * resume them. All other work has records that become due on their own.
 */
const abandonExports = async (session: DumpSession): Promise<void> => {
  await session.query(`update exports set leased_until = 'epoch' where state = any($1)`, [unfinishedStates]);
};

type LoadOptions = {
  source: BackupSource;
  manifest: Manifest;
  signal: AbortSignal;
  /** Runs in the same transaction, after all rows are loaded. */
  settle: () => Promise<void>;
};

/**
 * Replaces all rows with those of a checked backup, compares them with the backup, and migrates the schema, all in one
 * transaction.
 */
export const loadBackup = async (
  session: DumpSession,
  { source, manifest, signal, settle }: LoadOptions,
): Promise<void> => {
  const migrations = readMigrations();
  const lastIndex = migrations.findIndex(({ tag }) => tag === manifest.lastMigration);
  if (lastIndex === -1)
    throw new DamagedBackupError(
      `The backup is newer than this program: its last migration is ${manifest.lastMigration}, and this program ends with ${migrations.at(-1)?.tag}. Restore it with the program that wrote it, Leadlight ${manifest.productVersion} of ${manifest.createdAt.slice(0, 10)} or later.`,
    );

  await session.execute('begin');
  // Blocks a product that starts meanwhile.
  await session.query('select pg_advisory_xact_lock($1)', [migrationLock]);
  await dropEverything(session);
  await createMigrationsTable(session);
  for (const migration of migrations.slice(0, lastIndex + 1)) await applyMigration(session, migration);
  const tables = await matchTables(session, manifest);
  await withoutIndexes(session, [...tables.values()], async () => {
    for await (const { table: name, text } of readParts(source)) {
      signal.throwIfAborted();
      const table = tables.get(name);
      if (!table) throw new DamagedBackupError(`The backup has rows of an unknown table: ${name}`);
      await session.copyIn(table, text);
      reached('restore.pieceLoaded');
    }
  });
  await advanceCounters(session, [...tables.values()]);
  await checkRows(session, tables, manifest);
  for (const migration of migrations.slice(lastIndex + 1)) {
    await applyMigration(session, migration);
    await recordMigration(session, migration);
  }
  while (!(await moveImportedLeads((text) => session.query(text))).isDone) signal.throwIfAborted();
  await abandonExports(session);
  await settle();
  signal.throwIfAborted();
  reached('restore.checked');
  await session.execute('commit');
  await session.execute('analyze');
};
