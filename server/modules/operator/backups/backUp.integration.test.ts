import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '#server/AppContext.ts';
import { backupFolderOf } from '#server/archive/backupFiles.ts';
import { checkBackup } from '#server/archive/readBackup.ts';
import { parseEnv } from '#server/config/env.ts';
import type { Env } from '#server/config/env.ts';
import { dailyBackups } from '#server/database/schema.ts';
import { checkBackups } from '#server/modules/operator/checks/backups.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { serverUrlOf } from '#testing/database/openTestDatabase.ts';
import { startBucket } from '#testing/startBucket.ts';
import type { TestBucket } from '#testing/startBucket.ts';
import { backUpWhenDue } from './backUp.ts';
import { readDailyBackup, scheduleBackup } from './dailyBackups.store.ts';
import { nextBackup } from './nextBackup.ts';

const passphrase = 'a passphrase of the test';

let api: TestApi;
let bucket: TestBucket;
let folder: string;
beforeAll(async () => {
  api = await startTestApi();
  bucket = await startBucket('backups', 'id-of-the-key', 'the secret key');
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'll-daily-'));
  bucket.files.clear();
  await api.context.db.delete(dailyBackups);
});
afterAll(async () => {
  await bucket.close();
  await api.close();
});

const at = (text: string): Date => new Date(`${text}:00`);

const toBucket = (): Partial<Env> => ({
  BACKUP_S3_ENDPOINT: bucket.endpoint,
  BACKUP_S3_BUCKET: 'backups',
  BACKUP_S3_KEY_ID: 'id-of-the-key',
  BACKUP_S3_KEY: 'the secret key',
});

/** Runs the job at a local time. */
const runAt = async (text: string, changes: Partial<Env> = {}): Promise<AppContext> => {
  const env = {
    ...api.context.env,
    DATABASE_URL: serverUrlOf(api.context.pool),
    BACKUP_AT: '03:00',
    BACKUP_DIR: join(folder, 'backups'),
    BACKUP_PASSPHRASE: passphrase,
    ...changes,
  };
  const context = { ...api.context, env, clock: { now: () => at(text) } };
  await backUpWhenDue(context, { log: context.logger, signal: new AbortController().signal });
  return context;
};

const listFiles = async (): Promise<string[]> => {
  const names: string[] = await readdir(join(folder, 'backups')).catch(() => []);
  return names.toSorted();
};
const rowOf = async () => {
  const row = await readDailyBackup(api.context.db);
  if (!row) throw new Error('There is no row');
  return row;
};

test('makes a complete, encrypted backup once a day at the set time and keeps the newest ones', async () => {
  await runAt('2026-03-10T12:00', { BACKUP_KEEP: 2 });
  expect(await listFiles()).toEqual([]);
  for (const day of ['11', '12', '13']) {
    await runAt(`2026-03-${day}T02:59`, { BACKUP_KEEP: 2 });
    await runAt(`2026-03-${day}T03:00`, { BACKUP_KEEP: 2 });
    await runAt(`2026-03-${day}T03:05`, { BACKUP_KEEP: 2 });
  }
  const files = await listFiles();
  expect(files).toHaveLength(2);
  const newest = join(folder, 'backups', files[1] ?? '');
  const { manifest, isEncrypted } = await checkBackup({ file: newest, passphrase });
  expect([isEncrypted, manifest.tables.some(({ name }) => name === 'leads')]).toEqual([true, true]);
  expect(await rowOf()).toMatchObject({
    file: files[1],
    failures: 0,
    problem: null,
    doneAt: at('2026-03-13T03:00'),
    dueAt: at('2026-03-14T03:00'),
    leaseId: null,
  });
});

test('several processes make only one backup', async () => {
  await runAt('2026-03-10T12:00');
  await Promise.all([1, 2, 3].map(() => runAt('2026-03-11T03:00')));
  expect(await listFiles()).toHaveLength(1);
});

test('copies the backup to a bucket, keeps the newest copies and touches no other files', async () => {
  bucket.files.set('leadlight-notes.txt', Buffer.from('ours'));
  for (const day of ['01', '02', '03'])
    bucket.files.set(`leadlight-202601${day}T030000Z.tar.gz`, Buffer.from(`backup ${day}`));
  await runAt('2026-03-10T12:00', toBucket());
  await runAt('2026-03-11T03:00', { ...toBucket(), BACKUP_KEEP: 2 });
  const [file = ''] = await listFiles();
  expect([...bucket.files.keys()].toSorted()).toEqual([
    'leadlight-20260103T030000Z.tar.gz',
    file,
    'leadlight-notes.txt',
  ]);
  expect(bucket.files.get(file)?.equals(await readFile(join(folder, 'backups', file)))).toBe(true);
  expect((await rowOf()).copiedAt).toEqual(at('2026-03-11T03:00'));
});

test('retries a failed copy, keeps the backup and shows the reason in the doctor', async () => {
  const wrong = { ...toBucket(), BACKUP_S3_KEY: 'another key' };
  await runAt('2026-03-10T12:00', wrong);
  const context = await runAt('2026-03-11T03:00', wrong);
  expect(await listFiles()).toHaveLength(1);
  const { host } = new URL(bucket.endpoint);
  const problem = `The copy failed: ${host} answered 403, SignatureDoesNotMatch`;
  expect(await rowOf()).toMatchObject({ problem, failures: 1, dueAt: at('2026-03-11T03:15'), copiedAt: null });
  expect(await checkBackups(context.db, context.env, at('2026-03-11T04:00'))).toMatchObject({
    state: 'warning',
    found: expect.stringContaining(problem),
  });
  await runAt('2026-03-11T03:15', toBucket());
  expect(await rowOf()).toMatchObject({ problem: null, failures: 0, dueAt: at('2026-03-12T03:00') });
});

test('a failed backup leaves no file, is a fault, and is retried three times, then on the next day', async () => {
  // A file in place of the folder.
  await writeFile(join(folder, 'backups'), '');
  await runAt('2026-03-10T12:00');
  const dues: (Date | undefined)[] = [];
  let context: AppContext | undefined;
  for (const time of ['03:00', '03:15', '03:30', '03:45']) {
    context = await runAt(`2026-03-11T${time}`);
    dues.push((await rowOf()).dueAt);
  }
  expect(dues).toEqual(['2026-03-11T03:15', '2026-03-11T03:30', '2026-03-11T03:45', '2026-03-12T03:00'].map(at));
  expect(await rowOf()).toMatchObject({
    failures: 4,
    doneAt: null,
    problem: expect.stringContaining('Nothing can be written to'),
  });
  expect(context && (await checkBackups(context.db, context.env, at('2026-03-11T04:00')))).toMatchObject({
    state: 'fault',
  });
  await rm(join(folder, 'backups'));
  await mkdir(join(folder, 'backups'));
  await runAt('2026-03-12T03:00');
  expect(await rowOf()).toMatchObject({ failures: 0, problem: null });
});

test('the doctor reports an overdue backup without a worker, and the metrics contain its age', async () => {
  const { db, env } = await runAt('2026-03-10T12:00');
  expect(await checkBackups(db, env, at('2026-03-10T13:00'))).toMatchObject({ state: 'ok' });
  await runAt('2026-03-11T03:00');
  expect(await checkBackups(db, env, at('2026-03-11T13:00'))).toMatchObject({
    state: 'ok',
    found: expect.stringContaining('The newest one is 10 hours old'),
  });
  const metrics = await (await fetch(`${api.url}/metrics`)).text();
  expect(metrics).toMatch(/^leadlight_backup_age_seconds \d{3,}/m);
  expect(await checkBackups(db, env, at('2026-03-13T13:00'))).toMatchObject({
    state: 'fault',
    remedy: expect.stringContaining('worker'),
  });
});

test('an earlier time moves the next backup forward, and `off` disables backups', async () => {
  await runAt('2026-03-10T12:00', { BACKUP_AT: '11:00' });
  await runAt('2026-03-10T12:00', { BACKUP_AT: '13:00' });
  expect((await rowOf()).dueAt).toEqual(at('2026-03-10T13:00'));
  await runAt('2026-03-10T13:00', { BACKUP_AT: 'off' });
  expect(await listFiles()).toEqual([]);
});

test('is off in the sandbox by default, and requires complete bucket settings', () => {
  const faultsOf = (source: Record<string, string>): string => {
    try {
      parseEnv(source);
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };
  expect([parseEnv({}).BACKUP_AT, parseEnv({ SANDBOX: 'true' }).BACKUP_AT]).toEqual(['03:00', 'off']);
  expect(backupFolderOf(parseEnv({ DATA_DIR: '/data' }))).toBe('/data/backups');
  expect(faultsOf({ BACKUP_S3_BUCKET: 'backups' })).toMatch(
    /BACKUP_S3_ENDPOINT.*\n.*BACKUP_S3_KEY_ID.*\n.*BACKUP_S3_KEY:/,
  );
  expect(faultsOf({ BACKUP_AT: '25:00' })).toContain('a time of day like 03:00, or off');
});

test('the next backup time is always in the future', async () => {
  expect(nextBackup('03:00', at('2026-03-10T02:59'))).toEqual(at('2026-03-10T03:00'));
  expect(nextBackup('03:00', at('2026-03-10T03:00'))).toEqual(at('2026-03-11T03:00'));
  expect(nextBackup('00:00', at('2026-12-31T12:00'))).toEqual(at('2027-01-01T00:00'));
  await scheduleBackup(api.context.db, at('2026-03-10T03:00'));
});
