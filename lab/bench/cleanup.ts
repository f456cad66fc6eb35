import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Registers a benchmark's cleanups, which run in reverse order, even after a failure. */
export type Cleanup = {
  add(end: () => unknown): void;
  /** Waits until a part has started, and stops it at the end. */
  use<T extends { stop(): unknown }>(starting: Promise<T>): Promise<T>;
  /** A new temporary folder. */
  makeFolder(): Promise<string>;
};

/** Runs `work`, then all registered cleanups, even if one of them fails. */
export const withCleanup = async <T>(work: (cleanup: Cleanup) => Promise<T>): Promise<T> => {
  const ends: (() => unknown)[] = [];
  const use: Cleanup['use'] = async (starting) => {
    const started = await starting;
    ends.push(() => started.stop());
    return started;
  };
  const makeFolder: Cleanup['makeFolder'] = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'll-bench-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    return folder;
  };
  try {
    return await work({ add: (end) => void ends.push(end), use, makeFolder });
  } finally {
    for (const end of ends.toReversed())
      try {
        await end();
      } catch (error) {
        console.error('a cleanup failed:', error);
      }
  }
};
