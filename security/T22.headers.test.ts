import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#testing/freePort.ts';
import { startProduct } from '#testing/startProduct.ts';
import { ask } from '#testing/ask.ts';
import type { Answer } from '#testing/ask.ts';
import { target } from './testing/target.ts';

/** Headers that differ from run to run or belong to the connection. */
const unstable = ['date', 'etag', 'last-modified', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];
const directives = (policy: string): string[] => policy.split(/; ?/).toSorted();
const stable = ({ headers }: Answer): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !unstable.includes(name))),
  'content-security-policy': directives(String(headers['content-security-policy'])),
});

const everywhere = {
  server: 'nginx',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};
const { sandboxUrl, url } = target;
const policies = [
  "default-src 'none'",
  `script-src 'self' ${sandboxUrl}/gsi/client`,
  "worker-src 'self'",
  `style-src 'self' ${sandboxUrl}/gsi/style`,
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  `connect-src 'self' ${url.replace('http', 'ws')} ${sandboxUrl}/gsi/`,
  `frame-src ${sandboxUrl}/gsi/`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];
const onPages = {
  ...everywhere,
  'content-security-policy': policies.toSorted(),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};
const html = { 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Encoding' };
const unlisted = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
const ofFiles = { ...onPages, 'accept-ranges': 'bytes' };
const requestId = { 'x-request-id': expect.stringMatching(/^[\w-]{16,}$/) };
const closed = ["base-uri 'none'", "default-src 'none'", "form-action 'none'", "frame-ancestors 'none'"];
const ownPolicies = [...closed, "style-src 'self'"];
/** Policy of the pages that the API renders. */
const ofOwnPages = {
  ...everywhere,
  ...unlisted,
  ...requestId,
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
};
const onApi = {
  ...everywhere,
  'cache-control': 'no-store',
  'content-security-policy': ["default-src 'none'", "frame-ancestors 'none'"],
  'content-type': 'application/json; charset=utf-8',
  'referrer-policy': 'no-referrer',
  ...requestId,
};

test('T22 every kind of response forbids frames, sniffing and foreign scripts, and reveals no version', async () => {
  const script = readdirSync(new URL('../dist/client/assets', import.meta.url)).find((name) => name.endsWith('.js'));
  const login = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' };
  const answers = {
    page: stable(await ask(url, '/')),
    screen: stable(await ask(url, '/overview')),
    missing: stable(await ask(url, '/nowhere')),
    script: stable(await ask(url, `/assets/${script}`)),
    missingScript: stable(await ask(url, '/assets/nowhere.js')),
    robots: stable(await ask(url, '/robots.txt')),
    refusal: stable(await ask(url, '/api/exports')),
    badJson: stable(await ask(url, '/api/user/login', login)),
    unknownCall: stable(await ask(url, '/api/nowhere')),
    consent: stable(await ask(url, '/auth/google/callback')),
    deletion: stable(await ask(url, '/deletion/nowhere')),
    ofTheEdge: stable(await ask(url, '/metrics')),
  };
  const { link: _preloaded, ...screen } = answers.screen;
  expect({ ...answers, screen }).toEqual({
    page: { ...onPages, ...html, 'accept-ranges': 'bytes', 'cache-control': 'public, max-age=0, s-maxage=60' },
    screen: { ...onPages, ...html, ...unlisted },
    missing: { ...onPages, ...html, ...unlisted },
    script: {
      ...ofFiles,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    },
    missingScript: { ...onPages, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    robots: { ...ofFiles, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    refusal: onApi,
    badJson: onApi,
    unknownCall: onApi,
    consent: {
      ...ofOwnPages,
      'content-security-policy': [...ownPolicies, "script-src 'self'", "connect-src 'self'"].toSorted(),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
    deletion: {
      ...ofOwnPages,
      'content-security-policy': ownPolicies.toSorted(),
      'cross-origin-opener-policy': 'same-origin',
    },
    ofTheEdge: {
      server: 'nginx',
      'cache-control': 'no-store',
      'content-security-policy': [...closed, expect.stringMatching(/^style-src 'sha256-[\w+/=]+'$/)],
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  });
});

test('T22 an install with TLS sends HSTS with every response', async () => {
  const port = await freePort();
  const product = await startProduct({ sandbox: true, port, env: { PUBLIC_URL: 'https://leads.example.test' } });
  onTestFinished(() => product.stop());
  for (const path of ['/', '/overview', '/nowhere', '/assets/nowhere.js', '/api/exports', '/auth/google/callback']) {
    const { headers } = await ask(`http://127.0.0.1:${port}`, path);
    expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=31536000; includeSubDomains']);
  }
});
