import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleScript, startTestWeb } from '#server/web/testing/startTestWeb.ts';
import type { TestWeb } from '#server/web/testing/startTestWeb.ts';

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const script = '/assets/entry.abc123.js';
const picture = '/assets/picture.def456.png';

let web: TestWeb;
beforeAll(async () => {
  web = await startTestWeb((_request, response) => response.end('{}'));
});
afterAll(() => web.stop());

/** The raw answer: no request headers added, nothing decoded. */
const ask = (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(`${web.url}${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject).end();
  });

const decode = ({ headers, body }: Answer): string => {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(body).toString();
  return coding === 'gzip' ? gunzipSync(body).toString() : body.toString();
};

const texts = ['/', '/overview', '/no-such-page', script];
const etagOf = ({ headers }: Answer): string => headers.etag ?? 'none';

describe('codings', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br ; q=0.001 , deflate', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['gzip;q=0.2, identity;q=0.5', undefined],
    ['identity;q=1, *;q=0', undefined],
    ['deflate, zstd', undefined],
    ['br;q=0, gzip;q=0.000', undefined],
    // Invalid by the standard, so ignored.
    ['br;q=9, gzip;q=-1', undefined],
    [';;;,,q=, ;q=1,br;;q=1, gzip;level=9;q=1', undefined],
    ['brotli, __proto__, constructor', undefined],
    ['br;q=0.1,'.repeat(1500), 'br'],
    [`gzip${' '.repeat(12_000)};q=x`, undefined],
  ])('for %j are answered with %j, with the same text', async (accepted, coding) => {
    for (const path of texts) {
      const plain = await ask(path);
      const answer = await ask(path, accepted === undefined ? {} : { 'accept-encoding': accepted });
      expect([path, answer.headers['content-encoding'], answer.headers.vary]).toEqual([
        path,
        coding,
        'Accept-Encoding',
      ]);
      expect([answer.status, Number(answer.headers['content-length'])]).toEqual([plain.status, answer.body.length]);
      expect(decode(answer)).toBe(plain.body.toString());
      const longest = coding === undefined ? plain.body.length : plain.body.length / 5;
      expect(answer.body.length).toBeLessThanOrEqual(longest);
    }
  });

  it('come from the build for its files, and are not used for pictures', async () => {
    expect(decode(await ask(script, { 'accept-encoding': 'br' }))).toBe(sampleScript);
    expect(decode(await ask(script, { 'accept-encoding': 'gzip' }))).toBe(sampleScript);
    const answer = await ask(picture, { 'accept-encoding': 'gzip, br' });
    expect([answer.headers['content-encoding'], answer.headers.vary, answer.body.length]).toEqual([
      undefined,
      undefined,
      3000,
    ]);
  });

  it.each(['*;q=0', 'identity;q=0', 'identity;q=0, zstd', 'br;q=0, gzip;q=0, identity;q=0.0'])(
    'get 406 if no coding is left (%s)',
    async (accepted) => {
      const answer = await ask(accepted === '*;q=0' ? '/' : picture, { 'accept-encoding': accepted });
      expect([answer.status, answer.headers['cache-control'], answer.body.toString()]).toEqual([
        406,
        'no-store',
        'Not Acceptable',
      ]);
    },
  );
});

describe('conditions', () => {
  it.each(['/', script, '/theme.js', '/robots.txt'])('revalidate %s without its bytes', async (path) => {
    const etags = new Set<string>();
    for (const accepted of ['identity', 'gzip', 'br']) {
      const sent = await ask(path, { 'accept-encoding': accepted });
      const etag = etagOf(sent);
      expect(etag).toMatch(/^"[\w-]+"$/);
      etags.add(sent.headers['content-encoding'] === undefined ? 'plain' : etag);
      for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await ask(path, { 'accept-encoding': accepted, 'if-none-match': condition });
        expect([condition, again.status, again.body.length]).toEqual([condition, 304, 0]);
        for (const name of ['etag', 'vary', 'cache-control', 'content-security-policy'])
          expect([name, again.headers[name]]).toEqual([name, sent.headers[name]]);
        for (const name of ['content-type', 'content-encoding', 'content-length'])
          expect(again.headers).not.toHaveProperty(name);
      }
      const changed = await ask(path, { 'accept-encoding': accepted, 'if-none-match': '"other"' });
      expect([changed.status, changed.body.equals(sent.body)]).toEqual([200, true]);
    }
    const isLong = (await ask(path)).headers.vary !== undefined;
    expect(etags.size).toBe(isLong ? 3 : 1);
  });

  it('keep the codings apart', async () => {
    const etag = etagOf(await ask('/', { 'accept-encoding': 'br' }));
    expect((await ask('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
  });

  it('are ignored for uncacheable answers', async () => {
    for (const path of ['/overview', '/no-such-page']) {
      const sent = await ask(path);
      expect([path, sent.headers['cache-control'], sent.headers.etag]).toEqual([path, 'no-store', undefined]);
      expect((await ask(path, { 'if-none-match': '*', range: 'bytes=0-1' })).status).toBe(sent.status);
    }
  });

  it('reject a changed file', async () => {
    const etag = etagOf(await ask(script));
    expect((await ask(script, { 'if-match': etag })).status).toBe(200);
    expect((await ask(script, { 'if-match': `"other", W/${etag}` })).status).toBe(412);
  });
});

describe('HEAD', () => {
  it('has the headers of GET and no body', async () => {
    for (const path of ['/', '/overview', '/no-such-page', script, picture, '/robots.txt', '/.well-known/security.txt'])
      for (const accepted of ['identity', 'br']) {
        const [get, head] = [
          await ask(path, { 'accept-encoding': accepted }),
          await ask(path, { 'accept-encoding': accepted }, 'HEAD'),
        ];
        expect([head.status, head.body.length]).toEqual([get.status, 0]);
        expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
      }
    const etag = etagOf(await ask('/'));
    expect((await ask('/', { 'if-none-match': etag }, 'HEAD')).status).toBe(304);
    expect((await ask(picture, { range: 'bytes=0-1' }, 'HEAD')).status).toBe(200);
  });
});

describe('ranges', () => {
  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=2990-', 2990, 3000],
    ['bytes=-5', 2995, 3000],
    ['bytes=2990-9999', 2990, 3000],
  ])('%s sends a part', async (range, start, end) => {
    const whole = await ask(picture);
    const answer = await ask(picture, { range });
    expect([answer.status, answer.headers['content-range'], Number(answer.headers['content-length'])]).toEqual([
      206,
      `bytes ${start}-${end - 1}/3000`,
      end - start,
    ]);
    expect(answer.body.equals(whole.body.subarray(start, end))).toBe(true);
    expect(answer.headers.etag).toBe(whole.headers.etag);
  });

  it('apply to the coding that is sent', async () => {
    const accepted = { 'accept-encoding': 'br' };
    const whole = await ask(script, accepted);
    const part = await ask(script, { ...accepted, range: 'bytes=5-14', 'if-range': etagOf(whole) });
    expect([part.status, part.headers['content-encoding'], part.body.equals(whole.body.subarray(5, 15))]).toEqual([
      206,
      'br',
      true,
    ]);
  });

  it.each(['bytes=0-9,20-29', 'lines=0-9', 'lines=9000-', 'bytes=x', 'bytes', 'bytes=9-0,x'])(
    '%s sends the whole file',
    async (range) => {
      const answer = await ask(picture, { range });
      expect([answer.status, answer.body.length, answer.headers['accept-ranges']]).toEqual([200, 3000, 'bytes']);
    },
  );

  it('send the whole file when it has changed', async () => {
    for (const ifRange of ['"other"', `W/${etagOf(await ask(picture))}`, 'Sat, 21 Nov 2026 21:00:00 GMT'])
      expect((await ask(picture, { range: 'bytes=0-9', 'if-range': ifRange })).status).toBe(200);
  });

  it('outside the file are refused', async () => {
    const answer = await ask(picture, { range: 'bytes=3000-' });
    expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */3000']);
  });
});
