import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNginx } from '#testing/nginx/startNginx.ts';
import type { RunningNginx } from '#testing/nginx/startNginx.ts';
import { ask } from '#testing/ask.ts';
import { createCertificate } from './testing/createCertificate.ts';
import { startPeer } from './testing/startPeer.ts';
import type { Peer } from './testing/startPeer.ts';

/* Tests nginx.conf with `deploy/nginx/tls.conf.example`. */

let folder: string;
let peer: Peer;
let nginx: RunningNginx;
let trusted: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'll-edge-'));
  const { certificate, key, trusted: bytes } = createCertificate(folder);
  trusted = bytes;
  peer = await startPeer();
  nginx = await startNginx({ folder, web: [peer.target], tls: { certificate, key } });
});
afterAll(async () => {
  await nginx.end();
  await peer.end();
  await rm(folder, { recursive: true, force: true });
});

test('serves HTTP/2 over TLS and forwards the scheme', async () => {
  peer.seen.length = 0;
  const session = connectHttp2(nginx.url, { ca: trusted });
  const answers = await Promise.all(
    ['/login', '/api/x', '/auth/google'].map(async (path) => {
      const stream = session.request({ ':path': path, 'x-forwarded-proto': 'http', 'x-forwarded-for': '6.6.6.6' });
      const headers = new Promise<unknown>((resolve) => stream.once('response', (given) => resolve(given[':status'])));
      return [await headers, await text(stream)];
    }),
  );
  session.close();
  expect(answers.map(([status]) => status)).toEqual([200, 200, 200]);
  for (const { headers } of peer.seen)
    expect(headers).toMatchObject({
      host: new URL(nginx.url).host,
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '127.0.0.1',
    });
});

test('upgrades sockets over TLS', async () => {
  const { port } = new URL(nginx.url);
  const socket = connectTls({ port: Number(port), host: 'localhost', ca: trusted, ALPNProtocols: ['http/1.1'] });
  socket.write(
    'GET /socket.io/ HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 101 /);
});

test('redirects http to the same path on https', async () => {
  const { status, headers } = await ask(nginx.plainUrl, '/auth/google/callback?code=1&state=2', {
    headers: { Host: 'leads.example.org' },
  });
  expect([status, headers.location]).toEqual([301, 'https://leads.example.org/auth/google/callback?code=1&state=2']);
  expect((await ask(nginx.plainUrl, '/.well-known/acme-challenge/x')).status).toBe(404);
});

test("sends HSTS with nginx's own errors too", async () => {
  const session = connectHttp2(nginx.url, { ca: trusted });
  const stream = session.request({ ':path': '/metrics' });
  const headers = await new Promise((resolve) => stream.once('response', resolve));
  stream.resume();
  session.close();
  expect(headers).toMatchObject({ ':status': 404, 'strict-transport-security': 'max-age=31536000; includeSubDomains' });
});

test.each(['TLSv1', 'TLSv1.1'] as const)('refuses %s', async (version) => {
  const { port } = new URL(nginx.url);
  const refused = await new Promise<boolean>((resolve) => {
    const socket = connectTls(
      {
        port: Number(port),
        host: 'localhost',
        ca: trusted,
        minVersion: version,
        maxVersion: version,
        ciphers: 'DEFAULT@SECLEVEL=0',
      },
      () => resolve(false),
    );
    socket.once('error', () => resolve(true));
  });
  expect(refused).toBe(true);
});
