import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { emptyAccountsByPlatform } from '#shared/platforms.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import type { OpenDatabase } from '#server/database/openDatabase.ts';
import { customLeads, leadCounts, users } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import { createLogger } from '#server/lib/logger.ts';
import { upsertCustomLeads } from '#server/modules/customLeads/customLeads.store.ts';
import { createServerDatabase } from '#server/testing/openTestDatabase.ts';
import { runOperator } from './testing/runOperator.ts';

let folder: string;
let server: Awaited<ReturnType<typeof createServerDatabase>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'll-erase-'));
  server = await createServerDatabase();
});
afterAll(async () => {
  await server?.drop();
  await rm(folder, { recursive: true, force: true });
});

const encryptionKey = randomBytes(32).toString('base64');
const env = () => ({
  DATA_DIR: join(folder, 'data'),
  ...(server ? { DATABASE_URL: server.url, ENCRYPTION_KEY: encryptionKey } : {}),
});
const erase = (...args: string[]) => runOperator('erase', args, { env: env() });

const withDatabase = async <T>(use: (database: OpenDatabase) => Promise<T>): Promise<T> => {
  const database = await openDatabase({
    databaseUrl: server?.url,
    dataDir: env().DATA_DIR,
    logger: createLogger('silent'),
    onCrash: (error) => {
      throw error;
    },
  });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
};

const blank = Object.fromEntries(customLeadKeys.map((key) => [key, ''])) as CustomLeadValues;
const email = 'grace@example.test';

/** Two accounts with the same person among their leads, and somebody else. */
const fill = (): Promise<void> =>
  withDatabase(async ({ db }) => {
    for (const name of ['ada', 'olga']) {
      const id = newId();
      const address = `${name}@example.test`;
      await db.insert(users).values({ id, name, email: address, defaultAccounts: emptyAccountsByPlatform() });
      const rows = [{ EmailAddress: email }, { Number: '0171 2345678' }, { Name: 'Somebody else' }].map((values) => ({
        identity: null,
        values: { ...blank, ...values },
      }));
      await db.transaction((tx) => upsertCustomLeads(tx, id, rows, { now: new Date(), renewUnchanged: true }));
    }
  });

const countRows = () =>
  withDatabase(async ({ db }) => ({
    people: await db.$count(users),
    leads: await db.$count(customLeads),
    kept: (await db.select().from(leadCounts)).map(({ total }) => total),
  }));

test('the operator erases a person from all accounts, and an account', { timeout: 120_000 }, async () => {
  await fill();
  const person = ['--email', 'Grace@Example.test', '--phone', '+49 171 2345678'];
  const out = join(folder, 'grace.json');

  const looked = await erase(...person, '--dry-run', '--out', out);
  expect([looked.code, looked.err]).toEqual([0, '']);
  expect(looked.out).toContain('Found in custom_leads: 4');
  expect(JSON.parse(await readFile(out, 'utf8'))).toHaveLength(4);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  expect(await countRows()).toEqual({ people: 2, leads: 6, kept: [3, 3] });

  const done = await erase(...person);
  expect([done.code, done.err]).toEqual([0, '']);
  expect(done.out).toMatch(/^Deleted from custom_leads: 4\nReceipt: ([0-9a-f]{24}), \S+\/deletion\/\1\n$/);
  expect(await countRows()).toEqual({ people: 2, leads: 2, kept: [1, 1] });
  expect((await erase(...person)).out).toMatch(/^Nothing was found\nReceipt: /);

  const account = await erase('--account', 'ADA@example.test');
  expect([account.code, account.err]).toEqual([0, '']);
  expect(account.out).toMatch(/Deleted from users: 1\n(?:.*\n)*Receipt: /);
  expect(await countRows()).toEqual({ people: 1, leads: 1, kept: [1] });
  const again = await erase('--account', 'ada@example.test');
  expect([again.code, again.err]).toEqual([1, 'There is no account with this address\n']);
});

test('arguments that make no sense change nothing, and say what is right', { timeout: 60_000 }, async () => {
  for (const args of [
    [],
    ['--email', 'nobody'],
    ['--email', email, '--account', email],
    ['--account', email, '--dry-run'],
  ]) {
    const { code, err } = await erase(...args);
    expect([args, code]).toEqual([args, 2]);
    expect(err).not.toBe('');
  }
});
