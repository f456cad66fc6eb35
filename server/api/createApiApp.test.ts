import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { DrizzleQueryError, drizzle } from '#server/database/drizzle.ts';
import { Pool } from 'pg';
import supertest from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contracts/endpoint.ts';
import * as schema from '#server/database/schema.ts';
import { listen } from '#server/lib/http/listen.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { createApiApp } from './createApiApp.ts';
import { route } from './route.ts';
import type { Route } from './route.ts';

const broken = defineEndpoint({
  method: 'POST',
  path: '/broken',
  access: 'public',
  summary: 'Fails like a query does',
  response: z.object({ message: z.string() }),
});

const logAndApp = (routes: Route[], bodyTimeoutMs?: number) => {
  const lines: string[] = [];
  const app = createApiApp({
    logger: createLogger('trace', { write: (line: string) => void lines.push(line) }),
    trustProxy: 1,
    authenticate: () => Promise.reject(new Error('no session is asked for')),
    watchAccess: () => {
      throw new Error('no session is watched');
    },
    checkAnswers: true,
    // Never queried: no request has an Idempotency-Key.
    db: drizzle(new Pool(), { schema }),
    pages: [],
    routes,
    bodyTimeoutMs,
  });
  return { lines, app };
};

test('a client that disconnects cancels its work, which is not logged as a fault', async () => {
  let begun = (): void => undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const slow = route(broken, ({ signal }) => {
    begun();
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('ended with its client')));
    });
  });
  const { lines, app } = logAndApp([slow]);
  const server = createServer(app);
  onTestFinished(() => void server.close());
  const port = await listen(server, '127.0.0.1', 0);
  const client = new AbortController();
  const asked = fetch(`http://127.0.0.1:${port}/api/broken`, { method: 'POST', signal: client.signal });
  await hasBegun;
  client.abort();
  await expect(asked).rejects.toThrow(/abort/);
  await waitUntil(() => lines.some((line) => line.includes('the client went away')));
  expect(lines.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([]);
});

test('a body that does not arrive is aborted together with its connection', async () => {
  const { app } = logAndApp([route(broken, async () => ({ message: 'arrived' }))], 50);
  const server = createServer(app);
  onTestFinished(() => void server.close());
  const port = await listen(server, '127.0.0.1', 0);
  const headers = { 'content-type': 'application/json', 'content-length': '100' };
  const slow = httpRequest({ port, host: '127.0.0.1', path: '/api/broken', method: 'POST', headers });
  slow.write('{');
  const [answer] = await once(slow, 'response');
  expect([answer.statusCode, answer.headers.connection]).toEqual([408, 'close']);
  answer.resume();
  slow.destroy();
});

test('an internal error gives a generic answer, and neither answer nor log repeats the request', async () => {
  const { lines, app } = logAndApp([
    route(broken, async () => {
      throw new DrizzleQueryError('select $1', ['canary-value'], new Error('connection lost'));
    }),
  ]);
  const answer = await supertest(app)
    .post('/api/broken?email=canary-query')
    .set('Authorization', 'Bearer canary-token')
    .set('Cookie', 'canary-cookie')
    .send({ password: 'canary-body' });
  expect([answer.status, answer.body]).toEqual([
    500,
    { success: false, message: 'Something went wrong. Please try again.', code: 'UNEXPECTED' },
  ]);
  expect(lines.join('')).toContain('connection lost');
  expect(lines.join('')).toContain('"path":"/api/broken"');
  expect(lines.join('')).not.toContain('canary');
});

test('a failed call logs its cause once, and its access line does not repeat it', async () => {
  const findLead = (): never => {
    throw new Error('sample fault');
  };
  const { lines, app } = logAndApp([route(broken, async () => findLead())]);
  const answer = await supertest(app).post('/api/broken').send({});
  const [failure, access, ...others] = lines.map((line) => JSON.parse(line));
  expect(others).toEqual([]);
  const req = { id: answer.get('x-request-id'), method: 'POST', path: '/api/broken' };
  expect(failure).toMatchObject({ level: 'error', area: 'api', code: 'UNEXPECTED', status: 500, req });
  expect(failure.err.stack).toContain('findLead');
  expect(access).toMatchObject({ level: 'debug', area: 'http', res: { status: 500 }, req });
  expect(access).not.toHaveProperty('err');
});
