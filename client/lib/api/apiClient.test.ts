import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contracts/endpoint.ts';
import {
  consoleLines,
  expectConsoleError,
  fakeServer,
  patienceMs,
  setUpFakeServer,
} from '#client/testing/useFakeServer.ts';
import { ApiError, messageOf } from './ApiError.ts';
import { call } from './apiClient.ts';
import { session } from './session.ts';

setUpFakeServer();

const answer = z.object({ message: z.string() });
const readThing = defineEndpoint({
  method: 'GET',
  path: '/things/:id',
  access: 'user',
  summary: 'read',
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.optional(z.number()), search: z.optional(z.string()) }),
  response: answer,
});
const saveThing = defineEndpoint({
  method: 'POST',
  path: '/things',
  access: 'user',
  summary: 'save',
  body: z.unknown(),
  response: answer,
});

const replaceThing = defineEndpoint({ ...saveThing, method: 'PUT', summary: 'replace' });
const removeThing = defineEndpoint({
  method: 'DELETE',
  path: '/things/:id',
  access: 'user',
  summary: 'remove',
  params: z.object({ id: z.string() }),
  response: answer,
});

let token = '';
const onSessionExpired = vi.fn<(token: string) => void>();

beforeEach(() => {
  token = '';
  onSessionExpired.mockReset();
  Object.assign(session, { readToken: () => token, onSessionExpired });
  window.happyDOM?.setURL(`${fakeServer().url}/overview`);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('call', () => {
  it('fills path and query, and sends a body only if there is one [S7.BASE.2] [S7.BASE.3]', async () => {
    fakeServer().on(readThing, () => ({ message: 'here' }));
    expect(await call(readThing, { params: { id: 'a/b c' }, query: { page: 2, search: undefined } })).toEqual({
      success: true,
      message: 'here',
    });
    for (const endpoint of [saveThing, replaceThing, removeThing])
      fakeServer().on(endpoint, () => ({ message: 'done' }));
    await call(saveThing, { body: { a: 1 } });
    await call(replaceThing, { body: { a: 2 } });
    await call(removeThing, { params: { id: '7' } });
    const seen = fakeServer()
      .calls()
      .map(({ method, path, query, body, headers }) => [method, path, query, body, headers['content-type']]);
    expect(seen).toEqual([
      ['GET', '/things/a%2Fb%20c', { page: '2' }, undefined, undefined],
      ['POST', '/things', {}, { a: 1 }, 'application/json'],
      ['PUT', '/things', {}, { a: 2 }, 'application/json'],
      ['DELETE', '/things/7', {}, undefined, undefined],
    ]);
  });

  it('sends the bearer token only if there is one, and callers may add or override headers [S6.BEAR.1] [S7.BASE.4]', async () => {
    fakeServer().on(saveThing, () => ({ message: 'saved' }));
    await call(saveThing, { body: { a: 1 } });
    token = 'secret-token';
    await call(saveThing, { body: { a: 1 } });
    await call(saveThing, { body: { a: 1 }, headers: { Authorization: 'Bearer other', 'X-Export-Ref': 'google:1' } });
    const headers = fakeServer()
      .calls(saveThing)
      .map((seen) => [seen.headers.authorization, seen.headers['x-export-ref']]);
    expect(headers).toEqual([
      [undefined, undefined],
      ['Bearer secret-token', undefined],
      ['Bearer other', 'google:1'],
    ]);
  });

  it('waits for a response without a timeout [S9.C.7]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
    const request = vi.spyOn(globalThis, 'fetch');
    const { promise, resolve } = Promise.withResolvers<void>();
    fakeServer().on(saveThing, () => promise.then(() => ({ message: 'late' })));
    const answered = call(saveThing, { body: {} });
    await vi.waitUntil(() => fakeServer().calls(saveThing).length > 0, { timeout: patienceMs });
    // Neither a client timer nor a timeout signal ends the request.
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(request.mock.lastCall?.[1]?.signal).toBeUndefined();
    resolve();
    expect(await answered).toMatchObject({ message: 'late' });
  });

  it.each([300, 400, 500])('treats status %i as an error [S9.C.8] [S8.HELP.1]', async (status) => {
    expectConsoleError(/POST \/things: status/);
    token = 'secret-token';
    fakeServer().on(saveThing, () => ({ status, body: { success: false, message: 'No good', code: 'VALIDATION' } }));
    const error = await rejection(call(saveThing, { body: { password: 'sample-secret' } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, code: 'VALIDATION', serverMessage: 'No good', body: { message: 'No good' } });
    expect(messageOf(error, 'fallback')).toBe('No good');
    expect(consoleLines().filter((line) => line.includes('/things'))).toEqual([
      `POST /things: status ${status} No good`,
    ]);
    expect(consoleLines().join()).not.toMatch(/sample-secret|secret-token/);
  });

  it('reports a missing response [S8.HELP.2]', async () => {
    expectConsoleError(/no response was received|hang up|fetch/i);
    fakeServer().on(saveThing, () => ({ drop: true }));
    const error = await rejection(call(saveThing, { body: {} }));
    expect(error).toMatchObject({ status: 0, serverMessage: null });
    expect(messageOf(error, 'fallback')).toBe('fallback');
    expect(consoleLines()).toContain('POST /things: no response was received');
  });

  it('reports a request that cannot be set up, and rethrows [S8.HELP.3]', async () => {
    expectConsoleError(/could not be set up/);
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    expect(await rejection(call(saveThing, { body: circular }))).toBeInstanceOf(TypeError);
    expect(fakeServer().calls()).toEqual([]);
  });

  it('treats a response without a message, or without JSON, as a failure without a message', async () => {
    expectConsoleError(/status/);
    fakeServer().on(saveThing, () => ({ status: 502 }));
    expect(await rejection(call(saveThing, { body: {} }))).toMatchObject({ status: 502, serverMessage: null });
  });

  it('reports an expired session with the rejected token, and no other 401', async () => {
    expectConsoleError(/status 401/);
    token = 'old-token';
    fakeServer().on(saveThing, () => ({
      status: 401,
      body: { message: 'Invalid email or password', code: 'INVALID_CREDENTIALS' },
    }));
    await rejection(call(saveThing, { body: {} }));
    expect(onSessionExpired).not.toHaveBeenCalled();
    fakeServer().on(saveThing, () => ({ status: 401, body: { message: 'Please sign in', code: 'SESSION_EXPIRED' } }));
    await rejection(call(saveThing, { body: {} }));
    expect(onSessionExpired).toHaveBeenCalledExactlyOnceWith('old-token');
  });
});
