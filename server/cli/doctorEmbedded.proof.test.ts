import { createHash } from 'node:crypto';
import { chmod, chown, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptionKeyFile } from '#server/config/encryptionKeys.ts';
import { databaseFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { closedPort } from './testing/doctorFaults/Fault.ts';
import { runOperator } from './testing/runOperator.ts';
import { startInstallation } from './testing/startInstallation.ts';
import type { Installation } from './testing/startInstallation.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ isEmbedded: true });
}, 120_000);
afterAll(() => installation.close());

const dataDir = (): string => installation.source['DATA_DIR'] ?? '';
const lit = (results: readonly CheckResult[]): string[] =>
  results.filter(({ state }) => state === 'fault' || state === 'warning').map(({ id }) => id);
const findReach = (results: readonly CheckResult[]) => results.find(({ id }) => id === 'data.reach');

/** A hash of every file below DATA_DIR, with its time and content. */
const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const entry of (await readdir(dataDir(), { recursive: true })).toSorted()) {
    const path = join(dataDir(), entry);
    const { mtimeMs, size, mode } = await stat(path);
    hash.update(`${entry} ${mtimeMs} ${size} ${mode}\n`);
    if ((await stat(path)).isFile()) hash.update(await readFile(path));
  }
  return hash.digest('hex');
};

test('finds no fault while Leadlight runs', async () => {
  const results = await installation.runDoctor();
  expect(lit(results)).toEqual([]);
  expect(results.find(({ id }) => id === 'data.migrations')?.state).toBe('ok');
});

test('checks a stopped installation without changing a byte', async () => {
  await installation.stopProduct();
  const before = await fingerprint();
  const results = await installation.runDoctor();
  expect(lit(results)).toEqual(['address.reach']);
  expect(findReach(results)).toMatchObject({ state: 'note', found: expect.stringContaining('is complete') });
  expect(await fingerprint()).toBe(before);
});

test('names a missing file of the database and the remedy', async () => {
  const path = join(databaseFolderOf(dataDir()), 'global', 'pg_control');
  await rename(path, `${path}.away`);
  const found = findReach(await installation.runDoctor());
  await rename(`${path}.away`, path);
  expect(found).toMatchObject({ state: 'fault', found: expect.stringContaining('global/pg_control is missing') });
  expect(found?.remedy).toContain('npm run restore');
});

test('names an empty version file and a folder open to others, each with its step, and ends with 1', async () => {
  const folder = databaseFolderOf(dataDir());
  const run = async () => {
    const { out, code } = await runOperator('doctor', [], { env: { DATA_DIR: dataDir() } });
    return { code, lines: /^.* Database: [^]*?(?=^  \w)/m.exec(out)?.[0] ?? '' };
  };
  const version = join(folder, 'PG_VERSION');
  const text = await readFile(version);
  await writeFile(version, '');
  const empty = await run();
  await writeFile(version, text);
  expect(empty).toMatchObject({ code: 1, lines: expect.stringMatching(/FAULT.*0 bytes/) });

  await chmod(folder, 0o755);
  const open = await run();
  await chmod(folder, 0o700);
  expect(open).toMatchObject({ code: 1, lines: expect.stringMatching(/FAULT[^]*-> .*chmod -R/) });
  expect(open.lines).not.toMatch(/restore|backup/i);
});

test.for([
  ['the folder of the database may not be entered', 0o600, 0o700, 'Database'],
  ['the folder of the database may not be written to', 0o500, 0o700, 'Database'],
  ['DATA_DIR may not be entered', 0o700, 0o000, 'Data folder'],
] as const)(
  'advises fixing the permissions instead of restoring a backup when %s',
  async ([, database, data, name]) => {
    const folder = databaseFolderOf(dataDir());
    const { uid, gid } = await stat(folder);
    // If the tests run as root, the database belongs to another user.
    await chown(folder, process.getuid?.() ?? uid, gid);
    await chmod(folder, database);
    await chmod(dataDir(), data);
    const { out } = await runOperator('doctor', [], {
      env: { DATA_DIR: dataDir(), PUBLIC_URL: await closedPort(), HOST: '0.0.0.0' },
      isBoundByModes: true,
    });
    await chmod(dataDir(), 0o700);
    await chmod(folder, 0o700);
    await chown(folder, uid, gid);
    expect(out.match(/FAULT.*?(?=:)/g)).toEqual([`FAULT   ${name}`]);
    expect(out).toContain(`chown -R USER ${dataDir()}`);
    expect(out).not.toMatch(/restore|backup/);
  },
);

test('names a full disk', async () => {
  const results = await installation.runDoctor({ readFreeBytes: async () => 10_000_000 });
  expect(lit(results)).toEqual(['address.reach', 'machine.disk']);
});

test('reports a missing key, and a key that others can read', async () => {
  const path = join(dataDir(), encryptionKeyFile);
  await chmod(path, 0o644);
  expect(lit(await installation.runDoctor())).toEqual(['data.key']);
  await chmod(path, 0o600);
  await rename(path, `${path}.away`);
  const gone = await installation.runDoctor();
  expect(lit(gone)).toContain('data.key');
  expect(gone.find(({ id }) => id === 'data.key')?.remedy).toContain('from your backup');
  await rename(`${path}.away`, path);
});

test('accepts a new folder', async () => {
  await rm(databaseFolderOf(dataDir()), { recursive: true });
  expect(findReach(await installation.runDoctor())).toMatchObject({
    state: 'note',
    found: expect.stringContaining('There is none yet'),
  });
});
