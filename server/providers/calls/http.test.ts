import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { callProvider, fetchFile, readBody, readRetryAfter } from './http.ts';
import type { ProviderRequest } from './http.ts';
import { failureOf } from '../testing/startPlatforms.ts';
import { startServer } from '../testing/startServer.ts';
import type { Listener } from '../testing/startServer.ts';

/** Tests the transport against a real misbehaving server. */

const serve = async (listener: Listener): Promise<URL> =>
  new URL(`${(await startServer(listener)).url}/path?access_token=secret-token`);

const call = (url: URL, more: Partial<ProviderRequest> = {}) =>
  callProvider('tiktok', { endpoint: 'test', url, ...more });

describe('callProvider', () => {
  it('does not follow a redirect, which would leak the token', async () => {
    let calls = 0;
    const url = await serve((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect((await call(url)).status).toBe(302);
    expect(calls).toBe(1);
  });

  it('aborts a response that is too large', async () => {
    const url = await serve((_request, response) => response.end('x'.repeat(5000)));
    expect(await failureOf(call(url, { limits: { maxBytes: 4000 } }))).toMatchObject({ outcome: 'split' });
  });

  it('aborts a response that never ends', async () => {
    const url = await serve((_request, response) => response.write('{"half":'));
    const error = await failureOf(call(url, { limits: { firstByteMs: 2000, totalMs: 100 } }));
    expect(error).toMatchObject({ outcome: 'retry', providerCode: 'TimeoutError' });
  });

  it('treats a refused connection as temporary, and names no address', async () => {
    const { url, close } = await startServer((_request, response) => response.end());
    await close();
    const error = await failureOf(call(new URL(`${url}/path?access_token=secret-token`)));
    expect(error).toMatchObject({ outcome: 'retry', providerCode: 'ECONNREFUSED', cause: undefined });
    expect(String(error)).not.toContain('secret-token');
  });

  it('returns the bytes of a file unchanged', async () => {
    const bytes = Buffer.from([0x50, 0x4b, 0x00, 0xff, 0xfe, 0x80]);
    const url = await serve((_request, response) => response.end(bytes));
    expect((await fetchFile('tiktok', { endpoint: 'test', url })).bytes).toEqual(bytes);
  });

  it('sends form fields and JSON with their content types', async () => {
    const seen: string[] = [];
    const url = await serve(async (request, response) => {
      seen.push(`${request.method} ${request.headers['content-type']} ${await text(request)}`);
      response.setHeader('request-id', 'r-1').end('{}');
    });
    const answer = await call(url, { method: 'POST', form: { a: '1 & 2' } });
    await call(url, { method: 'PUT', json: { a: [1] } });
    expect(answer.requestId).toBe('r-1');
    expect(seen).toEqual(['POST application/x-www-form-urlencoded a=1+%26+2', 'PUT application/json {"a":[1]}']);
  });
});

it.each(['', '<html>maintenance</html>', '{"list":[{"id":"1"', '{"list":[{"id":12345678901234567890}]}', '[]'])(
  'rejects the body %j',
  async (body) => {
    const url = await serve((_request, response) => response.end(body));
    const schema = z.object({ list: z.array(z.object({ id: z.union([z.string(), z.int()]) })) });
    const answer = await call(url);
    expect(() => readBody('tiktok', answer, schema)).toThrow(expect.objectContaining({ outcome: 'retry' }));
  },
);

it('reads Retry-After as seconds and as a date', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const headers = ['120', 'Sat, 21 Nov 2026 12:00:30 GMT', 'Sat, 21 Nov 2026 11:00:00 GMT', 'soon'];
  const waits = headers.map((header) => readRetryAfter(new Headers({ 'retry-after': header }), now));
  expect(waits).toEqual([120_000, 30_000, 0, undefined]);
});
