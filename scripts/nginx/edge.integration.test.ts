import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pLimit from 'p-limit';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { messages } from '#shared/messages.ts';
import { appPaths, routes } from '#shared/routes.ts';
import { socketPath } from '#shared/socketEvents.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { listServedFiles } from '#server/web/documents/readClientFiles.ts';
import { startBehindNginx } from '#testing/startBehindNginx.ts';
import type { ProductBehindNginx } from '#testing/startBehindNginx.ts';
import { registerPerson } from '#testing/people.ts';
import { ask, jsonOf } from '#testing/ask.ts';
import type { Answer } from '#testing/ask.ts';
import { readAccessLog } from './testing/readAccessLog.ts';

/*
 * The whole product as in an install: browser, nginx, web, API, embedded database. Needs `dist/`.
 */

const clientDir = fileURLToPath(new URL('../../dist/client', import.meta.url));
const origin = 'http://leads.test';

let product: ProductBehindNginx;
beforeAll(async () => {
  product = await startBehindNginx();
});
afterAll(() => product.stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(product.url, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const publicPaths = Object.values(routes)
  .filter(({ access }) => access === 'public')
  .map(({ path }) => path);
/** Headers that differ per connection. */
const perConnection = new Set(['keep-alive', 'transfer-encoding', 'x-request-id']);
const documents = ['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/.well-known/security.txt'];

describe('pages and files', () => {
  test('match the web role byte for byte in each coding, and come from the cache the second time', async () => {
    const files = (await listServedFiles(clientDir)).map((path) => `/${path}`);
    expect(files.length).toBeGreaterThan(50);
    const compare = async (path: string): Promise<void> => {
      let asked = 0;
      const through = (headers: Record<string, string>): Promise<Answer> => {
        asked += 1;
        return ask(product.url, path, { headers });
      };
      const readCaches = async (): Promise<string[]> =>
        (await readAccessLog(product.nginx, path, asked)).map(({ cache }) => cache);
      for (const coding of ['br', 'gzip', 'identity']) {
        const headers = { 'Accept-Encoding': coding };
        const own = await ask(product.webUrl, path, { headers });
        expect(own.status).toBe(200);
        const first = await through(headers);
        // The other nginx worker can use an entry once the first worker has stored it, before the log line is written.
        const before = await readCaches();
        expect(before.at(-1)).toBe('MISS');
        const second = await through(headers);
        for (const { status, headers: given, body } of [first, second]) {
          expect({ path, status, etag: given.etag, coding: given['content-encoding'] }).toEqual({
            path,
            status: 200,
            etag: own.headers.etag,
            coding: own.headers['content-encoding'],
          });
          expect(body.equals(own.body)).toBe(true);
        }
        const unchanged = await through({ ...headers, 'If-None-Match': own.headers.etag ?? '' });
        expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
        expect((await readCaches()).slice(before.length)).toEqual(['HIT', 'HIT']);
      }
    };
    // Most of the time is the wait for the log.
    const some = pLimit(64);
    await Promise.all([...publicPaths, ...documents, ...files].map((path) => some(() => compare(path))));
  }, 90_000);

  test('the screens of the app are not cached', async () => {
    for (const path of appPaths) {
      const [own, first] = [
        await ask(product.webUrl, path),
        await ask(product.url, path),
        await ask(product.url, path),
      ];
      expect([path, first.status, first.headers['cache-control']]).toEqual([path, 200, 'no-store']);
      expect(first.body.equals(own.body)).toBe(true);
      for (const { cache } of await readAccessLog(product.nginx, path, 2)) expect(cache).toBe('');
    }
  });

  test('keep the headers of the app and reveal no versions', async () => {
    const paths = [
      '/',
      '/login',
      '/nowhere',
      '/theme.js',
      '/assets/nowhere.js',
      '/api/nowhere',
      '/auth/google',
      '/healthz',
    ];
    for (const path of paths) {
      const [own, given] = [await ask(product.webUrl, path), await ask(product.url, path)];
      const { server, date: _date, 'x-request-id': _id, 'transfer-encoding': _chunked, ...rest } = given.headers;
      expect(server).toBe('nginx');
      expect({ ...own.headers, ...rest }).toEqual(own.headers);
      const lost = Object.keys(own.headers).filter((name) => !Object.hasOwn(given.headers, name));
      expect(lost.filter((name) => !perConnection.has(name))).toEqual([]);
      expect([path, given.status, given.body.toString()]).toEqual([path, own.status, own.body.toString()]);
    }
  });

  test('operator pages are closed in every spelling', async () => {
    const spellings = ['', '/', '?a', '//', '/x'];
    for (const name of ['metrics', 'readyz', 'METRICS', 'Readyz', '%6detrics', './metrics', '/metrics', 'x/../readyz'])
      for (const spelling of spellings) {
        const { status, body } = await ask(product.url, `/${name}${spelling}`, {
          headers: { Authorization: 'Bearer nobody', 'X-Forwarded-For': '127.0.0.1' },
        });
        expect([name + spelling, status]).toEqual([name + spelling, 404]);
        expect(body.toString()).not.toMatch(/leadlight_|ready"/);
      }
  });
});

describe('the API', () => {
  test('compresses large responses, but none that contain secrets', async () => {
    const headers = { 'Accept-Encoding': 'gzip, deflate, br' };
    const long = await ask(product.url, '/api/openapi.json', { headers });
    expect([long.headers['content-encoding'], long.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
    expect(JSON.parse(gunzipSync(long.body).toString())).toMatchObject({ openapi: '3.1.0' });
    const plain = await ask(product.url, '/api/openapi.json');
    expect(plain.headers['content-encoding']).toBeUndefined();

    const { email, password } = await registerPerson({ apiUrl: product.url });
    const session = await post('/api/user/login', { email, password }, headers);
    expect([session.status, session.headers['content-encoding']]).toEqual([200, undefined]);
    const page = await ask(product.url, '/auth/google/callback', { headers });
    expect(page.headers['content-encoding']).toBeUndefined();
  });

  test('is logged without queries, bodies and headers', async () => {
    const canary = 'canary-7f3a';
    await ask(product.url, `/auth/google/callback?code=${canary}&state=${canary}`, {
      headers: {
        Authorization: `Bearer ${canary}`,
        Cookie: `a=${canary}`,
        Referer: `http://x/?${canary}`,
        'User-Agent': canary,
      },
    });
    await post(`/api/user/login?${canary}`, { email: `${canary}@example.test`, password: canary });
    await ask(product.url, `/deletion/${canary}`);
    await readAccessLog(product.nginx, '/deletion/...', 1);
    await readAccessLog(product.nginx, '/auth/google/callback', 1);
    expect(readFileSync(product.nginx.accessLog, 'utf8')).not.toContain(canary);
  });
});

describe('sockets', () => {
  test('upgrade at once or start with polling, depending on the client', async () => {
    const person = await registerPerson({ apiUrl: product.url });
    const direct = openSocket(product.url, { userId: person.userId, token: person.token });
    expect(await direct.handshake).toBeNull();
    direct.close();

    const polling = io(product.url, {
      path: socketPath,
      transports: ['polling', 'websocket'],
      forceNew: true,
      query: { userId: person.userId },
      auth: { token: person.token },
    });
    await new Promise<void>((resolve) => polling.io.engine.once('upgrade', () => resolve()));
    expect(polling.io.engine.transport.name).toBe('websocket');
    polling.disconnect();

    const foreign = openSocket(product.url, {
      userId: person.userId,
      token: person.token,
      headers: { Origin: origin },
    });
    expect(await foreign.handshake).toBeInstanceOf(Error);
    foreign.close();
  });
});

describe('while the app is down', () => {
  test('calls and pages get an error, cached public pages are served, and everything recovers', async () => {
    const canary = 'canary-91c2';
    const landing = await ask(product.url, '/');
    await product.restart(async () => {
      const call = await ask(product.url, `/api/overview?${canary}`);
      expect([call.status, jsonOf(call)]).toEqual([
        502,
        { success: false, message: messages.server.apiAway, code: 'UNAVAILABLE' },
      ]);
      expect(call.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': '2',
      });
      // Larger than the default limit of a location.
      const rows = Buffer.alloc(1024 * 1024 + 1, ' ');
      const sent = await ask(product.url, `/api${saveCustomLeads.path}`, { method: 'POST', body: rows });
      expect([sent.status, jsonOf(sent)]).toEqual([502, jsonOf(call)]);
      const screen = await ask(product.url, `/login?${canary}`);
      expect([screen.status, screen.headers['content-type']]).toEqual([502, 'text/html; charset=utf-8']);
      expect(screen.body.toString()).toContain(messages.server.apiAway);
      expect(screen.headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'retry-after': '2',
      });
      expect((await ask(product.url, '/')).body.equals(landing.body)).toBe(true);
      expect(readFileSync(product.nginx.errorLog, 'utf8')).not.toContain(canary);
    });
    expect((await ask(product.url, '/login')).status).toBe(200);
    expect((await post('/api/user/login', { email: 'a@example.test', password: 'not this one' })).status).toBe(401);
  });
});
