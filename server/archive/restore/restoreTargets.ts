import { rm } from 'node:fs/promises';
import { replaceKeyFile } from '#server/config/encryptionKeys.ts';
import { databaseFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import { lockFolder } from '#server/database/embedded/folder/folderLock.ts';
import { readFreeBytes, reservedBytes } from '#server/database/embedded/storage/freeSpace.ts';
import {
  FormerDatabaseError,
  findFormerDatabase,
  inspectDatabaseFolder,
} from '#server/database/embedded/folder/inspectDatabaseFolder.ts';
import {
  replaceWithRestored,
  restoringFolderOf,
  settleFolder,
} from '#server/database/embedded/folder/replaceFolder.ts';
import { RestoreCutShortError } from '#server/database/embedded/folder/replaceFolder.ts';
import { endLeftoverServer } from '#server/database/embedded/server/serverFile.ts';
import { runEmbedded } from '#server/database/embedded/startEmbedded.ts';
import type { DumpSession } from '#server/archive/backup/DumpSession.ts';
import { describeSize } from '#server/archive/describe.ts';
import { commandDatabase } from '#server/archive/openArchive.ts';
import { openSession } from '#server/archive/openSession.ts';

/** The target of a restore. */
export type RestoreTarget = {
  session: DumpSession;
  /**
   * Makes the loaded data the database of the product.
   * @returns the folder of an earlier release's database, which the operator may remove
   */
  finish(): Promise<string | null>;
  /** Releases everything; before `finish`, the database stays as it was. */
  close(): Promise<void>;
};

const notEmpty = (place: string): Error =>
  new Error(`${place} has accounts already. --force replaces everything with the backup.`);

const hasAccounts = async (session: DumpSession): Promise<boolean> => {
  const [table] = await session.query<{ found: boolean }>(`select to_regclass('users') is not null as found`);
  if (!table?.found) return false;
  const [row] = await session.query<{ found: boolean }>('select exists (select 1 from users) as found');
  return row?.found ?? false;
};

/** Describes the other sessions of the database in plain words. */
const listOthers = async (session: DumpSession): Promise<string[]> => {
  const rows = await session.query<{ who: string }>(
    `select concat_ws(' ', nullif(application_name, ''), 'as ' || usename, 'from ' || coalesce(host(client_addr), 'this machine')) as who
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       -- Between the servers of a Citus cluster.
       and application_name not like 'citus_internal %'`,
  );
  return rows.map(({ who }) => who);
};

export const openServerTarget = async (
  databaseUrl: string,
  { isForced }: { isForced: boolean },
): Promise<RestoreTarget> => {
  const session = await openSession({ connectionString: databaseUrl }, 'server');
  try {
    const others = await listOthers(session);
    if (others.length > 0)
      throw new Error(
        `The database is in use: ${others.length} ${others.length === 1 ? 'session' : 'sessions'} (${[...new Set(others)].join('; ')}). Stop Leadlight everywhere first.`,
      );
    if (!isForced && (await hasAccounts(session))) throw notEmpty('The database');
    return { session, finish: async () => null, close: () => session.close() };
  } catch (error) {
    await session.close();
    throw error;
  }
};

/**
 * Whether there is a database that the restore would replace. A database of an earlier release is not replaced.
 * @throws StartRefusedError for a folder that cannot be opened: only --force replaces it
 */
const hasDatabase = async (dataDir: string): Promise<boolean> => {
  try {
    return await inspectDatabaseFolder(dataDir);
  } catch (error) {
    if (error instanceof FormerDatabaseError) return false;
    throw error;
  }
};

/** Tables and indexes take twice the size of the text. The write-ahead log takes about as much as the text. */
const neededBytes = (textBytes: number): number => textBytes * 3 + reservedBytes;

type EmbeddedTarget = { dataDir: string; textBytes: number; isForced: boolean; keys: readonly string[] | null };

/** Whether the database to be replaced has accounts. */
const presentHasAccounts = async (dataDir: string): Promise<boolean> => {
  const folder = databaseFolderOf(dataDir);
  const embedded = await runEmbedded(dataDir, folder, { ...commandDatabase, isNew: false });
  try {
    const session = await openSession(embedded.connection, 'embedded');
    try {
      return await hasAccounts(session);
    } finally {
      await session.close();
    }
  } finally {
    await embedded.close();
  }
};

/**
 * Builds an embedded database next to the current one, and replaces it when complete. A database of an earlier release
 * stays in place.
 */
export const openEmbeddedTarget = async ({
  dataDir,
  textBytes,
  isForced,
  keys,
}: EmbeddedTarget): Promise<RestoreTarget> => {
  const lock = await lockFolder(dataDir);
  const restoring = restoringFolderOf(dataDir);
  try {
    await settleFolder(dataDir).catch(async (error: unknown) => {
      // The error asks for a new restore, and this is the new restore.
      if (!(error instanceof RestoreCutShortError)) throw error;
      await endLeftoverServer(restoring);
      await rm(restoring, { recursive: true, force: true });
    });
    await endLeftoverServer(databaseFolderOf(dataDir));
    const freeBytes = await readFreeBytes(dataDir);
    if (freeBytes < neededBytes(textBytes))
      throw new Error(
        `The disk of ${dataDir} has ${describeSize(freeBytes)} free; the restore may need ${describeSize(neededBytes(textBytes))}.`,
      );
    const former = await findFormerDatabase(dataDir);
    if (!isForced && (await hasDatabase(dataDir)) && (await presentHasAccounts(dataDir))) throw notEmpty(dataDir);
    const embedded = await runEmbedded(dataDir, restoring, { ...commandDatabase, isNew: true });
    const session = await openSession(embedded.connection, 'embedded');
    let isOpen = true;
    const closeDatabase = async () => {
      isOpen = false;
      await session.close();
      await embedded.close();
    };
    return {
      session,
      finish: async () => {
        await closeDatabase();
        if (keys) await replaceKeyFile({ DATA_DIR: dataDir }, keys);
        await replaceWithRestored(dataDir);
        return former?.folder ?? null;
      },
      close: async () => {
        if (isOpen) {
          await closeDatabase();
          await rm(restoring, { recursive: true, force: true });
        }
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
};
