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

/** When a command loses its database, the current statement fails. */
export const commandDatabase = { logger: createLogger('silent'), onCrash: () => {} };

/** The address of the server itself: backup and restore use session settings, which a pooler would lose. */
export const serverUrlOf = ({ DATABASE_URL, DATABASE_LISTEN_URL = DATABASE_URL }: Env): string | undefined =>
  DATABASE_LISTEN_URL;

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
export const openForChange = (env: Env): Promise<OpenArchive> => {
  const serverUrl = serverUrlOf(env);
  return serverUrl ? openServer(serverUrl) : openStopped(env.DATA_DIR);
};

/**
 * Opens the database of the environment for reading, whether Leadlight runs or not.
 * @throws StartRefusedError
 */
export const openForBackup = async (env: Env): Promise<OpenArchive> => {
  const serverUrl = serverUrlOf(env);
  if (serverUrl) return openServer(serverUrl);
  return (await isFolderInUse(env.DATA_DIR))
    ? openEmbedded(await joinEmbedded(env.DATA_DIR))
    : openStopped(env.DATA_DIR);
};
