import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { appPaths, routes } from '#shared/routes.ts';
import { ask } from '#testing/ask.ts';
import type { Answer } from '#testing/ask.ts';
import { startEdge } from './testing/startEdge.ts';
import { newMember } from './testing/strangers.ts';
import { target } from './testing/target.ts';

const publicPaths = Object.values(routes)
  .filter(({ access }) => access === 'public')
  .map(({ path }) => path);
const documents = ['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/theme.js', '/.well-known/security.txt'];

/** An nginx with empty caches. */
let edge: Awaited<ReturnType<typeof startEdge>>;
beforeAll(async () => {
  edge = await startEdge('none');
});
afterAll(() => edge.stop());

/** Headers that caches or routers of other products are known to trust. */
const poisons: Record<string, string>[] = [
  { Host: 'evil.example' },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Server': 'evil.example', Forwarded: 'host=evil.example' },
  { 'X-Forwarded-Proto': 'ftp', 'X-Forwarded-Port': '1337', 'X-Forwarded-Scheme': 'http', 'X-Forwarded-Ssl': 'off' },
  { 'X-Forwarded-Prefix': '/evil', 'X-Forwarded-Path': '/evil', 'X-Script-Name': '/evil' },
  { 'X-Original-URL': '/settings', 'X-Rewrite-URL': '/settings', 'X-Matched-Path': '/settings' },
  { 'X-HTTP-Method-Override': 'DELETE', 'X-HTTP-Method': 'HEAD', 'X-Method-Override': 'POST' },
  { 'X-React-Router-SPA-Mode': 'yes', 'X-React-Router-Prerender-Data': '[]', 'X-Middleware-Prefetch': '1' },
  { RSC: '1', 'Next-Router-State-Tree': '[]', 'X-Vike-Urloriginal': '/settings', Purpose: 'prefetch' },
  { Accept: 'application/json', 'Accept-Language': 'de', 'Accept-Charset': 'utf-7' },
  { Cookie: 'theme=dark; session=1', Authorization: 'Bearer x', 'User-Agent': '<script>' },
  { Origin: 'https://evil.example', Referer: 'https://evil.example/', 'Sec-Fetch-Dest': 'empty' },
  { 'Cache-Control': 'no-cache', Pragma: 'no-cache', 'If-None-Match': '"x"' },
  { Range: 'bytes=0-3', 'If-Range': '"x"', TE: 'trailers' },
  { Upgrade: 'h2c', Connection: 'Upgrade, X-Forwarded-Proto', 'Max-Forwards': '0' },
];

/** Headers that differ per connection or request. */
const own = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);
const pageOf = ({ status, headers, body }: Answer) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name))),
  hash: createHash('sha256').update(body).digest('hex'),
});

test('T39 a public page is byte for byte the same, whatever headers a visitor sends', async () => {
  for (const url of [target.webUrl, edge.url])
    for (const path of [...publicPaths, ...documents]) {
      // The first request fills the cache.
      for (const headers of poisons) await ask(url, path, { headers });
      const plain = pageOf(await ask(url, path));
      expect(plain.status).toBe(200);
      expect(plain.headers['cache-control']).toMatch(/^public\b/);
      for (const headers of poisons)
        expect({ path, headers, page: pageOf(await ask(url, path, { headers })) }).toEqual({
          path,
          headers,
          page: plain,
        });
      for (const query of ['?x=%3Cscript%3E', '?utm_content=1', '?page=2&page=3', '?__proto__=1', '?_data=routes'])
        expect(pageOf(await ask(url, path + query))).toEqual(plain);
    }
});

test('T39 no personal response is cached under a path that looks like a file', async () => {
  const member = await newMember();
  const headers = { Authorization: `Bearer ${member.token}` };
  const lead = randomBytes(12).toString('hex');
  await member.request(saveCustomLeads, { body: { leads: [{ Name: lead }] } });
  const plain = await ask(edge.url, '/api/meta-custom-leads', { headers });
  expect([plain.headers['cache-control'], plain.body.toString()]).toEqual(['no-store', expect.stringContaining(lead)]);
  const disguises = (path: string): string[] => [
    `${path}/x.css`,
    `${path}/x.js`,
    `${path}.css`,
    `${path};x.css`,
    `${path}%2Fx.css`,
    `${path}%3Bx.css`,
    `${path}%00.css`,
    `${path}%0Ax.css`,
    `${path}/..%2Ftheme.js`,
    `${path}/%2e%2e/%2e%2e/robots.txt/x.css`,
    `/assets/..%2F${path.slice(1)}`,
    `/assets/%2e%2e${path}`,
  ];
  const paths = [...appPaths, '/api/meta-custom-leads', '/api/notifications', '/api/exports'].flatMap(disguises);
  for (const path of paths) {
    const { status, headers: given, body } = await ask(edge.url, path, { headers });
    expect({ path, cache: given['cache-control'] }).toEqual({ path, cache: 'no-store' });
    expect(body.toString()).not.toContain(lead);
    const isFile = /x\.(?:css|js)$/.test(path) && status < 400;
    expect([path, isFile]).toEqual([path, false]);
  }
});
