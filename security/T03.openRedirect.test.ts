import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '#testing/ask.ts';
import { chromiumOptions } from '../scripts/findChromium.ts';
import { sendSignIn } from '../e2e/people.ts';
import { newMember } from './testing/strangers.ts';
import { target } from './testing/target.ts';

const evil = 'evil.example.test';
const foreign = [
  `//${evil}`,
  `/\\${evil}`,
  `\\\\${evil}`,
  `https:${evil}`,
  `https://${evil}/overview`,
  `/%09/${evil}`,
  `/\t/${evil}`,
  `${target.url}@${evil}/`,
  'javascript:alert(document.domain)',
  `data:text/html,<script>location='https://${evil}'</script>`,
];

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(chromiumOptions());
});
afterAll(() => browser.close());

test('T03 a sign-in ends on the overview, whatever redirect the URL requests', async () => {
  const ada = await newMember();
  const page = await browser.newPage();
  const left: string[] = [];
  const dialogs: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    // The sign-in screen loads Google's script.
    const isOurs = origin === target.url || (origin === target.sandboxUrl && pathname === '/gsi/client');
    if (!isOurs) left.push(request.url());
  });
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const [index, address] of foreign.entries()) {
    const query = new URLSearchParams(['from', 'next', 'redirect', 'returnTo', 'url'].map((name) => [name, address]));
    await page.goto(`${target.url}/sign-in?${query}#${address}`);
    // The app stores the screen that a guest requested here.
    await page.evaluate(
      (from) => history.replaceState({ usr: { from: from }, key: 'forged', idx: 0 }, '', location.href),
      index % 2 === 0 ? address : { pathname: address },
    );
    await page.reload();
    // The first case signs in; the others are signed in already.
    if (index === 0) await sendSignIn(page, ada);
    await page.waitForURL('**/overview');
    expect([address, page.url()]).toEqual([address, `${target.url}/overview`]);
  }
  expect([left, dialogs]).toEqual([[], []]);
  await page.close();
});

test('T03 no path or query redirects to another host', async () => {
  const paths = [
    ...foreign.map((address) => (address.startsWith('/') ? address : `/${address}`)),
    ...['sign-in', 'overview', ''].flatMap((page) => [
      `//${evil}/${page}`,
      `//${evil}/../${page}/`,
      `/\\${evil}/${page}/`,
      `/%2f%2f${evil}/${page}/`,
      `/%5c${evil}/${page}`,
      `/.//${evil}/${page}/`,
      `/${page}//${evil}/`,
      `/${page}/%2e%2e//${evil}/`,
      `http://${evil}/${page}/`,
    ]),
    ...['redirect', 'redirect_uri', 'next', 'return_to'].flatMap((name) => [
      `/sign-in/?${name}=https://${evil}/`,
      `/auth/google/callback?${name}=https://${evil}/&state=x&code=y`,
      `/auth/facebook/callback?error=access_denied&${name}=//${evil}/`,
    ]),
  ].map((path) => path.replaceAll('\t', '%09').replaceAll(/[<>]/g, encodeURIComponent));
  const redirects = new Set<string>();
  for (const door of [target.url, target.webUrl])
    for (const path of paths)
      for (const host of [new URL(door).host, new URL(door).host.replace('localhost', '127.0.0.1')]) {
        const { headers } = await ask(door, path, { headers: { host } });
        // Resolved like a browser does.
        const origin = new URL(headers.location ?? '/', target.url).origin;
        expect({ door, path, host, origin }).toEqual({ door, path, host, origin: target.url });
        if (headers.location !== undefined) redirects.add(door);
      }
  // Proves that some attacks reach a redirect.
  expect([...redirects]).toEqual([target.url, target.webUrl]);
});
