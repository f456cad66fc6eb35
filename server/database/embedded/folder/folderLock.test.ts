import { link, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FolderInUseError, lockFolder, lockPathOf } from './folderLock.ts';
import type { FolderLock } from './folderLock.ts';

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-lock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
};

const tryToLock = (folder: string): Promise<FolderLock | null> =>
  lockFolder(folder).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return null;
    throw error;
  });

/** Retries until it gets the lock. */
const awaitLock = async (folder: string): Promise<FolderLock> => {
  for (;;) {
    const lock = await tryToLock(folder);
    if (lock) return lock;
  }
};

test('a process that takes the lock over from its former holder is the only holder', async () => {
  const folder = await newFolder();
  let holder = await lockFolder(folder);
  for (let handOver = 0; handOver < 20; handOver += 1) {
    const [next] = await Promise.all([awaitLock(folder), holder.release()]);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    holder = next;
  }
  await holder.release();
});

test('only one of several processes takes over the socket of a killed process', async () => {
  const folder = await newFolder();
  const path = await lockPathOf(folder);
  const left = createServer();
  await new Promise<void>((resolve) => {
    left.listen(`${path}.left`, resolve);
  });
  await link(`${path}.left`, path);
  await new Promise((resolve) => {
    left.close(resolve);
  });
  const locks = await Promise.all(Array.from({ length: 2 }, () => tryToLock(folder)));
  const held = locks.filter((lock) => lock !== null);
  expect(held).toHaveLength(1);
  await held[0]?.release();
});
