import { DrizzleQueryError } from 'drizzle-orm';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contracts/endpoint.ts';
import { createLogger } from '#server/lib/logger.ts';
import { createApiApp } from './createApiApp.ts';
import { route } from './route.ts';

const broken = defineEndpoint({
  method: 'POST',
  path: '/broken',
  access: 'public',
  summary: 'Fails like a query does',
  response: z.object({ message: z.string() }),
});

test('a fault of ours answers blandly, and neither the answer nor the log repeats what was sent', async () => {
  const lines: string[] = [];
  const app = createApiApp({
    logger: createLogger('trace', { write: (line: string) => void lines.push(line) }),
    trustProxy: 1,
    authenticate: () => Promise.reject(new Error('no session is asked for')),
    checkAnswers: true,
    pages: [],
    routes: [
      route(broken, async () => {
        throw new DrizzleQueryError('select $1', ['canary-value'], new Error('connection lost'));
      }),
    ],
  });
  const answer = await supertest(app)
    .post('/api/broken?email=canary-query')
    .set('Authorization', 'Bearer canary-token')
    .set('Cookie', 'canary-cookie')
    .send({ password: 'canary-body' });
  expect([answer.status, answer.body]).toEqual([
    500,
    { success: false, message: 'Something went wrong on our side. Please try again.', code: 'UNEXPECTED' },
  ]);
  expect(lines.join('')).toContain('connection lost');
  expect(lines.join('')).toContain('"path":"/api/broken"');
  expect(lines.join('')).not.toContain('canary');
});
