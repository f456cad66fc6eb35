import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { appPaths, routes } from '#shared/routes.ts';
import { chromiumOptions } from '../scripts/findChromium.ts';
import { ask } from '#testing/ask.ts';
import { newMember } from './testing/strangers.ts';
import { target } from './testing/target.ts';

const paths = [...new Set([...Object.values(routes).map(({ path }) => path), ...appPaths])];

/** The foreign sources of each policy directive. `T22.headers.test.ts` checks the whole policy. */
const strangersOf = async (path: string): Promise<Record<string, string[]>> => {
  const { headers } = await ask(target.webUrl, path);
  const directives = String(headers['content-security-policy'])
    .split(';')
    .map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.filter((source) => !["'none'", "'self'", 'data:'].includes(source))] as const;
    });
  expect(directives).toContainEqual(['default-src', []]);
  return Object.fromEntries(directives.filter(([, sources]) => sources.length > 0));
};

test('T48 the policy of each page allows Google’s sign-in script and no other foreign source', async () => {
  // The sandbox serves a fake script at a similar URL.
  const folder = `${target.sandboxUrl}/gsi/`;
  for (const path of paths)
    expect({ path, strangers: await strangersOf(path) }).toEqual({
      path,
      strangers: {
        'script-src': [`${folder}client`],
        'style-src': [`${folder}style`],
        'connect-src': [target.url.replace('http', 'ws'), folder],
        'frame-src': [folder],
      },
    });
  for (const path of ['/api/overview', '/healthz', '/webhooks/meta']) expect(await strangersOf(path)).toEqual({});
});

/** The foreign hosts that a page has called once it is idle, and has called at least as many as expected. */
const strangersCalled = async (page: Page, path: string, expected = 0): Promise<string[]> => {
  const hosts = new Set<string>();
  const hear = (request: { url(): string }): void => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== target.url) hosts.add(origin);
  };
  page.on('request', hear);
  await page.goto(target.url + path, { waitUntil: 'networkidle' });
  await expect.poll(() => hosts.size).toBeGreaterThanOrEqual(expected);
  page.off('request', hear);
  return [...hosts];
};

test('T48 only sign-in and registration load the script, and other hosts serve nothing else', async () => {
  const browser = await chromium.launch(chromiumOptions());
  onTestFinished(() => browser.close());
  const google = new URL(target.sandboxUrl).origin;
  const loading: readonly string[] = [routes.signIn.path, routes.register.path, '/login'];
  const page = await browser.newPage();
  for (const path of [
    routes.landing.path,
    routes.privacyPolicy.path,
    routes.termsOfService.path,
    ...loading,
    routes.forgotPassword.path,
  ]) {
    const hosts = loading.includes(path) ? [google] : [];
    expect([path, await strangersCalled(page, path, hosts.length)]).toEqual([path, hosts]);
  }

  const member = await newMember();
  await page.evaluate(
    (user) => localStorage.setItem('persist:user', JSON.stringify({ state: user, version: 0 })),
    member.user,
  );
  for (const { path } of Object.values(routes).filter(({ access }) => access === 'user')) {
    expect([path, await strangersCalled(page, path)]).toEqual([path, []]);
    expect(new URL(page.url()).pathname).not.toBe(routes.signIn.path);
  }
});
