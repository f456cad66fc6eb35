import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { login, register, resetPassword, socialLogin } from '#shared/contracts/users.ts';
import { utcDay } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { parseEnv } from '#server/config/env.ts';
import { resetLinks, users } from '#server/database/schema.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { resetByLink } from '#server/modules/users/passwordReset/resetLinks.service.ts';
import { createCode } from '#server/modules/users/passwordReset/oneTimeCodes.service.ts';
import { startSandbox } from '#testing/sandbox/sandbox.ts';
import type { RunningSandbox } from '#testing/sandbox/sandbox.ts';
import { startServer } from '#server/startServer.ts';
import type { RunningServer } from '#server/startServer.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import type { ApiRequest } from '#testing/api/createRequest.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { runOperator } from './testing/runOperator.ts';

const password = 'a long enough one';
const newPassword = 'another long enough one';

let folder: string;
let database: Awaited<ReturnType<typeof createServerDatabase>>;
let sandbox: RunningSandbox;
let product: RunningServer;
let env: Record<string, string>;
let url: string;
let request: ApiRequest;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'll-accounts-'));
  [database, sandbox] = await Promise.all([createServerDatabase(), startSandbox({ port: 0 })]);
  env = {
    ...sandbox.environment,
    NODE_ENV: 'test',
    API_PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: 'https://leads.example.org',
  };
  product = await startServer({
    env: { ...parseEnv(env), ROLES: ['api'] },
    logger: createLogger('silent'),
    pages: 'built',
    onFatal: (error) => {
      throw error;
    },
  });
  url = `http://127.0.0.1:${product.apiPort}`;
  request = createRequest(url);
});
afterAll(async () => {
  await product.close();
  await sandbox.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const accounts = (...args: string[]) => runOperator('accounts', args, { env });
const signUp = async (email: string) =>
  (await request(register, { body: { name: 'Ada', email, password, confirmpassword: password } })).body.data;
const signIn = (email: string, given = password) => request(login, { body: { email, password: given } });
const signInWithGoogle = async (email: string) => {
  const answer = await fetch(`${sandbox.url}/control/google/id-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const { credential: token } = z.object({ credential: z.string() }).parse(await answer.json());
  return request(socialLogin, { body: { type: 1, token } });
};
const reset = (email: string, otp: string) =>
  request(resetPassword, { body: { email, otp, newPassword, confirmPassword: newPassword } });
const linkOf = (printed: string): { path: string; email: string; code: string } => {
  const { origin, pathname, hash } = new URL(printed.split('\n')[0] ?? '');
  const fragment = new URLSearchParams(hash.slice(1));
  return { path: origin + pathname, email: fragment.get('email') ?? '', code: fragment.get('code') ?? '' };
};

const blocked = {
  status: 403,
  body: { success: false, message: messages.auth.blocked, code: 'FORBIDDEN' },
};

test('a blocked account is signed out at once and cannot sign in by any method until it is unblocked', async () => {
  const email = 'ada@example.test';
  const { _id: userId, token } = await signUp(email);
  const { socket, handshake } = openSocket(url, { userId, token });
  expect(await handshake).toBeNull();
  const { code: mailed } = await createCode(product.context, userId, ['asker']);

  const { code, err } = await accounts('block', ' ADA@example.test');
  expect([code, err]).toEqual([0, '']);
  await waitUntil(() => !socket.connected);
  const again = openSocket(url, { userId, token });
  expect(await again.handshake).not.toBeNull();
  expect(await signIn(email)).toEqual(blocked);
  expect(await reset(email, mailed)).toEqual(blocked);
  // A client without the password cannot see that an account is blocked.
  expect(await signIn(email, 'not the password')).toMatchObject({ status: 401 });

  const today = utcDay(new Date());
  const { out } = await accounts('list');
  expect(out).toMatch(/^ADDRESS +SINCE +LAST SIGN-IN +PLATFORMS +BLOCKED\n/);
  expect(out).toMatch(new RegExp(`^${email} +${today} +${today} +0 +${today}$`, 'm'));
  expect((await accounts('reset-link', email)).err).toContain('npm run accounts -- unblock');

  expect((await accounts('unblock', email)).code).toBe(0);
  expect(await signIn(email)).toMatchObject({ status: 200 });
  expect((await accounts('list')).out).toMatch(new RegExp(`^${email} .* -$`, 'm'));
});

test('a block ends a Google account too', async () => {
  const email = 'grace@example.test';
  expect(await signInWithGoogle(email)).toMatchObject({ status: 200 });
  await accounts('block', email);
  expect(await signInWithGoogle(email)).toEqual(blocked);
});

test('a reset link sets a password once, and only its hash is stored', async () => {
  const email = 'joan+leads@example.test';
  const { token } = await signUp(email);
  const first = linkOf((await accounts('reset-link', email)).out);
  const second = linkOf((await accounts('reset-link', email)).out);
  expect(second).toMatchObject({ path: 'https://leads.example.org/reset-password', email });
  const stored = await product.context.db.select().from(resetLinks);
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(second.code);

  const refused = { status: 400, body: { code: 'INVALID_CODE' } };
  expect(await reset(email, first.code)).toMatchObject(refused);
  expect(await reset('ada@example.test', second.code)).toMatchObject(refused);
  expect(await reset(email, second.code)).toMatchObject({ status: 200 });
  expect(await reset(email, second.code)).toMatchObject(refused);
  expect(await signIn(email, newPassword)).toMatchObject({ status: 200 });
  const { socket, handshake } = openSocket(url, { userId: '', token });
  expect(await handshake).not.toBeNull();
  socket.disconnect();
  // The link came from the operator, so it does not prove access to the mailbox.
  const rows = await product.context.db.select().from(users);
  expect(rows.find((row) => row.email === email)?.isEmailProven).toBe(false);
});

test('a reset link expires after a day and when the password changes, but not through wrong codes', async () => {
  const email = 'edith@example.test';
  await signUp(email);
  const { db } = product.context;
  const linkAfter = async (change: Partial<typeof resetLinks.$inferInsert>) => {
    const { code } = linkOf((await accounts('reset-link', email)).out);
    await db.update(resetLinks).set(change);
    return code;
  };
  for (const change of [{ expiresAt: new Date() }, { passwordDigest: 'of another password' }])
    expect(await reset(email, await linkAfter(change))).toMatchObject({ status: 400, body: { code: 'INVALID_CODE' } });

  const { code } = linkOf((await accounts('reset-link', email)).out);
  expect(code).toMatch(/^\d{39}$/);
  const wrong = (number: number): string => String(number).padStart(code.length, '0');
  const { context } = product;
  const byLink = (otp: string) => resetByLink(context, { email, otp, newPassword });
  for (let guess = 0; guess < 200; guess += 1)
    await expect(byLink(wrong(guess))).rejects.toMatchObject({ code: 'INVALID_CODE' });
  expect(await reset(email, code)).toMatchObject({ status: 200 });
});

test('an unknown address and invalid arguments are refused', async () => {
  for (const action of ['block', 'unblock', 'reset-link'])
    expect(await accounts(action, 'nobody@example.test')).toMatchObject({
      code: 1,
      err: 'There is no account with this address\n',
    });
  for (const args of [[], ['list', 'ada@example.test'], ['block'], ['delete', 'ada@example.test']])
    expect((await accounts(...args)).code).toBe(2);
});
