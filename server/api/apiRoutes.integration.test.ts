import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { apiBase } from '#shared/contracts/endpoint.ts';
import type { HttpMethod } from '#shared/contracts/endpoint.ts';
import { specifiedCalls } from '#shared/testing/specifiedCalls.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { apiRoutes } from './apiRoutes.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const send = (method: HttpMethod, path: string) => {
  const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
  return supertest(api.url)[verbs[method]](`${apiBase}${path}`);
};

const expired = { success: false, message: 'Your session has expired. Please sign in again.', code: 'SESSION_EXPIRED' };

describe('the router', () => {
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

  test('names the invalid field in plain words', async () => {
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

  test('reports liveness and readiness', async () => {
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

/** The parts of JSON Schema that the contracts use. */
type Schema = { properties?: Record<string, Schema>; allOf?: Schema[] };
const schema: z.ZodType<Schema> = z.object({
  properties: z
    .record(
      z.string(),
      z.lazy(() => schema),
    )
    .optional(),
  allOf: z.array(z.lazy(() => schema)).optional(),
});
const content = z.object({ content: z.object({ 'application/json': z.object({ schema }) }) });
const operation = z.object({
  security: z.array(z.unknown()),
  parameters: z.array(z.object({ in: z.string(), name: z.string() })),
  requestBody: content.optional(),
  responses: z.object({ 200: content }),
});
const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

const schemaIn = (part: z.output<typeof content> | undefined): Schema => part?.content['application/json'].schema ?? {};

/** Whether the schema allows the key; dots separate levels. */
const hasKey = ({ properties = {}, allOf = [] }: Schema, key: string): boolean => {
  const [first = '', ...rest] = key.split('.');
  const own = properties[first];
  return (
    (own !== undefined && (rest.length === 0 || hasKey(own, rest.join('.')))) || allOf.some((each) => hasKey(each, key))
  );
};

describe('the specified call', () => {
  test.each(specifiedCalls)('$method $path has its access, its request and its answer', async (call) => {
    const { body } = await supertest(api.url).get('/api/openapi.json');
    const described = openApi.parse(body).paths[call.path]?.[call.method.toLowerCase()];
    if (!described) throw new Error('The API has no such call');
    expect(described.security).toEqual(call.access === 'user' ? [{ session: [] }] : []);
    const query = described.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const isSent = (key: string) =>
      call.method === 'GET' ? query.includes(key) : hasKey(schemaIn(described.requestBody), key);
    expect(call.sends.filter((key) => !isSent(key))).toEqual([]);
    expect(call.answers.filter((key) => !hasKey(schemaIn(described.responses[200]), key))).toEqual([]);
    const mayHaveBody = ['POST', 'PUT', 'PATCH'].includes(call.method);
    expect(mayHaveBody || described.requestBody === undefined).toBe(true);
  });
});
