import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen } from '#server/lib/http/listen.ts';
import { startTcpProxy } from './tcpProxy.ts';
import type { TcpProxy } from './tcpProxy.ts';

const body = 'x'.repeat(200_000);
let server: Server;
let proxy: TcpProxy;

beforeEach(async () => {
  server = createServer((_request, response) => response.end(body));
  proxy = await startTcpProxy(`http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`);
});
afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const ask = async (signal?: AbortSignal): Promise<string> => (await fetch(proxy.url, signal ? { signal } : {})).text();

test('forwards everything, refuses on demand, and forwards again after `heal`', async () => {
  expect(await ask()).toBe(body);
  proxy.refuse();
  await expect(ask()).rejects.toThrow('fetch failed');
  proxy.heal();
  expect(await ask()).toBe(body);
});

test('stops forwarding without closing connections, including open ones', async () => {
  expect(await ask()).toBe(body);
  proxy.silence();
  await expect(ask(AbortSignal.timeout(200))).rejects.toThrow('timeout');
});
