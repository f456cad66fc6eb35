import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { waitUntil } from '#testing/waitUntil.ts';
import { ask } from '#testing/ask.ts';
import { exchange, pipeline } from '#testing/exchange.ts';
import { readAccessLog } from './testing/readAccessLog.ts';
import { startPeer } from './testing/startPeer.ts';
import { renderProxySnippet } from '#testing/nginx/renderNginxConf.ts';
import { startNginx } from '#testing/nginx/startNginx.ts';
import type { NginxOptions, RunningNginx } from '#testing/nginx/startNginx.ts';

/*
 * Tests how nginx.conf forwards requests. The instances are plain HTTP servers that record them; edge.integration.test.ts
 * tests nginx with the product.
 */

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const startPeers = async (...answers: Parameters<typeof startPeer>[0][]) => {
  const peers = await Promise.all(answers.map((answer) => startPeer(answer)));
  cleanups.push(() => Promise.all(peers.map((peer) => peer.end())));
  return peers;
};

const startEdge = async (options: Omit<NginxOptions, 'folder'>): Promise<RunningNginx> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-edge-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const nginx = await startNginx({ ...options, folder });
  cleanups.push(() => nginx.end());
  return nginx;
};

/** A port without a listener. */
const deadTarget = async (): Promise<string> => {
  const peer = await startPeer();
  await peer.end();
  return peer.target;
};

/** The headers of a WebSocket handshake. */
const handshake =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

type Answering = NonNullable<Parameters<typeof startPeer>[0]>;
const publicly: Answering = (_request, response, { name }) => {
  response.setHeader('Cache-Control', 'public, max-age=0, s-maxage=60');
  response.end(name);
};

describe('forwarding headers of clients', () => {
  const claims = {
    'X-Forwarded-For': '6.6.6.6, 7.7.7.7',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Port': '666',
    'X-Forwarded-Server': 'evil.example',
    'X-Real-IP': '6.6.6.6',
    'X-Request-Id': 'chosen by the client',
    Forwarded: 'for=6.6.6.6;host=evil.example;proto=https',
    Via: '1.1 evil.example',
    Proxy: 'http://evil.example',
  };

  test('are overwritten before they reach the app', async () => {
    const [peer] = await startPeers(undefined);
    const nginx = await startEdge({ web: [peer?.target ?? ''] });
    const paths = [
      '/',
      '/login',
      '/assets/a.js',
      '/api/x',
      '/api/user/login',
      '/auth/google',
      '/webhooks/meta',
      '/socket.io/',
    ];
    for (const path of paths) await ask(nginx.url, path, { headers: { ...claims, Host: 'leads.example.org' } });
    expect(peer?.seen.map(({ url }) => url)).toEqual(paths);
    for (const { headers } of peer?.seen ?? []) {
      expect(headers).toEqual({
        host: 'leads.example.org',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': 'leads.example.org',
        'x-forwarded-proto': 'http',
        'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      });
    }
  });

  test('are trusted behind another proxy only as far as its snippet allows', async () => {
    const [peer] = await startPeers(undefined);
    const nginx = await startEdge({
      web: [peer?.target ?? ''],
      snippets: { 'proxy.conf': renderProxySnippet('127.0.0.1') },
    });
    await ask(nginx.url, '/login', { headers: { 'X-Forwarded-For': '6.6.6.6, 203.0.113.9' } });
    expect(peer?.seen[0]?.headers).toMatchObject({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' });
  });
});

describe('instances', () => {
  test('a dead instance fails neither a GET nor a POST, because nothing was sent', async () => {
    const [peer] = await startPeers(undefined);
    const nginx = await startEdge({ web: [await deadTarget(), peer?.target ?? ''] });
    const calls = ['GET', 'POST', 'GET', 'POST', 'GET', 'POST'].map((method) =>
      ask(nginx.url, '/api/x', { method, body: method === 'POST' ? '{}' : undefined }),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(peer?.seen).toHaveLength(6);
  });

  test('a GET is retried when its instance dies, a POST is not', async () => {
    const cutting: Answering = (request) => request.socket.destroy();
    const [cut, peer] = await startPeers(cutting, undefined);
    const nginx = await startEdge({ web: [cut?.target ?? '', peer?.target ?? ''] });
    const gets = [await ask(nginx.url, '/api/x'), await ask(nginx.url, '/api/x')];
    expect(gets.map(({ status }) => status)).toEqual([200, 200]);
    const only = await startEdge({ web: [cut?.target ?? '', cut?.target ?? ''] });
    const before = cut?.seen.length ?? 0;
    const post = await ask(only.url, '/api/x', { method: 'POST', body: '{}' });
    expect(post.status).toBe(502);
    expect(cut?.seen).toHaveLength(before + 1);
  });

  test('error responses of the app are not retried and take no instance out of service', async () => {
    const busy: Answering = (_request, response) => response.writeHead(503).end('busy');
    const peers = await startPeers(busy, busy);
    const nginx = await startEdge({ web: peers.map(({ target }) => target) });
    for (let count = 0; count < 10; count += 1) expect((await ask(nginx.url, '/api/x')).body.toString()).toBe('busy');
    expect(peers.map(({ seen }) => seen.length)).toEqual([5, 5]);
  });

  test('failures that anyone can cause take no instance out of service', async () => {
    const cutting: Answering = (request, response, { name }) => {
      if (request.method === 'POST') request.socket.destroy();
      else response.end(name);
    };
    const peers = await startPeers(cutting, cutting);
    const targets = peers.map(({ target }) => target);
    const nginx = await startEdge({ web: targets, api: targets });
    for (const url of [nginx.url, nginx.apiUrl ?? '']) {
      for (let count = 0; count < 10; count += 1)
        expect((await ask(url, '/webhooks/meta', { method: 'POST', body: '{}' })).status).toBe(502);
      for (let count = 0; count < 4; count += 1) expect((await ask(url, '/api/x')).status).toBe(200);
    }
  });

  test('an unknown method is refused before it reaches an instance', async () => {
    const [peer] = await startPeers(undefined);
    const nginx = await startEdge({ web: [peer?.target ?? ''] });
    for (const path of ['/', '/api/x', '/webhooks/meta', '/assets/a.js', '/socket.io/'])
      for (const method of ['FOO', 'get', 'PROPFIND', 'TRACE', 'QUERY']) {
        const said = exchange(nginx.url, `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        expect([method, await said.ended]).toEqual([method, expect.stringMatching(/^HTTP\/1\.1 40[05] /)]);
      }
    expect(peer?.seen).toEqual([]);
  });

  test('connections to instances are kept alive', async () => {
    const [peer] = await startPeers(undefined);
    const nginx = await startEdge({ web: [peer?.target ?? ''] });
    for (let count = 0; count < 20; count += 1) await ask(nginx.url, '/api/x');
    // At most one per worker of nginx.
    expect(new Set(peer?.seen.map(({ connection }) => connection)).size).toBeLessThanOrEqual(2);
  });

  test('a file that one instance lacks is found on the other', async () => {
    const missing: Answering = (_request, response) =>
      response.writeHead(404, { 'Cache-Control': 'no-store' }).end('missing');
    const immutable: Answering = (_request, response) =>
      response.writeHead(200, { 'Cache-Control': 'public, max-age=31536000, immutable' }).end('found');
    const [old, newer] = await startPeers(missing, immutable);
    const nginx = await startEdge({ web: [old?.target ?? '', newer?.target ?? ''] });
    for (let count = 0; count < 4; count += 1)
      expect((await ask(nginx.url, `/assets/app.${count}.js`)).body.toString()).toBe('found');
    await nginx.reload({ web: [old?.target ?? ''] });
    expect((await ask(nginx.url, '/assets/app.1.js')).body.toString()).toBe('found');
    expect((await ask(nginx.url, '/assets/app.9.js')).status).toBe(404);
  });

  test("a client's sockets stay with one instance, many clients are spread", async () => {
    const peers = await startPeers(undefined, undefined);
    const nginx = await startEdge({
      web: peers.map(({ target }) => target),
      snippets: { 'proxy.conf': renderProxySnippet('127.0.0.1') },
    });
    const clients = Array.from({ length: 16 }, (_, index) => `203.0.113.${index}`);
    const instances = await Promise.all(
      clients.map(async (client) => {
        const headers = { 'X-Forwarded-For': client };
        const polls = [
          await ask(nginx.url, '/socket.io/?a', { headers }),
          await ask(nginx.url, '/socket.io/?b', { headers }),
        ];
        const { ended } = exchange(
          nginx.url,
          `GET /socket.io/?c HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n${handshake}\r\n`,
        );
        const [head = '', body] = (await ended).split('\r\n\r\n');
        expect(head).toMatch(/^HTTP\/1.1 101 /);
        const names = new Set([...polls.map((poll) => poll.body.toString()), body]);
        expect(names.size).toBe(1);
        return [...names][0];
      }),
    );
    expect(new Set(instances)).toEqual(new Set(peers.map(({ name }) => name)));
  });

  test('a restarted instance accepts sockets at once, even after many failed requests', async () => {
    const [peer] = await startPeers(undefined);
    const target = peer?.target ?? '';
    const nginx = await startEdge({ web: [target, await deadTarget()] });
    const open = (): Promise<string> =>
      new Promise((resolve) => {
        const { socket } = exchange(nginx.url, `GET /socket.io/ HTTP/1.1\r\nHost: x\r\n${handshake}\r\n`);
        socket.once('data', (answer: Buffer) => {
          socket.destroy();
          resolve(answer.toString('latin1').slice(0, 12));
        });
      });
    await peer?.end();
    for (let count = 0; count < 10; count += 1) expect(await open()).toBe('HTTP/1.1 502');
    const next = await startPeer(undefined, Number(target.split(':')[1]));
    cleanups.push(() => next.end());
    for (let count = 0; count < 10; count += 1) expect(await open()).toBe('HTTP/1.1 101');
  });

  const body = 'a'.repeat(70_000);
  const length = `Content-Length: ${body.length}\r\n`;
  const badHandshakes = {
    'another method': `POST /socket.io/ HTTP/1.1\r\nHost: x\r\n${handshake}${length}\r\n${body}`,
    'another method without a body': `DELETE /socket.io/ HTTP/1.1\r\nHost: x\r\n${handshake}\r\n`,
    'a body': `GET /socket.io/ HTTP/1.1\r\nHost: x\r\n${handshake}${length}\r\n${body}`,
    'a chunked body': `GET /socket.io/ HTTP/1.1\r\nHost: x\r\n${handshake}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'HTTP/1.0': `GET /socket.io/ HTTP/1.0\r\nHost: x\r\n${handshake}\r\n`,
    'no key': `GET /socket.io/ HTTP/1.1\r\nHost: x\r\n${handshake.replace(/Sec-WebSocket-Key.*\r\n/, '')}\r\n`,
    'a key that is too short': `GET /socket.io/ HTTP/1.1\r\nHost: x\r\n${handshake.replace('dGhl', '')}\r\n`,
    'another version': `GET /socket.io/ HTTP/1.1\r\nHost: x\r\n${handshake.replace('13', '8')}\r\n`,
    'two slashes': `GET //socket.io/ HTTP/1.1\r\nHost: x\r\n${handshake}\r\n`,
  };

  test.each(Object.entries(badHandshakes))('never receive an incomplete handshake: %s', async (_name, request) => {
    const [peer] = await startPeers(undefined);
    const nginx = await startEdge({ web: [peer?.target ?? ''] });
    const { socket, ended } = exchange(nginx.url, request);
    socket.once('data', () => socket.end());
    const answer = await ended;
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"VALIDATION"');
    expect(peer?.seen).toEqual([]);
  });

  test('get upgrades only on the path of the sockets', async () => {
    const [peer] = await startPeers(undefined);
    const nginx = await startEdge({ web: [peer?.target ?? ''] });
    for (const path of ['/', '/login', '/assets/a.js', '/api/x', '/api/user/login', '/webhooks/meta', '/SOCKET.IO/'])
      await pipeline(nginx.url, `POST ${path} HTTP/1.1\r\nHost: x\r\n${handshake.replace(/^.*?\r\n/, '')}`, 1);
    expect(peer?.seen).toHaveLength(7);
    for (const { headers } of peer?.seen ?? []) expect(headers.upgrade).toBeUndefined();
  });

  test('only WebSocket upgrades are forwarded', async () => {
    const [peer] = await startPeers(undefined);
    const nginx = await startEdge({ web: [peer?.target ?? ''] });
    const headers = {
      Connection: 'Upgrade, HTTP2-Settings',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'AAMAAABkAARAAAAAAAIAAAAA',
    };
    expect((await ask(nginx.url, '/api/x', { headers })).status).toBe(200);
    expect(peer?.seen[0]?.headers.upgrade).toBeUndefined();
  });
});

describe('the inner server', () => {
  test('logs only which API failed and how far it got, with the id of the request', async () => {
    const [cut, answering] = await startPeers((request) => request.socket.destroy(), undefined);
    const dead = await deadTarget();
    // nginx writes the line after the response.
    const readLine = (nginx: RunningNginx): Promise<unknown> =>
      waitUntil(async () => {
        const text = await readFile(nginx.accessLog, 'utf8');
        return text !== '' && JSON.parse(text);
      });
    const failing = await startEdge({ web: ['127.0.0.1:9'], api: [dead] });
    const headers = { 'X-Request-Id': 'an-id-of-the-edge' };
    await ask(failing.apiUrl ?? '', '/api/x?canary', { headers });
    expect(await readLine(failing)).toEqual({
      time: expect.any(String),
      request: 'an-id-of-the-edge',
      method: 'GET',
      path: '/api/x',
      status: 502,
      upstream: dead,
      upstreamStatus: '502',
      upstreamConnectSeconds: '-',
      upstreamHeaderSeconds: '-',
      upstreamSeconds: expect.stringMatching(/^\d/),
      upstreamBytes: '0',
    });
    const closing = await startEdge({ web: ['127.0.0.1:9'], api: [cut?.target ?? ''] });
    await ask(closing.apiUrl ?? '', '/api/x', { headers, method: 'POST', body: '{}' });
    expect(await readLine(closing)).toMatchObject({
      upstreamConnectSeconds: expect.stringMatching(/^\d/),
      upstreamHeaderSeconds: '-',
    });
    const whole = await startEdge({ web: ['127.0.0.1:9'], api: [answering?.target ?? ''] });
    await ask(whole.apiUrl ?? '', '/api/z', { headers });
    await whole.end();
    expect(await readFile(whole.accessLog, 'utf8')).toBe('');
  });

  test("passes the web role's forwarding headers on, and keeps a client's sockets with one API", async () => {
    const apis = await startPeers(undefined, undefined);
    const nginx = await startEdge({ web: ['127.0.0.1:9'], api: apis.map(({ target }) => target) });
    const said = {
      Host: 'leads.example.org',
      'X-Forwarded-For': '203.0.113.9',
      'X-Forwarded-Proto': 'https',
      'X-Request-Id': 'a',
    };
    const inner = nginx.apiUrl ?? '';
    const calls = [await ask(inner, '/api/x', { headers: said }), await ask(inner, '/api/x', { headers: said })];
    expect(new Set(calls.map(({ body }) => body.toString())).size).toBe(2);
    for (const { headers } of apis.flatMap(({ seen }) => seen))
      expect(headers).toEqual({
        host: 'leads.example.org',
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'https',
        'x-request-id': 'a',
      });
    const instanceOf = async (client: string): Promise<string> => {
      const ofClient = () => ask(inner, '/socket.io/', { headers: { 'X-Forwarded-For': client } });
      const names = new Set([await ofClient(), await ofClient()].map(({ body }) => body.toString()));
      expect(names.size).toBe(1);
      return [...names].join();
    };
    const instances = await Promise.all(Array.from({ length: 16 }, (_, index) => instanceOf(`203.0.113.${index}`)));
    expect(new Set(instances).size).toBe(2);
  });
});

describe('the caches', () => {
  test('serve public responses to every client and for every query', async () => {
    const [peer] = await startPeers(publicly);
    const nginx = await startEdge({ web: [peer?.target ?? ''] });
    const first = await ask(nginx.url, '/privacy-policy');
    const permutations = [
      { Cookie: 'session=1' },
      { Authorization: 'Bearer a' },
      { Host: 'evil.example' },
      { 'Cache-Control': 'no-cache' },
      { Pragma: 'no-cache' },
      { 'X-Forwarded-Host': 'evil.example' },
      { 'X-Original-URL': '/login', 'X-Rewrite-URL': '/login' },
      { 'Accept-Language': 'de' },
      { Range: 'bytes=0-2', 'If-Range': '"x"' },
    ];
    for (const headers of permutations) {
      const { headers: given, body, status } = await ask(nginx.url, '/privacy-policy?a=1&b=2', { headers });
      expect({ status, body, headers: given }).toEqual({
        ...first,
        headers: { ...first.headers, date: expect.anything() },
      });
    }
    const head = await ask(nginx.url, '/privacy-policy', { method: 'HEAD' });
    expect(head.headers['content-length']).toBe(String(first.body.length));
    expect(peer?.seen).toHaveLength(1);
  });

  test('forward simultaneous requests once per coding', async () => {
    const [peer] = await startPeers((_request, response, { name }) => {
      response.setHeader('Cache-Control', 'public, max-age=0, s-maxage=60');
      setTimeout(() => response.end(name), 100);
    });
    const nginx = await startEdge({ web: [peer?.target ?? ''] });
    await Promise.all(Array.from({ length: 20 }, () => ask(nginx.url, '/')));
    expect(peer?.seen).toHaveLength(1);
    const spellings = [
      'gzip, deflate, br',
      'br',
      'br;q=1.0',
      'gzip',
      'GZIP;q=0.5',
      'gzip;q=0.8, br;q=0',
      'identity',
      'deflate',
      'brotli',
      '*;q=0',
      'br;q=0.0',
    ];
    for (const spelling of spellings) await ask(nginx.url, '/', { headers: { 'Accept-Encoding': spelling } });
    expect(peer?.seen.map(({ headers }) => headers['accept-encoding'])).toEqual([undefined, 'br', 'gzip']);
  });

  test('store nothing else', async () => {
    const privately: Answering = (request, response, { name }) => {
      if (request.url?.includes('cookie')) response.setHeader('Set-Cookie', 'session=1');
      const isPublic = request.url?.includes('cookie') || !request.url?.includes('-');
      response.setHeader('Cache-Control', isPublic ? 'public, max-age=60' : 'no-store');
      response.end(name);
    };
    const [peer] = await startPeers(privately);
    const nginx = await startEdge({ web: [peer?.target ?? ''] });
    // The first line is excluded by its headers, the second by its paths.
    const paths = ['/privacy-policy', '/terms-of-service', '/assets/no-store.js', '/cookie.txt'].concat([
      '/login',
      '/overview',
      '/api/x',
      '/auth/google',
      '/webhooks/meta',
      '/socket.io/',
      '/operator',
      '/deletion/x',
    ]);
    for (const path of [...paths, ...paths]) await ask(nginx.url, path);
    expect(peer?.seen.map(({ url }) => url)).toEqual([...paths, ...paths]);
  });

  test('distinguish paths as sent, so that nobody can poison the entry of another path', async () => {
    const [peer] = await startPeers((request, response) => {
      response.setHeader('Cache-Control', 'public, max-age=60');
      response.end(request.url);
    });
    const nginx = await startEdge({ web: [peer?.target ?? ''] });
    for (const path of ['/x/../theme.js', '/%74heme.js', '//theme.js', '/./theme.js', '/theme.js#/../x', '/theme.js'])
      expect([path, (await ask(nginx.url, path)).body.toString()]).toEqual([path, path]);
    expect((await ask(nginx.url, '/theme.js')).body.toString()).toBe('/theme.js');
  });

  test('serve public pages while no instance answers', async () => {
    const [peer] = await startPeers(publicly);
    const nginx = await startEdge({ web: [peer?.target ?? ''] });
    const before = await ask(nginx.url, '/');
    await nginx.reload({ web: [await deadTarget()] });
    expect((await ask(nginx.url, '/')).body).toEqual(before.body);
    expect((await ask(nginx.url, '/login')).status).toBe(502);
    // Each worker writes its own lines.
    expect((await readAccessLog(nginx, '/', 2)).map(({ cache }) => cache).toSorted()).toEqual(['HIT', 'MISS']);
  });
});

describe('ambiguous requests that two parsers could read differently', () => {
  const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
  const post = (headers: string, body: string) => `POST /api/x HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`;
  const probes = {
    'length and chunks': post('Content-Length: 6\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`),
    'chunks and length': post('Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${smuggled}`),
    'two lengths': post(`Content-Length: 0\r\nContent-Length: ${smuggled.length}`, smuggled),
    'a list of lengths': post(`Content-Length: 0, ${smuggled.length}`, smuggled),
    'a signed length': post('Content-Length: +0', smuggled),
    'an unknown coding': post('Transfer-Encoding: xchunked', `0\r\n\r\n${smuggled}`),
    'chunks under a second coding': post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${smuggled}`),
    'a space before the colon': post('Transfer-Encoding : chunked', `0\r\n\r\n${smuggled}`),
    'a vertical tab': post('Transfer-Encoding:\x0bchunked', `0\r\n\r\n${smuggled}`),
    'a bare carriage return': post('A: b\rTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`),
    'an invalid size': post('Transfer-Encoding: chunked', `0x0\r\n\r\n${smuggled}`),
    'a negative size': post('Transfer-Encoding: chunked', `-1\r\n\r\n${smuggled}`),
    'no host': `GET / HTTP/1.1\r\n\r\n${smuggled}`,
    'two hosts': `GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n${smuggled}`,
    'a tunnel': `CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n${smuggled}`,
    'a null byte': `GET /%00 HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n${smuggled}`,
  };

  test.each(Object.entries(probes))('are refused: %s', async (_name, probe) => {
    const [peer] = await startPeers(undefined);
    const nginx = await startEdge({ web: [peer?.target ?? ''] });
    expect(await exchange(nginx.url, probe).ended).toMatch(/^HTTP\/1\.1 (?:400|405|501) /);
    expect(peer?.seen.filter(({ url }) => url === '/smuggled')).toEqual([]);
  });
});
