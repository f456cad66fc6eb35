import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import express from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { closeNow, listen } from '#server/web/testing/startTestWeb.ts';
import { useOwnLoopbackName } from './useOwnLoopbackName.ts';

const ask = (publicUrl: string, host: string, path = '/sign-in?from=x') => {
  const app = express();
  app.use(useOwnLoopbackName(publicUrl));
  app.get('/{*path}', (_request, response) => void response.send('page'));
  return supertest(app).get(path).set('Host', host);
};

test('another loopback name redirects to the one of PUBLIC_URL, with path and query', async () => {
  for (const host of ['127.0.0.1:3000', '[::1]:3000']) {
    const answer = await ask('http://localhost:3000', host);
    expect([answer.status, answer.headers['location'], answer.headers['cache-control']]).toEqual([
      302,
      'http://localhost:3000/sign-in?from=x',
      'no-store',
    ]);
  }
});

test.each([
  ['its own name', 'http://localhost:3000', 'localhost:3000'],
  ['another port', 'http://localhost:3000', '127.0.0.1:8080'],
  ['another port than the default', 'http://localhost', '127.0.0.1:3000'],
  ['a foreign name', 'http://localhost:3000', 'evil.test:3000'],
  ['a public install', 'https://leads.example.org', '127.0.0.1:3000'],
  ['nonsense', 'http://localhost:3000', 'a b'],
])('%s is not redirected', async (_name, publicUrl, host) => {
  expect((await ask(publicUrl, host)).text).toBe('page');
});

test('requests other than pages are not redirected', async () => {
  for (const path of ['/api/user/login', '/healthz', '/theme.js', '//evil.test/'])
    expect((await ask('http://localhost:3000', '127.0.0.1:3000', path)).text).toBe('page');
});

test('a redirect takes only path and query from an absolute request target', async () => {
  const server = createServer(express().use(useOwnLoopbackName('http://localhost:3000')));
  const url = await listen(server);
  const request = httpRequest(url, { path: 'http://evil.test/sign-in?from=x', headers: { host: '127.0.0.1:3000' } });
  const [response] = await once(request.end(), 'response');
  expect(response.resume().headers.location).toBe('http://localhost:3000/sign-in?from=x');
  await closeNow(server);
});
