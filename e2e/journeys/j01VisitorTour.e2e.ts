import type { Page } from '@playwright/test';
import { landingCounters } from '#shared/limits.ts';
import { storedState } from '../browserState.ts';
import { startJourney } from '../journey.ts';
import { listenToLive } from '../liveEvents.ts';
import { guest, storedUser } from '../people.ts';
import { expect, test } from '../test.ts';

const counters = (page: Page): Promise<number[]> =>
  page.locator('[data-counter]').evaluateAll((elements) => elements.map((element) => Number(element.textContent)));
const targets = landingCounters.map(({ target }) => target);

/** Headings that start with a number. */
const sections = (page: Page) => page.getByRole('heading', { name: /^\d+\. / });

test('J01 visitor tour', async ({ page, browser }) => {
  const step = startJourney(page);
  const live = listenToLive(page);
  const nav = page.getByRole('navigation', { name: 'Main' });

  await step(
    'the landing page [S2.ROUTE.1] [S2.LAND.1] [S2.LAND.2] [S2.LAND.3] [S2.LAND.4] [S2.LAND.5] [S2.LAND.6] [S2.LAND.10] [S2.LAND.11] [S2.LAND.12] [S2.LAND.13] [S2.LAND.14] [S2.LAND.15]',
    [],
    async () => {
      const answer = await page.goto('/');
      expect(answer?.status()).toBe(200);
      const links = { Home: '/', 'Privacy Policy': '/privacy-policy', 'Terms & Conditions': '/terms-of-service' };
      for (const [name, href] of Object.entries(links))
        await expect(nav.getByRole('link', { name })).toHaveAttribute('href', href);
      await expect(nav.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/sign-in');
      await expect(page.getByRole('link', { name: 'Get Started Free' })).toHaveAttribute('href', '/sign-in');
      await expect(page.getByRole('link', { name: 'Learn More' })).toHaveAttribute('href', '/privacy-policy');
      for (const name of ['Google', 'Facebook', 'TikTok'])
        await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      await expect(page.locator('[data-testimonial]')).toHaveCount(2);
      await expect(page.getByRole('region', { name: 'Bring your ad accounts together' })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      expect(await storedState(page, 'persist:user')).toBeUndefined();
    },
  );

  await step(
    'the counters start within half a second of being visible and end within three [S2.LAND.7] [S2.LAND.8] [S2.LAND.9] [S9.C.22] [S9.C.23] [S9.C.24]',
    [],
    async () => {
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.reload();
      const first = page.locator('[data-counter]').first();
      await first.scrollIntoViewIfNeeded();
      await expect(first).toHaveText('0');
      await page.clock.runFor(500);
      for (const [index, value] of (await counters(page)).entries()) expect(value).toBeLessThan(targets[index] ?? 0);
      await page.clock.runFor(2500);
      expect(await counters(page)).toEqual(targets);
      for (const { label } of landingCounters) await expect(page.getByText(label)).toBeVisible();
      await page.clock.resume();
    },
  );

  await step('Learn More leads to the privacy policy [S2.ROUTE.2] [S2.LEGAL.1]', [], async () => {
    await page.getByRole('link', { name: 'Learn More' }).click();
    await expect(page).toHaveURL(/\/privacy-policy$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
    await expect(sections(page)).toHaveCount(11);
  });

  await step('the terms of service [S2.ROUTE.3] [S2.LEGAL.2] [S9.C.27]', [], async () => {
    await nav.getByRole('link', { name: 'Terms & Conditions' }).click();
    await expect(page).toHaveURL(/\/terms-of-service$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
    await expect(sections(page)).toHaveCount(18);
    await expect(page.getByText(/change of price at least 30 days before/)).toBeVisible();
  });

  await step('home, then to the sign-in [S4.SOCK.2] [S3.USER.11]', [], async () => {
    await nav.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Get Started Free' }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(await storedUser(page)).toEqual(guest);
    expect(live.handshakes).toEqual([]);
  });

  await test.step('the same pages without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    for (const [path, text] of [
      ['/', 'Get Started Free'],
      ['/privacy-policy', '11. '],
      ['/terms-of-service', '18. '],
    ] as const) {
      expect((await plain.goto(path))?.status()).toBe(200);
      await expect(plain.getByText(text).first()).toBeVisible();
      if (path === '/') expect(await plain.locator('[data-counter]').allTextContents()).toEqual(targets.map(String));
    }
    await context.close();
  });
});
