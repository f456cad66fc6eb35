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

/** It was not ready in the time that it had, and was ended. */
export class SlowStartError extends Error {
  override readonly name = 'SlowStartError';
}

type StartOptions = {
  /** How long the start may take, and later the end, which is cut short then; without it, as long as they need. */
  limitMs?: number;
};

/** One for the pool, and one for a successor while a broken one is being given up. */
const maxConnections = 2;

/**
 * Starts PostgreSQL inside this process, in a worker thread, its files under `dataDir`; null keeps them in memory.
 * @throws FolderInUseError when another process already works on the folder, RestoreCutShortError, SlowStartError
 */
export const startEmbedded = async (
  dataDir: string | null,
  onCrash: (error: Error) => void,
  { limitMs }: StartOptions = {},
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

  /** @returns false when it was not within the limit */
  const reached = (kind: WorkerMessage['kind']) =>
    new Promise<boolean>((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError);
        end();
      };
      const onMessage = (message: WorkerMessage) => {
        if (message.kind === kind) settle(() => resolve(true));
      };
      const onError = (error: unknown) => settle(() => reject(error));
      worker.on('message', onMessage).on('error', onError);
      const timer = limitMs === undefined ? undefined : setTimeout(() => settle(() => resolve(false)), limitMs);
    });

  const cleanUp = async () => {
    await rm(host, { recursive: true, force: true });
    await lock?.release();
  };

  try {
    if (!(await reached('ready'))) throw new SlowStartError(`No start within ${limitMs} ms`);
  } catch (error) {
    await worker.terminate();
    await cleanUp();
    if (error instanceof SlowStartError) throw error;
    throw new Error(`The embedded database could not start in ${dataFolder ?? 'memory'}`, { cause: error });
  }
  worker.on('error', onCrash);

  return {
    host,
    lock,
    close: async () => {
      const closed = reached('closed');
      worker.postMessage('close');
      try {
        await closed;
      } finally {
        await worker.terminate();
        await cleanUp();
      }
    },
  };
};
