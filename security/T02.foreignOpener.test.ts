import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '#testing/ask.ts';
import { chromiumOptions } from '../scripts/findChromium.ts';
import { register } from '../e2e/people.ts';
import { answerConsent } from '../e2e/platforms.ts';
import { startForeignSite } from './testing/startForeignSite.ts';
import { target } from './testing/target.ts';

let browser: Browser;
let foreignSite: Awaited<ReturnType<typeof startForeignSite>>;
beforeAll(async () => {
  browser = await chromium.launch(chromiumOptions());
  foreignSite = await startForeignSite();
});
afterAll(async () => {
  await browser.close();
  foreignSite.close();
});

const callback = '/auth/google/callback?code=planted&state=planted';
const appPaths = ['/', '/sign-in', '/register', '/overview', '/google', '/privacy-policy', '/nowhere'];

test('T02 app and callback pages are isolated from foreign openers, and the callback page has a strict policy', async () => {
  for (const path of [...appPaths, callback, '/auth/facebook/callback?error=access_denied', '/auth/google'])
    for (const door of [target.url, target.webUrl]) {
      const { headers } = await ask(door, path);
      expect([path, headers['cross-origin-opener-policy']]).toEqual([path, 'same-origin-allow-popups']);
      expect([path, headers['content-security-policy']]).toEqual([path, expect.stringMatching(/^default-src 'none';/)]);
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
      if (!path.startsWith('/auth/')) continue;
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    }
  const { body } = await ask(target.url, callback);
  expect(body.toString()).not.toContain('planted');
  const script = await ask(target.url, '/auth/finish.js');
  expect(script.body.toString()).not.toMatch(/postMessage|opener/);
});

/** Opens a page of the product from the foreign page. @returns what the opener can do with the window */
const leverage = async (page: Page, path: string) => {
  const [popup, opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluateHandle((address) => window.open(address, 'lever', 'width=500,height=600'), target.url + path),
  ]);
  await popup.waitForURL((url) => url.origin === target.url);
  await popup.waitForLoadState();
  const seen = await page.evaluate(
    ([lever, elsewhere]) => {
      const tryTo = (act: () => unknown): string => {
        try {
          return String(act());
        } catch {
          return 'refused';
        }
      };
      const read = tryTo(() => lever?.document.title);
      tryTo(() => lever?.postMessage('steer', '*'));
      tryTo(() => lever?.location.assign(elsewhere));
      return { isCutOff: lever?.closed, read };
    },
    [opened, `${foreignSite.url}/steered`] as const,
  );
  const hasOpener = await popup.evaluate(() => window.opener !== null);
  const origin = new URL(popup.url()).origin;
  await popup.close();
  return { ...seen, hasOpener, origin };
};

test('T02 a page of another origin can neither read nor control a window that it opens', async () => {
  const page = await browser.newPage();
  await page.goto(foreignSite.url);
  for (const path of ['/sign-in', '/overview', callback])
    expect({ path, ...(await leverage(page, path)) }).toEqual({
      path,
      isCutOff: true,
      read: 'refused',
      hasOpener: false,
      origin: target.url,
    });
  await page.close();
});

test('T02 the consent window closes itself and reports success to its opener', async () => {
  const context = await browser.newContext({ baseURL: target.url });
  const page = await context.newPage();
  await register(page);
  await page.goto('/tiktok');
  const popup = await answerConsent(page, 'tiktok', 'Allow');
  await popup.waitForEvent('close');
  await page.getByRole('columnheader', { name: 'Account Name' }).waitFor();
  expect([popup.isClosed(), page.url()]).toEqual([true, `${target.url}/tiktok`]);
  await context.close();
});
