import { createServer } from 'node:http';
import express from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { createLogger } from '#server/lib/logging/logger.ts';
import { loggedPath, logRequests, sendRequestId } from './logRequests.ts';

const start = (trustsIds: boolean, level = 'trace') => {
  const lines: { req: Record<string, unknown>; res?: { status: number }; level: string }[] = [];
  const logger = createLogger(level, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = express();
  app.use(logRequests(logger, { trustsIds }), sendRequestId);
  app.get('/broken', (_request, response) => void response.status(503).end());
  app.use((request, response) => {
    request.log.info('within');
    response.end();
  });
  return { lines, ask: supertest(createServer(app)) };
};

test('a request is logged with method, path, status and id, without query and headers', async () => {
  const { lines, ask } = start(false);
  const response = await ask.get('/api/x?email=canary').set({ Authorization: 'Bearer canary', Cookie: 'canary=1' });
  const id = response.get('x-request-id');
  expect(lines.map(({ level, req, res }) => ({ level, req, res }))).toEqual([
    { level: 'info', req: { id, method: 'GET', path: '/api/x' }, res: undefined },
    { level: 'debug', req: { id, method: 'GET', path: '/api/x' }, res: { status: 200 } },
  ]);
  expect(JSON.stringify(lines)).not.toContain('canary');
});

test('above debug level only other lines are logged, with the same fields', async () => {
  const { lines, ask } = start(false, 'info');
  const response = await ask.get('/api/x?email=canary');
  const req = { id: response.get('x-request-id'), method: 'GET', path: '/api/x' };
  expect(lines.map((line) => ({ level: line.level, req: line.req }))).toEqual([{ level: 'info', req }]);
});

test.each([
  ['/api/x?email=a@example.org', '/api/x'],
  ['/deletion/q7f3k2?x=1', '/deletion/…'],
  ['//deletion/q7f3k2', '//deletion/…'],
  ['/deletion', '/deletion'],
])('%s is logged as %s', (url, path) => {
  expect(loggedPath(url)).toBe(path);
});

test('a failed request gets a normal access line; its cause is logged elsewhere', async () => {
  const { lines, ask } = start(false);
  await ask.get('/broken');
  expect(lines.map(({ level, res }) => [level, res])).toEqual([['debug', { status: 503 }]]);
  expect(lines[0]).not.toHaveProperty('err');
});

test('the request id of a proxy is kept, unless it is missing or invalid', async () => {
  const given = '7f'.repeat(16);
  const idOf = async (trustsIds: boolean, id: string) =>
    (await start(trustsIds).ask.get('/').set('X-Request-Id', id)).get('x-request-id');
  expect(await idOf(true, given)).toBe(given);
  for (const faulty of ['short', 'x'.repeat(65), 'with "quotes" in', 'a b c d e f g h'])
    expect(await idOf(true, faulty)).toMatch(/^[0-9a-f]{24}$/);
  expect(await idOf(false, given)).toMatch(/^[0-9a-f]{24}$/);
});
