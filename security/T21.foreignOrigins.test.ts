import { expect, test } from 'vitest';
import { listExports } from '#shared/contracts/exports.ts';
import { login } from '#shared/contracts/users.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { socketPath } from '#shared/socketEvents.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { ask } from '#testing/ask.ts';
import { newMember } from './testing/strangers.ts';
import { target } from './testing/target.ts';

const own = new URL(target.url);

/** Origins other than the product's, including lookalikes. */
const foreign = [
  'https://evil.test',
  'null',
  '',
  'file://',
  `https://localhost:${own.port}`,
  'http://localhost',
  `http://localhost:${Number(own.port) + 1}`,
  `http://evil.test:${own.port}`,
  `http://localhost.evil.test:${own.port}`,
  `http://evil-localhost:${own.port}`,
  `http://localhost:${own.port}.evil.test`,
  `http://localhost:${own.port}@evil.test`,
  `http://localhost:${own.port}/`,
  `http://LOCALHOST:${own.port}`,
  `${target.url}, https://evil.test`,
  `https://evil.test, ${target.url}`,
  `http://127.0.0.2:${own.port}`,
  `http://[::ffff:127.0.0.1]:${own.port}`,
  'chrome-extension://abcdefghijklmnop',
];

const grants = (headers: object): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-') || name === 'timing-allow-origin');

test('T21 no response allows scripts of other origins to read it', async () => {
  const ada = await newMember();
  const paths = [
    `${apiBase}${listExports.path}`,
    `${apiBase}${login.path}`,
    `${apiBase}/openapi.json`,
    '/',
    '/theme.js',
  ];
  const socket = `${socketPath}/?EIO=4&transport=polling`;
  const all = [...paths, '/auth/google/callback', '/webhooks/meta', socket];
  const calls = all.flatMap((path) => ['GET', 'POST', 'OPTIONS'].map((method) => ({ path, method })));
  for (const origin of [...foreign, target.url])
    await Promise.all(
      calls.map(async ({ path, method }) => {
        const headers = {
          ...ada.forwarded,
          origin,
          authorization: `Bearer ${ada.token}`,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization, content-type',
          'access-control-request-private-network': 'true',
          'content-length': 0,
        };
        const answer = await ask(target.webUrl, path, { method, headers });
        expect([origin, method, path, grants(answer.headers)]).toEqual([origin, method, path, []]);
      }),
    );
});

test('T21 a socket opens only for pages of the product', async () => {
  const { userId, token, forwarded } = await newMember();
  const path = `${socketPath}/?EIO=4&transport=polling`;
  for (const origin of foreign) {
    const socket = openSocket(target.webUrl, { userId, token, headers: { ...forwarded, origin } });
    expect([origin, await socket.handshake]).toEqual([origin, expect.any(Error)]);
    const polled = await ask(target.webUrl, path, { headers: { ...forwarded, origin } });
    expect([origin, polled.status]).toEqual([origin, 403]);
    socket.close();
  }
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    const origin = `http://${name}:${own.port}`;
    const socket = openSocket(target.webUrl, { userId, token, headers: { ...forwarded, origin } });
    expect([origin, await socket.handshake]).toEqual([origin, null]);
    socket.close();
  }
});
