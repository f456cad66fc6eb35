import { readFile } from 'node:fs/promises';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiBase, fillPath } from '#shared/contracts/endpoint.ts';
import type { HttpMethod } from '#shared/contracts/endpoint.ts';
import { errorCodes } from '#shared/errorCodes.ts';
import { startTestApi } from '#server/testing/startTestApi.ts';
import type { TestApi } from '#server/testing/startTestApi.ts';
import { apiRoutes } from './apiRoutes.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** The only calls that work without a session. */
const publicCalls = [
  'POST /user/login',
  'POST /user/register',
  'POST /user/reset-password',
  'POST /user/send-otp',
  'POST /user/social-login',
];

const send = (method: HttpMethod, path: string) => {
  const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;
  return supertest(api.url)[verbs[method]](`${apiBase}${path}`);
};

const expired = { success: false, message: 'Your session has expired. Please sign in again.', code: 'SESSION_EXPIRED' };

describe('the router', () => {
  test('[S6.BEAR.2] refuses every call without a valid session, but for the listed public ones', async () => {
    const open: string[] = [];
    for (const { endpoint } of apiRoutes(api.context)) {
      const name = `${endpoint.method} ${endpoint.path}`;
      if (endpoint.access === 'public') {
        open.push(name);
        continue;
      }
      const path = fillPath(endpoint.path, { id: '1', platform: 'google' });
      for (const suffix of ['', '/', '?x=/user/login', '?platform=google']) {
        expect([name, (await send(endpoint.method, path + suffix)).body]).toEqual([name, expired]);
        const forged = await send(endpoint.method, path + suffix).set('Authorization', 'Bearer made-up');
        expect([name, forged.status, forged.body]).toEqual([name, 401, expired]);
      }
    }
    expect(open.toSorted()).toEqual(publicCalls);
  });

  test('[S7.BASE.1] answers unknown paths with 404 as JSON, and finds calls behind doubled slashes', async () => {
    const unknown = await send('GET', '/no-such-call');
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { success: false, message: 'There is nothing at this address', code: 'NOT_FOUND' },
    ]);
    expect((await supertest(api.url).get('//api//user//connected_accounts')).body).toEqual(expired);
    const options = await supertest(api.url).options('/api/user/login');
    expect([options.status, options.body.success]).toEqual([404, false]);
  });

  test('answers broken, oversized and compressed bodies in the envelope', async () => {
    const login = () => send('POST', '/user/login').set('Content-Type', 'application/json');
    expect((await login().send('{"email": ')).body).toMatchObject({ success: false, code: 'BAD_JSON' });
    expect((await login().send(JSON.stringify({ email: 'x'.repeat(1_100_000) }))).body).toMatchObject({
      success: false,
      code: 'BODY_TOO_LARGE',
    });
    const compressed = await login().set('Content-Encoding', 'gzip').send('{}');
    expect([compressed.status, compressed.body.success]).toEqual([415, false]);
  });

  test('names the field that is wrong in words for people', async () => {
    const answer = await send('POST', '/user/social-login').send({ type: 7, token: [] });
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        success: false,
        message: 'Please check "type"',
        code: 'VALIDATION',
        fields: { type: 'Please check "type"', token: 'Please check "token"' },
      },
    ]);
    expect((await send('POST', '/user/login').send([])).body.message).toBe('The request is not valid');
  });

  test('keeps prototype keys of a body out of everything', async () => {
    const answer = await send('POST', '/user/login')
      .set('Content-Type', 'application/json')
      .send('{"__proto__":{"polluted":true},"email":"a@example.test","password":"secret1"}');
    expect(answer.status).toBe(401);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('tells whether it lives and whether it is ready', async () => {
    expect((await supertest(api.url).get('/healthz')).body).toEqual({ status: 'ok' });
    expect((await supertest(api.url).get('/readyz')).body).toEqual({ status: 'ready' });
  });
});

test('the OpenAPI document describes every call, and the page for people lists it', async () => {
  const { body } = await supertest(api.url).get('/api/openapi.json');
  const calls = Object.entries<object>(body.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const mounted = apiRoutes(api.context).map(
    ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(calls.toSorted()).toEqual(mounted.toSorted());
  const insights = body.paths['/ads/multi-insights/facebook'].post;
  expect(insights.requestBody.content['application/json'].schema.required).toEqual([
    'since',
    'until',
    'ad_account_ids',
  ]);
  expect(insights.security).toEqual([{ session: [] }]);
  const { text } = await supertest(api.url).get('/api/docs');
  expect(text).toContain('/api/ads/multi-insights/facebook');
});

test('docs/ERRORS.md describes exactly the codes that answers carry', async () => {
  const text = await readFile(new URL('../../docs/ERRORS.md', import.meta.url), 'utf8');
  const described = [...text.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code);
  expect(described).toEqual([...errorCodes]);
});
