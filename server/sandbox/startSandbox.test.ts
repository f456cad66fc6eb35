import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callJson, grantAccess } from './google/googleTestClient.ts';
import type { GoogleTokens } from './google/googleTestClient.ts';
import { startSandbox } from './startSandbox.ts';
import type { RunningSandbox } from './startSandbox.ts';

let sandbox: RunningSandbox;
let tokens: GoogleTokens;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0 });
  tokens = await grantAccess(sandbox.url);
});

afterEach(() => sandbox.close());

const control = (method: string, path: string, body?: unknown) =>
  callJson(`${sandbox.url}/control${path}`, { method, body });

const accounts = (signal?: AbortSignal): Promise<Response> =>
  fetch(`${sandbox.url}/v26/customers:listAccessibleCustomers`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
    signal,
  });

const createSheet = (): Promise<Response> =>
  fetch(`${sandbox.url}/v4/spreadsheets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
    body: '{}',
  });

test('keeps idle connections open, because a busy process could see its next call reset', async () => {
  const response = await fetch(sandbox.url);
  // Node sends the timeout in this header only if it is set.
  expect(response.headers.get('keep-alive')).toBeNull();
});

const order = (fault: object) => control('POST', '/faults', { provider: 'google', ...fault });

describe('faults', () => {
  test.each([
    ['429', 429, 'RATE_LIMIT_EXCEEDED'],
    ['500', 500, 'INTERNAL'],
    ['permission', 403, 'The caller does not have permission'],
  ])('%s is answered in the words of Sheets', async (kind, status, code) => {
    await order({ kind, path: '/v4/' });
    const answer = await createSheet();
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(code)]);
  });

  test('a fault happens as often and where ordered, and can be removed', async () => {
    await order({ kind: '500', count: 2, path: 'listAccessible' });
    expect((await createSheet()).status).toBe(200);
    expect([(await accounts()).status, (await accounts()).status, (await accounts()).status]).toEqual([500, 500, 200]);
    await order({ kind: '500' });
    await order({ kind: '500', provider: 'facebook' });
    await control('DELETE', '/faults');
    expect((await accounts()).status).toBe(200);
  });

  test('reset cuts the connection, and timeout keeps it open without a response', async () => {
    await order({ kind: 'reset' });
    await expect(accounts()).rejects.toThrow('fetch failed');
    await order({ kind: 'timeout' });
    await expect(accounts(AbortSignal.timeout(300))).rejects.toMatchObject({ name: 'TimeoutError' });
    expect((await accounts()).status).toBe(200);
  });

  test('truncated announces the full length and sends half of it', async () => {
    const whole = await (await accounts()).text();
    await order({ kind: 'truncated' });
    const answer = await accounts();
    expect(Number(answer.headers.get('content-length'))).toBe(whole.length);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  test('slow delays a normal response', async () => {
    await order({ kind: 'slow', delayMs: 250 });
    const start = performance.now();
    expect((await accounts()).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(240);
  });

  test('timeout-after-commit does the work but sends no response', async () => {
    await order({ kind: 'timeout-after-commit', path: '/v4/spreadsheets' });
    await expect(createSheet()).rejects.toThrow('fetch failed');
    expect((await control('GET', '/spreadsheets')).body).toHaveLength(1);
  });

  test('consent pages and the control side never fail', async () => {
    await order({ kind: '500', count: 5, path: '/o/oauth2' });
    await expect(grantAccess(sandbox.url)).resolves.toHaveProperty('access_token');
  });
});

describe('control', () => {
  test('calls are listed with time and status, and counted by endpoint', async () => {
    await accounts();
    await createSheet();
    const { body } = await control('GET', '/calls');
    expect(body).toMatchObject({
      counts: {
        'google POST /token': 1,
        'google GET /v26/customers:listAccessibleCustomers': 1,
        'google POST /v4/spreadsheets': 1,
      },
      calls: expect.arrayContaining([
        expect.objectContaining({
          provider: 'google',
          method: 'POST',
          endpoint: '/v4/spreadsheets',
          status: 200,
          at: expect.any(Number),
        }),
      ]),
    });
  });

  test('reset removes grants, faults, calls and files', async () => {
    await createSheet();
    await order({ kind: '500' });
    expect((await control('POST', '/reset', { seed: 5, scale: 2 })).status).toBe(200);
    expect((await accounts()).status).toBe(401);
    expect((await control('GET', '/spreadsheets')).body).toEqual([]);
    expect((await control('GET', '/calls')).body).toMatchObject({
      counts: { 'google GET /v26/customers:listAccessibleCustomers': 1 },
    });
  });

  test.each([
    ['/faults', { provider: 'google', kind: 'flood' }],
    ['/faults', { provider: 'google', kind: '500', times: 2 }],
    ['/reset', { scale: 0 }],
    ['/google/quota', { readsPerMinute: 'many' }],
  ])('POST %s refuses a body that does not fit', async (path, body) => {
    const answer = await control('POST', path, body);
    expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.any(String) } } });
  });

  test('malformed JSON returns a clear 400, an unknown path a clear 404', async () => {
    const malformed = await fetch(`${sandbox.url}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(malformed.status).toBe(400);
    expect((await fetch(`${sandbox.url}/nowhere`)).status).toBe(404);
  });
});

test('a port in use is an error and leaves nothing running', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  other.close();
});

test('the home page explains the sandbox', async () => {
  const page = await (await fetch(sandbox.url)).text();
  expect(page).toContain('stands in for the outside services');
  expect(page).toContain('href="/mail"');
});
