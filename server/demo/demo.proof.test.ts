import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import { listWorkedLeads } from '#shared/contracts/leadWork.ts';
import { login } from '#shared/contracts/users.ts';
import { platformIds } from '#shared/platforms.ts';
import { listen } from '#server/lib/http/listen.ts';
import { createRequest } from '#testing/api/createRequest.ts';

const newDataDir = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-demo-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data');
};

/** Three ports of this machine that are free, and a server that holds the first of them. */
const findPorts = async () => {
  const servers = [createServer(), createServer(), createServer()];
  const ports = [];
  for (const server of servers) ports.push(String(await listen(server, '127.0.0.1', 0)));
  const free = () => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  onTestFinished(async () => void (await free()));
  const [PORT = '', API_PORT = '', SANDBOX_PORT = ''] = ports;
  return { env: { PORT, API_PORT, SANDBOX_PORT }, free };
};

const startMain = (env: Record<string, string>) => {
  const child = spawn(process.execPath, ['server/main.ts', '--demo'], { env: { PATH: process.env['PATH'], ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...texts }));
  const greeted = new Promise<void>((resolve) => {
    child.stdout.on('data', () => texts.out.includes('Ctrl+C stops it') && resolve());
  });
  return { child, texts, ended, greeted };
};

test('the demo starts with an account that is connected to all platforms, and its greeting is all that it prints', async () => {
  const { env, free } = await findPorts();
  await free();
  const demo = startMain({ ...env, DATA_DIR: await newDataDir() });
  const early = demo.ended.then(({ err }) => {
    throw new Error(`The demo ended: ${err}`);
  });
  await Promise.race([demo.greeted, early]);
  const request = createRequest(`http://127.0.0.1:${env.PORT}`);
  const { body } = await request(login, { body: { email: 'demo@example.test', password: 'demo-password' } });
  const { token, defaultAccounts } = body.data;
  for (const platform of platformIds) expect(defaultAccounts[platform]).toHaveLength(2);
  const { accounts } = (await request(connectedAccounts, { token })).body.data;
  expect(new Set(accounts.map(({ platform }) => platform))).toEqual(new Set(platformIds));
  const { body: leads } = await request(listWorkedLeads, { token, query: { limit: '100' } });
  expect(new Set(leads.data.map(({ statusId }) => statusId)).size).toBe(6);
  expect(new Set(leads.data.map(({ assigneeId }) => assigneeId)).size).toBe(4);
  for (const { createdAt, respondedAt } of leads.data)
    expect(respondedAt ?? createdAt, 'no response before the arrival').toSatisfy((at: string) => at >= createdAt);

  early.catch(() => {});
  demo.child.kill('SIGINT');
  const { code, out, err } = await demo.ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.trim()).toMatch(/^Leadlight is running, with a sandbox[^{}]*Ctrl\+C stops it\.$/);
});

test('a start on taken ports names each setting in a line, before it makes a folder', async () => {
  const { env } = await findPorts();
  const DATA_DIR = await newDataDir();
  const { code, out, err } = await startMain({ ...env, DATA_DIR }).ended;
  const line = (name: keyof typeof env) => `Port ${env[name]} is taken: set ${name} to a free one.\n`;
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: line('PORT') + line('API_PORT') + line('SANDBOX_PORT'),
  });
  expect(existsSync(DATA_DIR)).toBe(false);
});
