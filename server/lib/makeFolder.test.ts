import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './makeFolder.ts';

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

test('makes a folder with its parents for this user alone, and accepts one that exists', async () => {
  const folder = join(await newFolder(), 'a', 'b');
  await Promise.all([makeFolder(folder), makeFolder(folder)]);
  await makeFolder(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test.runIf(process.platform === 'linux')('fails at once where no folder can be made', async () => {
  await expect(makeFolder('/proc/x/y')).rejects.toMatchObject({ code: expect.stringMatching(/^E/) });
});

test('fails below a file', async () => {
  const file = join(await newFolder(), 'file');
  await writeFile(file, '');
  for (const path of [file, join(file, 'x')]) await expect(makeFolder(path)).rejects.toMatchObject({ code: 'ENOTDIR' });
});
