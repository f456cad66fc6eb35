import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '#server/database/drizzle.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { register } from '#shared/contracts/users.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { parseEnv } from '#server/config/env.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { erasures, leadCounts, leads, users } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { insertUser } from '#server/modules/users/users.store.ts';
import { requireWorkspaceId } from '#server/modules/users/workspaces/workspaces.store.ts';
import { upsertCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { startSandbox } from '#testing/sandbox/sandbox.ts';
import { startServer } from '#server/startServer.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import { withDatabase } from '#testing/database/withDatabase.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { runOperator } from './testing/runOperator.ts';

let folder: string;
let server: Awaited<ReturnType<typeof createServerDatabase>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'll-erase-'));
  server = await createServerDatabase();
});
afterAll(async () => {
  await server.drop();
  await rm(folder, { recursive: true, force: true });
});

const encryptionKey = randomBytes(32).toString('base64');
const env = () => ({
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: server.url,
  ENCRYPTION_KEY: encryptionKey,
});
const mailEnv = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'leadlight@example.test' };
const erase = (...args: string[]) => runOperator('erase', args, { env: { ...env(), ...mailEnv } });

const inDatabase = <T>(use: (database: OpenDatabase) => Promise<T>): Promise<T> =>
  withDatabase({ databaseUrl: server.url }, use);

const blank = Object.fromEntries(customLeadKeys.map((key) => [key, ''])) as CustomLeadValues;
const email = 'grace@example.test';

/** Two accounts that have the same person among their leads, plus another lead. */
const fill = (): Promise<void> =>
  inDatabase(async ({ db }) => {
    for (const name of ['ada', 'olga']) {
      const address = `${name}@example.test`;
      const account = {
        id: newId(),
        name,
        email: address,
        passwordHash: null,
        isEmailProven: true,
        createdAt: new Date(),
      };
      const rows = [{ EmailAddress: email }, { Number: '0171 2345678' }, { Name: 'Somebody else' }].map((values) => ({
        identity: null,
        values: { ...blank, ...values },
      }));
      await db.transaction(async (tx) => {
        await insertUser(tx, account);
        const workspaceId = await requireWorkspaceId(tx, account.id);
        await upsertCustomLeads(tx, workspaceId, rows, { now: new Date(), renewUnchanged: true });
      });
    }
  });

const countRows = () =>
  inDatabase(async ({ db }) => ({
    people: await db.$count(users),
    leads: await db.$count(leads),
    kept: (await db.select().from(leadCounts)).map(({ total }) => total),
    receipts: await db.$count(erasures),
  }));

/** Counts the mails that wait for a worker. */
const countMails = () =>
  inDatabase(async ({ db }) => {
    const { rows } = await db.execute(sql`select 1 from jobs.job where name = 'account-deleted-mail'`);
    return rows.length;
  });

test('the operator erases a person from all accounts, and an account', { timeout: 180_000 }, async () => {
  await fill();
  const person = ['--email', 'Grace@Example.test', '--phone', '+49 171 2345678'];
  const out = join(folder, 'grace.json');

  const retained = await runOperator('erase', ['--dry-run'], { env: { ...env(), LEAD_RETENTION_DAYS: '30' } });
  expect(retained).toMatchObject({
    code: 0,
    out: 'Older than 30 days:\nfacebook: 0 leads\ntiktok: 0 leads\ncustom: 0 leads\n',
  });
  await inDatabase(({ db }) =>
    db
      .update(leads)
      .set({ importedAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(sql`phone <> ''`),
  );
  const counted = await runOperator('erase', ['--dry-run'], { env: { ...env(), LEAD_RETENTION_DAYS: '30' } });
  expect(counted.out).toContain('custom: 2 leads\n');
  expect((await erase('--dry-run')).code).toBe(2);

  const looked = await erase(...person, '--dry-run', '--out', out);
  expect([looked.code, looked.err]).toEqual([0, '']);
  expect(looked.out).toContain('Found in custom_leads: 4');
  expect(JSON.parse(await readFile(out, 'utf8'))).toHaveLength(4);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  expect(await countRows()).toEqual({ people: 2, leads: 6, kept: [3, 3], receipts: 0 });

  // The copy already exists. Nothing is deleted unless the copy can be written.
  const refused = await erase(...person, '--out', out);
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toContain(out);
  expect(await countRows()).toEqual({ people: 2, leads: 6, kept: [3, 3], receipts: 0 });

  const last = join(folder, 'last.json');
  const done = await erase(...person, '--out', last);
  expect([done.code, done.err]).toEqual([0, '']);
  expect(await readFile(last, 'utf8')).toBe(await readFile(out, 'utf8'));
  expect(done.out).toMatch(
    /^Written: .*, 4 leads\nDeleted from custom_leads: 4\nReceipt: ([0-9a-f]{24}), \S+\/deletion\/\1\n$/,
  );
  expect(await countRows()).toEqual({ people: 2, leads: 2, kept: [1, 1], receipts: 1 });
  expect((await erase(...person)).out).toMatch(/^Nothing was found\nReceipt: /);

  const account = await erase('--account', 'ADA@example.test');
  expect([account.code, account.err]).toEqual([0, '']);
  expect(account.out).toMatch(/Deleted from users: 1\n(?:.*\n)*Receipt: /);
  expect(await countRows()).toEqual({ people: 1, leads: 1, kept: [1], receipts: 3 });
  expect(await countMails()).toBe(1);
  const again = await erase('--account', 'ada@example.test');
  expect([again.code, again.err]).toEqual([1, 'There is no account with this address\n']);
});

/** The product with a worker, on its embedded database. */
const startProduct = async () => {
  const sandbox = await startSandbox({ port: 0 });
  onTestFinished(() => sandbox.close());
  const product = { ...env(), DATABASE_URL: '', ...sandbox.environment, SANDBOX: 'true' };
  const running = await startServer({
    // Other tests cover the pages.
    env: { ...parseEnv({ ...product, NODE_ENV: 'test', API_PORT: '0' }), ROLES: ['api', 'worker'] },
    logger: createLogger('silent'),
    pages: 'built',
    onFatal: (error) => {
      throw error;
    },
  });
  onTestFinished(() => running.close());
  return { url: `http://127.0.0.1:${running.apiPort}`, sandbox, product };
};

test(
  'erasing an account while the product runs disconnects its screens and sends the owner one mail',
  { timeout: 60_000 },
  async () => {
    const { url, sandbox, product } = await startProduct();
    const password = 'a long enough one';
    const address = 'joan@example.test';
    const { body } = await createRequest(url)(register, {
      body: { name: 'Joan', email: address, password, confirmpassword: password },
    });
    const { socket, handshake } = openSocket(url, { userId: body.data._id, token: body.data.token });
    expect(await handshake).toBeNull();

    const erased = await runOperator('erase', ['--account', address], { env: product });
    expect([erased.code, erased.err]).toEqual([0, '']);
    const [, code = ''] = /Receipt: ([0-9a-f]{24})/.exec(erased.out) ?? [];
    expect(erased.out).toContain('Deleted from users: 1\n');
    await waitUntil(() => !socket.connected);
    const mails = await waitUntil(async () => {
      const inbox = z
        .array(z.object({ to: z.string(), text: z.string() }))
        .parse(await (await fetch(`${sandbox.url}/control/mail`)).json());
      const own = inbox.filter(({ to, text }) => to === address && text.includes('/deletion/'));
      return own.length > 0 && own;
    });
    expect(mails.map(({ text }) => text.includes(code))).toEqual([true]);
  },
);

test('invalid arguments change nothing and show the usage', { timeout: 60_000 }, async () => {
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
