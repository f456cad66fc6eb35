import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportLimits, importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { renderProxySnippet } from '#testing/nginx/renderNginxConf.ts';
import { startNginx } from '#testing/nginx/startNginx.ts';
import type { RunningNginx } from '#testing/nginx/startNginx.ts';
import { ask, jsonOf } from '#testing/ask.ts';
import { drip, exchange, pipeline } from '#testing/exchange.ts';
import { readAccessLog } from './testing/readAccessLog.ts';
import { startPeer } from './testing/startPeer.ts';
import type { Peer } from './testing/startPeer.ts';

/*
 * Tests the rate and size limits of nginx.conf. The address from a proxy in front distinguishes the clients.
 */

let folder: string;
let nginx: RunningNginx;
let peer: Peer;
/** Pending responses, which the test releases later. */
const held: (() => void)[] = [];
let knockers = 1;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'll-edge-'));
  peer = await startPeer((request, response, { name }) => {
    request.resume();
    if (request.url === '/' || request.url === '/assets/app.js')
      response.setHeader('Cache-Control', 'public, max-age=60');
    if (request.url === '/api/held') held.push(() => response.end(name));
    else request.once('end', () => response.end(name));
  });
  nginx = await startNginx({
    folder,
    web: [peer.target],
    snippets: { 'proxy.conf': renderProxySnippet('127.0.0.1') },
  });
});
beforeEach(() => {
  peer.seen.length = 0;
});
afterAll(async () => {
  await nginx.end();
  await peer.end();
  await rm(folder, { recursive: true, force: true });
});

const from = (client: string) => ({ headers: { 'X-Forwarded-For': client } });
const failure = (code: string, message: string) => ({ success: false, message, code });
const tooMany = failure('TOO_MANY_ATTEMPTS', messages.auth.tooManyAttempts);

const get = (path: string, client: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n`;

describe('one address', () => {
  test('may send many requests, then gets 429; others are not affected', async () => {
    // Cached, so that every machine is fast enough to reach the limit.
    const client = '203.0.113.1';
    const statuses = (await Promise.all([1, 2, 3].map(() => pipeline(nginx.url, get('/', client), 900)))).flat();
    expect(statuses).toHaveLength(2700);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(400);
    expect((await ask(nginx.url, '/api/x', from('203.0.113.2'))).status).toBe(200);
  });

  test('may load all files of the build at once', async () => {
    const statuses = await pipeline(nginx.url, get('/assets/app.js', '203.0.113.3'), 900);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('covers the whole /64 network of an IPv6 address', async () => {
    const statusesFrom = async (network: string): Promise<Set<number>> => {
      const addresses = Array.from({ length: 80 }, (_, index) => `${network}${(index + 1).toString(16)}`);
      const answers = addresses.map((address) => ask(nginx.url, '/api/user/login', from(address)));
      return new Set((await Promise.all(answers)).map(({ status }) => status));
    };
    expect(await statusesFrom('2001:db8:1:2:a:b:c:')).toEqual(new Set([200, 429]));
    expect((await ask(nginx.url, '/api/user/login', from('2001:db8:1:3::1'))).status).toBe(200);
    expect(await statusesFrom('2001:db8:4::')).toEqual(new Set([200, 429]));
  });

  const signInCalls = ['login', 'register', 'social-login', 'send-otp', 'reset-password'];
  const spellings = ['LOGIN', 'login/', '/login', '%6cogin', 'x/../login', '../../operator'];
  test.each([...signInCalls, ...spellings])('has a lower limit for %s', async (call) => {
    const client = from(`198.51.100.${knockers++}`);
    const knocks = Array.from({ length: 60 }, () =>
      ask(nginx.url, `/api/user/${call}`, { ...client, method: 'POST', body: '{}' }),
    );
    const answers = await Promise.all(knocks);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expect(jsonOf(answer)).toEqual(tooMany);
      expect(answer.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
    }
    expect((await ask(nginx.url, '/api/overview', client)).status).toBe(200);
  });

  test('may have two hundred open requests', async () => {
    const statuses: number[] = [];
    const calls = Array.from({ length: 220 }, async () => {
      statuses.push((await ask(nginx.url, '/api/held', from('203.0.113.4'))).status);
    });
    await waitUntil(() => held.length === 200 && statuses.length === 20, { what: '20 refusals', timeoutMs: 60_000 });
    expect(new Set(statuses)).toEqual(new Set([429]));
    for (const release of held.splice(0)) release();
    await Promise.all(calls);
    expect(statuses.filter((status) => status === 200)).toHaveLength(200);
  });
});

describe('a request that is too large', () => {
  const post = (path: string, length: number) =>
    ask(nginx.url, path, {
      method: 'POST',
      headers: { 'Content-Length': length, 'Content-Type': 'application/json' },
      body: '{',
      isUnfinished: true,
    });

  test.each([
    ['/api/user/update_profile', 1024 * 1024],
    [`/api${exportGoogleSheet.path}`, exportLimits.postedBytes],
    [`/api${saveCustomLeads.path}`, importLimits.postedBytes],
    ['/webhooks/meta', 4 * 1024 * 1024],
  ])('is refused before its body is sent: %s', async (path, limit) => {
    const answer = await post(path, limit + 1);
    expect([answer.status, jsonOf(answer)]).toEqual([413, failure('BODY_TOO_LARGE', messages.server.bodyTooLarge)]);
    expect(peer.seen).toEqual([]);
  });

  test('is accepted at the limit', async () => {
    const body = Buffer.alloc(1024 * 1024, 'a');
    expect((await ask(nginx.url, '/api/x', { method: 'POST', body })).status).toBe(200);
    const rows = Buffer.alloc(exportLimits.postedBytes, 'a');
    expect((await ask(nginx.url, `/api${exportGoogleSheet.path}`, { method: 'POST', body: rows })).status).toBe(200);
  });

  test('is refused for its headers or its URL', async () => {
    const long = 'a'.repeat(8000);
    const header = await ask(nginx.url, '/api/x', { headers: { Cookie: long } });
    expect([header.status, jsonOf(header)]).toEqual([431, failure('VALIDATION', messages.validation.invalidRequest)]);
    const headers = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`X-${index}`, 'a'.repeat(2000)]));
    expect((await ask(nginx.url, '/api/x', { headers })).status).toBe(431);
    expect((await ask(nginx.url, `/api/x?${long}`)).status).toBe(414);
    expect(peer.seen).toEqual([]);
  });
});

describe('slow clients', () => {
  const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;

  test('are disconnected without affecting others', async () => {
    const headers = Array.from({ length: 200 }, () => drip(nginx.url, 'GET /api/x HTTP/1.1\r\nHost: x\r\nA: ', 'a'));
    const silent = Array.from({ length: 100 }, () => exchange(nginx.url, '').ended);
    const bodies = Array.from(
      { length: 150 },
      (_, index) =>
        exchange(nginx.url, `${head('/api/late')}X-Forwarded-For: 192.0.2.${index}\r\nContent-Length: 900000\r\n\r\n{`)
          .ended,
    );
    let isOver = false;
    const slow = Promise.all([...headers, ...silent, ...bodies]).finally(() => {
      isOver = true;
    });
    const askOn = async (): Promise<number> => {
      for (let round = 0; ; round += 1) {
        for (const path of ['/', '/login', '/api/x'])
          expect((await ask(nginx.url, path, from(`198.18.${round >> 8}.${round & 255}`))).status).toBe(200);
        if (isOver) return round;
      }
    };
    const [rounds] = await Promise.all([askOn(), slow]);
    expect(rounds).toBeGreaterThan(0);
    expect(peer.seen.filter(({ url }) => url === '/api/late')).toEqual([]);
  });

  test('with an endless body never reach the app', async () => {
    const sockets = Array.from({ length: 50 }, () =>
      exchange(nginx.url, `${head('/api/drop')}X-Forwarded-For: 192.0.2.200\r\nContent-Length: 900000\r\n\r\n{`),
    );
    // A socket that is destroyed before it has sent its request leaves no line.
    await Promise.all(sockets.map(({ socket }) => new Promise((resolve) => socket.write('a', resolve))));
    expect((await ask(nginx.url, '/api/x', from('192.0.2.200'))).status).toBe(200);
    for (const { socket } of sockets) socket.destroy();
    const lines = await readAccessLog(nginx, '/api/drop', 50);
    expect(new Set(lines.map(({ upstream }) => upstream))).toEqual(new Set(['']));
    await waitUntil(async () => (await ask(nginx.url, '/api/x', from('192.0.2.200'))).status === 200);
  });
});
