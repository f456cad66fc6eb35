import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appPaths, routes } from '#shared/routes.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { prepareBuiltSite } from './site.ts';
import { closeNow, startTestWeb } from './testing/startTestWeb.ts';
import type { TestWeb } from './testing/startTestWeb.ts';

const googleSignIn = { GOOGLE_CLIENT_ID: 'client-id', GOOGLE_CLIENT_SECRET: 'client-secret' };

/** Headers that differ between runs or belong to the connection. */
const unstable = [
  'date',
  'etag',
  'last-modified',
  'connection',
  'keep-alive',
  'content-length',
  'content-encoding',
  'accept-ranges',
  'transfer-encoding',
];
const stableHeaders = (response: Response): Record<string, string> =>
  Object.fromEntries([...response.headers].filter(([name]) => !unstable.includes(name)));

const everywhere = {
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};
const onPages = {
  ...everywhere,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self' https://accounts.google.com/gsi/client",
    "worker-src 'self'",
    "style-src 'self' https://accounts.google.com/gsi/style",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self' wss://leads.example.org https://accounts.google.com/gsi/",
    'frame-src https://accounts.google.com/gsi/',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';'),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

describe('the public server', () => {
  let web: TestWeb;
  const get = (path: string, init: RequestInit = {}) => fetch(`${web.url}${path}`, { redirect: 'manual', ...init });

  beforeAll(async () => {
    web = await startTestWeb((_request, response) => response.end('{}'), {
      env: { PUBLIC_URL: 'https://leads.example.org', ...googleSignIn },
    });
  });
  afterAll(() => web.stop());

  it('answers each listed route and alias with 200', async () => {
    for (const path of [...Object.values(routes).map((route) => route.path), ...appPaths]) {
      const response = await get(path);
      expect([path, response.status, await response.text()]).toEqual([
        path,
        200,
        expect.stringContaining(`<title>${path}</title>`),
      ]);
    }
  });

  it.each([
    '/no-such-page',
    '/sign-in/extra',
    '/settings/x.css',
    '/.vite/manifest.json',
    '/theme.js.br',
    '/404',
    '/%E0%A4%A',
    '//evil.example/',
    '/google.com//',
  ])('answers %s with 404 and the not-found page [S2.ROUTE.20]', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('not found');
  });

  it.each([
    '/assets/entry.gone.js',
    '/assets/entry.abc123.js.map',
    '/assets/entry.abc123.js.br',
    '/assets/entry.abc123.js.gz',
    '/assets/',
  ])('sends the missing asset %s as 404 rather than as a page', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'no-store',
    ]);
  });

  it('redirects a trailing slash to the page, with its query', async () => {
    const response = await get('/sign-in/?from=mail');
    expect([response.status, response.headers.get('location')]).toEqual([301, '/sign-in?from=mail']);
  });

  it('ignores anything that a proxy writes before the path of a redirect', async () => {
    for (const target of ['http://evil.test/sign-in/?from=mail', 'http://evil.test/sign-in//?from=mail']) {
      const request = httpRequest(web.url, { path: target });
      const [response] = await once(request.end(), 'response');
      expect([target, response.resume().headers.location]).toEqual([target, '/sign-in?from=mail']);
    }
  });

  it('refuses methods other than GET and HEAD', async () => {
    for (const path of ['/', '/sign-in', '/robots.txt', '/no-such-page'])
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const response = await get(path, { method });
        expect([path, method, response.status, response.headers.get('allow')]).toEqual([
          path,
          method,
          405,
          'GET, HEAD',
        ]);
      }
    const head = await get('/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('sends the headers for each kind of response', async () => {
    expect(stableHeaders(await get('/'))).toEqual({
      ...onPages,
      'cache-control': 'public, max-age=0, s-maxage=60',
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(stableHeaders(await get('/overview'))).toEqual({
      ...onPages,
      link: '</assets/entry.abc123.js>; rel=modulepreload',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(stableHeaders(await get('/nowhere'))).toEqual({
      ...onPages,
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(stableHeaders(await get('/assets/entry.abc123.js'))).toEqual({
      ...onPages,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(stableHeaders(await get('/theme.js'))).toEqual({
      ...onPages,
      'cache-control': 'public, max-age=3600',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(stableHeaders(await get('/robots.txt'))).toEqual({
      ...onPages,
      'cache-control': 'public, max-age=3600',
      'content-type': 'text/plain; charset=utf-8',
    });
    expect(stableHeaders(await get('/api/user/login'))).toEqual({
      ...everywhere,
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
  });

  it('sends the same bytes to every client', async () => {
    const plain = await (await get('/')).text();
    const permutations: Record<string, string>[] = [
      { cookie: 'session=abc' },
      { authorization: 'Bearer abc' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { 'accept-language': 'de', 'user-agent': 'Googlebot' },
      { 'x-react-router-prerender-data': 'x', 'x-vike-urloriginal': '/nowhere' },
    ];
    for (const headers of permutations) {
      const response = await get('/?utm_source=mail', { headers });
      expect([headers, response.status, await response.text()]).toEqual([headers, 200, plain]);
    }
  });

  it('reports liveness', async () => {
    const response = await get('/healthz');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('reports readiness to this machine, and hides it from strangers', async () => {
    const metrics = async () => (await get('/metrics')).text();
    const answered = (text: string) =>
      Number(
        /^leadlight_http_requests_total\{role="web",method="GET",route="site",status="2xx"\} (\d+)$/m.exec(text)?.[1],
      );
    await get('/');
    const before = answered(await metrics());
    await get('/');
    await get('/theme.js');
    expect(answered(await metrics())).toBe(before + 2);

    const nowhere = await (await get('/nowhere')).text();
    for (const path of ['/metrics', '/readyz']) {
      const response = await get(path, { headers: { 'x-forwarded-for': '203.0.113.9' } });
      expect([path, response.status, await response.text()]).toEqual([path, 404, nowhere]);
    }
  });
});

describe('the web role by itself', () => {
  it('reports whether the API can be reached', async () => {
    const web = await startTestWeb((_request, response) => response.end(), { env: { ROLES: 'web' } });
    try {
      const ready = await fetch(`${web.url}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
      await closeNow(web.api);
      const alone = await fetch(`${web.url}/readyz`);
      expect([alone.status, await alone.json()]).toEqual([503, { status: 'not ready', reasons: ['api'] }]);
      expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
    } finally {
      await web.stop();
    }
  });
});

const readHeaders = async (env: Record<string, string>) => {
  const web = await startTestWeb((_request, response) => response.end(), { env });
  try {
    const { headers } = await fetch(web.url);
    return { policy: headers.get('content-security-policy') ?? '', hsts: headers.get('strict-transport-security') };
  } finally {
    await web.stop();
  }
};

describe('the policy of the pages', () => {
  it('names the sandbox when the sandbox simulates the sign-in script', async () => {
    const { policy } = await readHeaders({
      ...googleSignIn,
      GOOGLE_SIGNIN_SCRIPT_URL: 'http://127.0.0.1:4100/gsi/client',
    });
    expect(policy).toContain("script-src 'self' http://127.0.0.1:4100/gsi/client;");
    expect(policy).not.toContain('accounts.google.com');
  });

  it('names no other origin while Google sign-in is off, and no HSTS without TLS', async () => {
    const { policy, hsts } = await readHeaders({ PUBLIC_URL: 'http://localhost:3000' });
    expect(policy).toContain("script-src 'self';worker-src 'self';style-src 'self';");
    expect(policy).toContain("connect-src 'self' ws://localhost:3000;");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('frame-src');
    expect(hsts).toBeNull();
  });
});

describe('a page that cannot be rendered', () => {
  const renderPage = () => Promise.reject(new Error('secret reason'));

  it('gives a generic 500 in development', async () => {
    const lines: string[] = [];
    const logger = createLogger('warn', { write: (line) => void lines.push(line) });
    const web = await startTestWeb((_request, response) => response.end(), { renderPage, logger });
    const response = await fetch(`${web.url}/?private=1`);
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error']);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'error',
        req: expect.objectContaining({ path: '/' }),
        err: expect.objectContaining({ message: 'secret reason' }),
      }),
    ]);
    await web.stop();
  });

  it('prevents a build from starting', async () => {
    const clientDir = await mkdtemp(join(tmpdir(), 'leadlight-client-'));
    await expect(prepareBuiltSite({ renderPage, clientDir, documents: new Map() })).rejects.toThrow('secret reason');
    await rm(clientDir, { recursive: true });
  });
});

describe('the log', () => {
  it('has a debug line for each page, without the query', async () => {
    const lines: string[] = [];
    const logger = createLogger('debug', { write: (line) => void lines.push(line) });
    const web = await startTestWeb((_request, response) => response.end(), { logger });
    await (await fetch(`${web.url}/reset-password?code=123456`)).text();
    await web.stop();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ req: expect.objectContaining({ path: '/reset-password' }), res: { status: 200 } }),
    ]);
    expect(lines.join('')).not.toContain('123456');
  });
});
