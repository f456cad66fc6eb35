import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A temporary folder that is removed when the test has finished. */
export const testFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
