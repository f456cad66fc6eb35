import type { Env } from '#server/config/env.ts';
import { databaseFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import { isFolderInUse } from '#server/database/embedded/folder/folderLock.ts';
import { inspectDatabaseFolder } from '#server/database/embedded/folder/inspectDatabaseFolder.ts';
import { joinEmbedded, startEmbedded } from '#server/database/embedded/startEmbedded.ts';
import type { EmbeddedDatabase } from '#server/database/embedded/startEmbedded.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import type { DumpSession } from './backup/DumpSession.ts';
import { openSession } from './openSession.ts';

type OpenArchive = { session: DumpSession; close(): Promise<void> };

/** A command that loses its database fails with the statement under way. */
export const commandDatabase = { logger: createLogger('silent'), onCrash: () => {} };

const openServer = async (databaseUrl: string): Promise<OpenArchive> => {
  const session = await openSession({ connectionString: databaseUrl }, 'server');
  return { session, close: () => session.close() };
};

const openEmbedded = async (embedded: EmbeddedDatabase): Promise<OpenArchive> => {
  const session = await openSession(embedded.connection, 'embedded');
  const close = async () => {
    await session.close();
    await embedded.close();
  };
  return { session, close };
};

/** Leadlight is not running: the command starts its database. */
const openStopped = async (dataDir: string): Promise<OpenArchive> => {
  if (!(await inspectDatabaseFolder(dataDir))) throw new Error(`There is no database in ${databaseFolderOf(dataDir)}`);
  return openEmbedded(await startEmbedded(dataDir, commandDatabase));
};

/**
 * Opens the database of the environment for changes.
 * @throws StartRefusedError; FolderInUseError when Leadlight runs on the embedded database
 */
export const openForChange = ({ DATABASE_URL, DATA_DIR }: Env): Promise<OpenArchive> =>
  DATABASE_URL ? openServer(DATABASE_URL) : openStopped(DATA_DIR);

/**
 * Opens the database of the environment for reading, whether Leadlight runs or not.
 * @throws StartRefusedError
 */
export const openForBackup = async ({ DATABASE_URL, DATA_DIR }: Env): Promise<OpenArchive> => {
  if (DATABASE_URL) return openServer(DATABASE_URL);
  return (await isFolderInUse(DATA_DIR)) ? openEmbedded(await joinEmbedded(DATA_DIR)) : openStopped(DATA_DIR);
};
