import express from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { useOwnLoopbackName } from './useOwnLoopbackName.ts';

const ask = (publicUrl: string, host: string, path = '/sign-in?from=x') => {
  const app = express();
  app.use(useOwnLoopbackName(publicUrl));
  app.get('/{*path}', (_request, response) => void response.send('page'));
  return supertest(app).get(path).set('Host', host);
};

test('another name of this machine leads to the one of PUBLIC_URL, with path and query', async () => {
  for (const host of ['127.0.0.1:3000', '[::1]:3000']) {
    const answer = await ask('http://localhost:3000', host);
    expect([answer.status, answer.headers['location'], answer.headers['cache-control']]).toEqual([
      302,
      'http://localhost:3000/sign-in?from=x',
      'no-store',
    ]);
  }
  // Two slashes at the start of a path must not become another host.
  expect((await ask('http://localhost:3000', '127.0.0.1:3000', '//evil.test/')).headers['location']).toBe(
    'http://localhost:3000//evil.test/',
  );
});

test.each([
  ['its own name', 'http://localhost:3000', 'localhost:3000'],
  ['another port', 'http://localhost:3000', '127.0.0.1:8080'],
  ['a foreign name', 'http://localhost:3000', 'evil.test:3000'],
  ['a public install', 'https://leads.example.org', '127.0.0.1:3000'],
  ['nonsense', 'http://localhost:3000', 'a b'],
])('%s is answered as it is', async (_name, publicUrl, host) => {
  expect((await ask(publicUrl, host)).text).toBe('page');
});
