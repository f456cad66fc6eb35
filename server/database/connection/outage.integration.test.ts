import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseEnv } from '#server/config/env.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { startServer } from '#server/startServer.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { startTcpProxy } from '#testing/tcpProxy.ts';

type Line = { level: string; area: string; msg: string; awayMs?: number; leftOut?: number };

test('a database outage logs one line when it begins and one when it ends, however many calls fail', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'll-outage-'));
  const database = await createServerDatabase();
  const proxy = await startTcpProxy(database.url);
  const lines: Line[] = [];
  const server = await startServer({
    env: parseEnv({
      NODE_ENV: 'test',
      ROLES: 'api,worker',
      API_PORT: '0',
      PUBLIC_URL: 'http://127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: proxy.url,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    }),
    logger: createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) }),
    pages: 'built',
    onFatal: (error) => {
      throw error;
    },
  });
  onTestFinished(async () => {
    await server.close();
    await proxy.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const ask = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${'a'.repeat(64)}` };
    return (await fetch(`http://127.0.0.1:${server.apiPort}/api/notifications`, { headers })).status;
  };
  await waitUntil(async () => (await ask()) === 401);
  lines.length = 0;

  proxy.refuse();
  for (let failed = 0; failed < 20;) if ((await ask()) === 503) failed += 1;
  proxy.heal();
  const back = await waitUntil(() => lines.find(({ msg }) => msg === 'the database is back'));
  await waitUntil(async () => (await ask()) === 401);
  expect(back).toMatchObject({ level: 'info', area: 'database' });
  expect(back.awayMs).toBeGreaterThan(0);
  expect(back.leftOut).toBeGreaterThanOrEqual(20);
  const failures = lines.filter(({ level }) => level === 'warn' || level === 'error');
  expect(failures.map(({ area }) => area)).toEqual([expect.any(String)]);
});
