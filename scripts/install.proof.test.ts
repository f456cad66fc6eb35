import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const install = async (withSettings: boolean, dependencies: Record<string, string> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'll-install-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const own = { name: 'sample', version: '1.0.0', engines: { node: '>=999' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...own, dependencies }));
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...own, lockfileVersion: 3, requires: true, packages: { '': own } }),
  );
  if (withSettings) await copyFile(new URL('../.npmrc', import.meta.url), join(folder, '.npmrc'));
  // Without the settings of the `npm` that runs the tests.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
  const { status, stderr } = spawnSync('npm', ['ci', '--offline'], { cwd: folder, env, encoding: 'utf8' });
  return { status, stderr };
};

test('npm ci prints no engine warnings under an older Node, and still prints errors', async () => {
  expect((await install(false)).stderr).toContain('EBADENGINE');
  expect(await install(true)).toEqual({ status: 0, stderr: '' });
  const outdated = await install(true, { 'not-in-the-file': '1.0.0' });
  expect(outdated).toEqual({ status: 1, stderr: expect.stringContaining('npm error') });
});
