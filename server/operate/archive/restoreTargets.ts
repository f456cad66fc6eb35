import { rm } from 'node:fs/promises';
import { replaceKeyFile } from '#server/config/encryptionKeys.ts';
import { databaseFolderOf } from '#server/database/embedded/databaseFolder.ts';
import { lockFolder } from '#server/database/embedded/folderLock.ts';
import { readFreeBytes, reservedBytes } from '#server/database/embedded/freeSpace.ts';
import { replaceWithRestored, restoringFolderOf, settleFolder } from '#server/database/embedded/replaceFolder.ts';
import { RestoreCutShortError } from '#server/database/embedded/replaceFolder.ts';
import type { DumpSession } from './DumpSession.ts';
import { describeSize } from './describe.ts';
import { openEmbeddedSession } from './openEmbeddedSession.ts';
import { hasEmbeddedDatabase } from './openArchive.ts';
import { openServerSession } from './openServerSession.ts';

/** Where a backup is restored to. */
export type RestoreTarget = {
  session: DumpSession;
  /** Makes what was loaded the database of the product. */
  finish(): Promise<void>;
  /** Lets go of everything; before `finish`, the database is as it was. */
  close(): Promise<void>;
};

const notEmpty = (place: string): Error =>
  new Error(`${place} has accounts already. --force puts the backup in place of everything that is there.`);

const hasAccounts = async (session: DumpSession): Promise<boolean> => {
  const [table] = await session.query<{ found: boolean }>(`select to_regclass('users') is not null as found`);
  if (!table?.found) return false;
  const [row] = await session.query<{ found: boolean }>('select exists (select 1 from users) as found');
  return row?.found ?? false;
};

/** Others who use the database, as people know them. */
const listOthers = async (session: DumpSession): Promise<string[]> => {
  const rows = await session.query<{ who: string }>(
    `select concat_ws(' ', nullif(application_name, ''), 'as ' || usename, 'from ' || coalesce(host(client_addr), 'this machine')) as who
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  return rows.map(({ who }) => who);
};

export const openServerTarget = async (
  databaseUrl: string,
  { isForced }: { isForced: boolean },
): Promise<RestoreTarget> => {
  const session = await openServerSession(databaseUrl);
  try {
    const others = await listOthers(session);
    if (others.length > 0)
      throw new Error(
        `The database is in use: ${others.length} ${others.length === 1 ? 'session' : 'sessions'} (${[...new Set(others)].join('; ')}). Stop Leadlight everywhere first.`,
      );
    if (!isForced && (await hasAccounts(session))) throw notEmpty('The database');
    return { session, finish: async () => {}, close: () => session.close() };
  } catch (error) {
    await session.close();
    throw error;
  }
};

/** Tables and indexes take twice the text, and what is written to the log meanwhile comes on top. */
const neededBytes = (textBytes: number): number => textBytes * 3 + reservedBytes;

type EmbeddedTarget = { dataDir: string; textBytes: number; isForced: boolean; keys: readonly string[] | null };

/** The embedded database is laid out anew beside the present one, and takes its place when it is complete. */
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
      // This is the restore that was asked to be run again.
      if (!(error instanceof RestoreCutShortError)) throw error;
      await rm(restoring, { recursive: true, force: true });
    });
    const freeBytes = await readFreeBytes(dataDir);
    if (freeBytes < neededBytes(textBytes))
      throw new Error(
        `The disk of ${dataDir} has ${describeSize(freeBytes)} free; the restore may need ${describeSize(neededBytes(textBytes))}.`,
      );
    if (!isForced && (await hasEmbeddedDatabase(dataDir))) {
      const present = await openEmbeddedSession(databaseFolderOf(dataDir));
      try {
        if (await hasAccounts(present)) throw notEmpty(dataDir);
      } finally {
        await present.close();
      }
    }
    const session = await openEmbeddedSession(restoring);
    let isOpen = true;
    return {
      session,
      finish: async () => {
        await session.close();
        isOpen = false;
        if (keys) await replaceKeyFile({ DATA_DIR: dataDir }, keys);
        await replaceWithRestored(dataDir);
      },
      close: async () => {
        if (isOpen) {
          await session.close();
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
