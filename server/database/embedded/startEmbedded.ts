import { chown, mkdir, rm } from 'node:fs/promises';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import type { Logger } from '#server/lib/logging/logger.ts';
import { createDatabaseFolder } from '#server/database/embedded/folder/createDatabaseFolder.ts';
import { databaseFolderOf, socketFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import { lockFolder } from '#server/database/embedded/folder/folderLock.ts';
import { neededToStartBytes, readFreeBytes, requireRoomToStart } from '#server/database/embedded/storage/freeSpace.ts';
import { explainDamage, refuseUnreadable } from '#server/database/embedded/folder/explainRefusal.ts';
import { inspectDatabaseFolder } from '#server/database/embedded/folder/inspectDatabaseFolder.ts';
import { ServerStartError } from '#server/database/embedded/server/launchServer.ts';
import { settleFolder } from '#server/database/embedded/folder/replaceFolder.ts';
import { endLeftoverServer } from '#server/database/embedded/server/serverFile.ts';
import { findServerPrograms } from '#server/database/embedded/server/serverPrograms.ts';
import { socketFolderPath } from '#server/database/embedded/folder/socketPath.ts';
import { writeStorageSettings } from '#server/database/embedded/storage/storageSettings.ts';
import { superviseServer } from '#server/database/embedded/server/superviseServer.ts';
import { chooseServerAccount, changeOwner } from '#server/database/embedded/folder/systemAccount.ts';

export type EmbeddedDatabase = {
  connection: Pick<ClientConfig, 'host' | 'user' | 'database'>;
  /** Stops the server cleanly. Close all connections first. */
  close: () => Promise<void>;
};

export type EmbeddedOptions = {
  logger: Logger;
  /** Called when the server has crashed and cannot be restarted. */
  onCrash: (error: Error) => void;
};

/** The connection settings of a DATA_DIR's server for clients on this machine. */
const embeddedConnection = async (dataDir: string): Promise<EmbeddedDatabase['connection']> => ({
  host: await socketFolderPath(socketFolderOf(dataDir), '.s.PGSQL.5432'),
  user: 'postgres',
  database: 'postgres',
});

/** Connects to the embedded database that another process runs. */
export const joinEmbedded = async (dataDir: string): Promise<EmbeddedDatabase> => ({
  connection: await embeddedConnection(dataDir),
  close: async () => {},
});

/** @throws when the file of a table or index is missing, as in an incomplete copy */
const requireTableFiles = async (connection: EmbeddedDatabase['connection'], folder: string): Promise<void> => {
  const client = new Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ missing: number; example: string }>(
      `select count(*)::int as missing, min(path) as example
       from (select pg_relation_filepath(oid) as path from pg_class where relpersistence <> 't') files
       where path is not null and (pg_stat_file(path, true)).size is null`,
    );
    const [found] = rows;
    if (found && found.missing > 0)
      throw refuseUnreadable(folder, `${found.missing} files of tables are missing, ${found.example} among them`);
  } finally {
    await client.end();
  }
};

/**
 * Runs a server on a folder, which is created if missing. For the lock holder of `dataDir`.
 * @param databaseFolder the database of `dataDir`, or one that will replace it
 * @throws StartRefusedError when the folder cannot be opened
 */
export const runEmbedded = async (
  dataDir: string,
  databaseFolder: string,
  { isNew, ...options }: EmbeddedOptions & { isNew: boolean },
): Promise<EmbeddedDatabase> => {
  const account = await chooseServerAccount(databaseFolder);
  const programs = await findServerPrograms(account);
  const socketFolder = socketFolderOf(dataDir);
  await rm(socketFolder, { recursive: true, force: true });
  await mkdir(socketFolder, { mode: 0o700 });
  if (account) await chown(socketFolder, account.uid, account.gid);
  if (isNew) await createDatabaseFolder(databaseFolder, { programs, account });
  else if (account) await changeOwner(databaseFolder, account);
  // A process that is killed while the disk is full leaves the database read-only.
  await writeStorageSettings(databaseFolder, false);
  try {
    const server = await superviseServer({
      databaseFolder,
      socketFolder,
      programs,
      account,
      hasRoom: async () => (await readFreeBytes(dataDir)) >= neededToStartBytes,
      ...options,
    });
    const close = async () => {
      await server.stop();
      await rm(socketFolder, { recursive: true, force: true });
    };
    try {
      const connection = await embeddedConnection(dataDir);
      if (!isNew) await requireTableFiles(connection, databaseFolder);
      return { connection, close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    if (error instanceof ServerStartError) throw refuseUnreadable(databaseFolder, error.message);
    throw explainDamage(error, databaseFolder);
  }
};

/**
 * Starts the embedded PostgreSQL of `dataDir` as a child process. It ends with this process in all cases.
 * @throws StartRefusedError, including FolderInUseError when another process uses the folder
 */
export const startEmbedded = async (dataDir: string, options: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  const lock = await lockFolder(dataDir);
  try {
    await settleFolder(dataDir);
    const isNew = !(await inspectDatabaseFolder(dataDir));
    await requireRoomToStart(dataDir);
    const folder = databaseFolderOf(dataDir);
    await endLeftoverServer(folder);
    const { connection, close } = await runEmbedded(dataDir, folder, { ...options, isNew });
    return {
      connection,
      close: async () => {
        await close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
};
