import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { databaseFolderOf, snapshotFolderOf } from './databaseFolder.ts';
import { lockFolder } from './folderLock.ts';
import type { FolderLock } from './folderLock.ts';
import { settleFolder } from './replaceFolder.ts';

export type WorkerOptions = { dataFolder: string | null; socketPath: string; maxConnections: number };
export type WorkerMessage = { kind: 'ready' } | { kind: 'closed' };

/** How the driver reaches the embedded database, the lock of its folder (null in memory), and how it ends. */
export type EmbeddedDatabase = {
  host: string;
  lock: FolderLock | null;
  close(): Promise<void>;
};

/** One for the pool, and one for a successor while a broken one is being given up. */
const maxConnections = 2;

/**
 * Starts PostgreSQL inside this process, in a worker thread, its files under `dataDir`; null keeps them in memory.
 * @throws FolderInUseError when another process already works on the folder, RestoreCutShortError
 */
export const startEmbedded = async (
  dataDir: string | null,
  onCrash: (error: Error) => void,
): Promise<EmbeddedDatabase> => {
  const lock = dataDir === null ? null : await lockFolder(dataDir);
  const dataFolder = dataDir === null ? null : databaseFolderOf(dataDir);
  if (dataDir !== null && dataFolder) {
    try {
      await settleFolder(dataDir);
    } catch (error) {
      await lock?.release();
      throw error;
    }
    // Left behind by a process that was killed.
    await rm(snapshotFolderOf(dataDir), { recursive: true, force: true });
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  }
  // Sockets have short paths, so this one lives in the temporary folder; only this user may enter.
  const host = await mkdtemp(join(tmpdir(), 'leadlight-'));
  const workerData: WorkerOptions = { dataFolder, socketPath: join(host, '.s.PGSQL.5432'), maxConnections };
  const worker = new Worker(new URL('./pgliteWorker.ts', import.meta.url), { workerData });

  const reached = (kind: WorkerMessage['kind']) =>
    new Promise<void>((resolve, reject) => {
      const onMessage = (message: WorkerMessage) => {
        if (message.kind !== kind) return;
        worker.off('message', onMessage).off('error', reject);
        resolve();
      };
      worker.on('message', onMessage).once('error', reject);
    });

  const cleanUp = async () => {
    await rm(host, { recursive: true, force: true });
    await lock?.release();
  };

  try {
    await reached('ready');
  } catch (error) {
    await worker.terminate();
    await cleanUp();
    throw new Error(`The embedded database could not start in ${dataFolder ?? 'memory'}`, { cause: error });
  }
  worker.on('error', onCrash);

  return {
    host,
    lock,
    close: async () => {
      const closed = reached('closed');
      worker.postMessage('close');
      await closed;
      await worker.terminate();
      await cleanUp();
    },
  };
};
