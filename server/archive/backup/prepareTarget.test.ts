import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runOperator } from '#server/cli/testing/runOperator.ts';
import { explainTarget, prepareTarget } from './prepareTarget.ts';

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-target-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

test('makes a missing folder', async () => {
  const folder = join(await newFolder(), 'backups');
  await prepareTarget(folder);
  expect((await stat(folder)).isDirectory()).toBe(true);
});

test.runIf(process.platform === 'linux')(
  'a backup below /proc or a file fails at once and names the cause',
  async () => {
    const dataDir = await newFolder();
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    for (const folder of ['/proc/x', join(file, 'x')]) {
      const { code, err } = await runOperator('backup', ['--to', folder], { env: { DATA_DIR: dataDir } });
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^Nothing can be written to .* \(E\w+\): .*another folder/),
      ]);
    }
  },
  60_000,
);

test.each(['EROFS', 'ENOSPC', 'EACCES'])('explains a failure with %s', (code) => {
  expect(explainTarget('/backups', Object.assign(new Error(code), { code }))).toMatchObject({
    message: expect.stringContaining(`Nothing can be written to /backups (${code})`),
  });
});

test('returns other errors unchanged', () => {
  const error = new Error('the database is empty');
  expect(explainTarget('/backups', error)).toBe(error);
});
