import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { register } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import { parseEnv } from '#server/config/env.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { startServer } from '#server/startServer.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import { runOperator } from './testing/runOperator.ts';

test('an invitation works before the first start of an install', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'll-invite-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const env = { DATA_DIR: join(folder, 'data'), REGISTRATION: 'invite', PUBLIC_URL: 'https://leads.example.org' };
  const invite = (...args: string[]) => runOperator('invite', args, { env });

  const invited = await invite(' Ada@example.test');
  expect([invited.code, invited.err]).toEqual([0, '']);
  const link = new URL(invited.out.split('\n')[0] ?? '');
  expect(link.href).toMatch(/^https:\/\/leads\.example\.org\/register#email=ada%40example\.test&invitation=[\w-]{43}$/);

  const running = await startServer({
    env: { ...parseEnv({ ...env, NODE_ENV: 'test', API_PORT: '0' }), ROLES: ['api', 'worker'] },
    logger: createLogger('silent'),
    pages: 'built',
    onFatal: (error) => {
      throw error;
    },
  });
  onTestFinished(() => running.close());
  const password = 'a long enough one';
  const invitation = new URLSearchParams(link.hash.slice(1)).get('invitation') ?? '';
  const body = { name: 'Ada', email: 'ada@example.test', password, confirmpassword: password, invitation };
  expect((await createRequest(`http://127.0.0.1:${running.apiPort}`)(register, { body })).status).toBe(200);

  // While the product runs.
  expect(await invite('ada@example.test')).toMatchObject({ code: 1, err: `${messages.auth.emailTaken}\n` });
  expect((await invite('grace@example.test')).code).toBe(0);
  for (const args of [[], ['not an address'], ['ada@example.test', 'grace@example.test']])
    expect((await invite(...args)).code).toBe(2);
});
