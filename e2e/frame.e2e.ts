import type { Locator, Page } from '@playwright/test';
import { themeColors } from '#shared/themeColors.ts';
import { storedState } from './browserState.ts';
import { register } from './people.ts';
import { connect } from './platforms.ts';
import { expect, offlineFaults, test } from './test.ts';

const sidebar = (page: Page): Locator => page.getByRole('complementary', { name: 'Sidebar' });
const widthOf = (element: Locator): Promise<number> => element.evaluate((node) => node.getBoundingClientRect().width);
const boxOf = (element: Locator): Promise<DOMRect> =>
  element.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect);

const screens: [path: string, title: string, row: string][] = [
  ['/overview', 'Overview', '[S2.ROUTE.8]'],
  ['/google', 'Google Ads', '[S2.ROUTE.9]'],
  ['/facebook', 'Facebook Ads', '[S2.ROUTE.10]'],
  ['/tiktok', 'TikTok Ads', '[S2.ROUTE.11]'],
  ['/campaigns', 'Campaigns', '[S2.ROUTE.12]'],
  ['/google-sheets', 'Google Sheet AutoSync', '[S2.ROUTE.13]'],
  ['/preview', 'Preview', '[S2.ROUTE.14]'],
  ['/old_leads', 'Leads', '[S2.ROUTE.15]'],
  ['/leads', 'Leads', '[S2.ROUTE.16]'],
  ['/custom-leads', 'Meta Custom Leads', '[S2.ROUTE.17]'],
  ['/ai-insights', 'AI Insights', '[S2.ROUTE.18]'],
  ['/settings', 'User Profile', '[S2.ROUTE.19]'],
];
/** Screens without a sidebar entry: reached by the logo and from the Connect screens. */
const withoutEntry = new Set(['/overview', '/preview']);

test('every signed-in screen has the frame and marks its sidebar entry [S2.FRAME.1] [S2.FRAME.2] [S2.FRAME.3] [S2.NAV.15] [S1.FOOT.1] [S1.FOOT.2]', async ({
  page,
  faults,
}) => {
  // The live list of leads needs a grant, but its screen does not.
  faults.allow(/\/old_leads: .*403/);
  await register(page);
  for (const [path, title, row] of screens)
    await test.step(`${path} ${row}`, async () => {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByRole('banner')).toContainText('Hello, Ada Example');
      await expect(page.getByRole('contentinfo')).toHaveText(/© 2025 .*Version 1\.0\.0/);
      const current = await sidebar(page)
        .locator('a[aria-current=page]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(current).toEqual(withoutEntry.has(path) ? [] : [path]);
    });
});

test('the sidebar is 256 px wide, or 64 px when collapsed, and keeps its state over a reload [S2.SIDE.1] [S2.SIDE.2] [S2.SIDE.3] [S3.UI.1] [S3.UI.2] [S3.UI.5] [S4.PERS.2] [S9.C.10] [S9.C.11]', async ({
  page,
}) => {
  await register(page);
  await page.goto('/campaigns');
  await expect.poll(() => widthOf(sidebar(page))).toBe(256);
  expect(await storedState(page, 'persist:ui')).toEqual({ isSidebarCollapsed: false, isMobileSidebarOpen: false });
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(() => widthOf(sidebar(page))).toBe(64);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
  expect(await widthOf(sidebar(page))).toBe(64);
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect.poll(() => widthOf(sidebar(page))).toBe(256);
});

test('on a phone the sidebar is a drawer over the page that keeps its state over a reload [S2.SIDE.4] [S2.SIDE.5] [S2.SIDE.6] [S2.SIDE.7] [S2.SIDE.8] [S2.SIDE.9] [S3.UI.3] [S3.UI.6]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await register(page);
  const drawer = page.locator('#sidebar');
  const backdrop = page.locator('[data-backdrop]');
  const open = async () => {
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await expect(drawer).toBeInViewport({ ratio: 1 });
  };
  await expect(drawer).toBeHidden();
  await open();
  expect(await boxOf(backdrop)).toMatchObject({ x: 0, y: 0, width: 390, height: 800 });
  await page.reload();
  await expect(drawer).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Close sidebar' }).click();
  await expect(drawer).toBeHidden();
  await open();
  // Outside the drawer.
  await page.mouse.click(370, 400);
  await expect(drawer).toBeHidden();
  await expect(backdrop).toHaveCount(0);
  await open();
  await drawer.getByRole('link', { name: 'Campaigns' }).click();
  await expect(page).toHaveURL(/\/campaigns$/);
  await expect(drawer).toBeHidden();
});

/** 0 is black, 255 white. */
const backgroundBrightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('This browser cannot draw');
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;
  });

/** The theme color, which a phone uses for its bars. */
const themeColor = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const colors = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]');
    return [...colors].find(({ media }) => matchMedia(media).matches)?.content;
  });

test('a first visitor gets the system theme, also when it changes [S1.THEME.1] [S1.THEME.2] [S9.C.28]', async ({
  page,
}) => {
  for (const path of ['/', '/terms-of-service', '/sign-in', '/register']) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible();
    expect(await backgroundBrightness(page)).toBeGreaterThan(240);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await backgroundBrightness(page)).toBeLessThan(40);
  }
});

test('a chosen theme overrides the system and persists, on public pages and in the app', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Theme: system' }).click();
  expect(await themeColor(page)).toBe(themeColors.surface.light);
  await page.getByRole('button', { name: 'Theme: light' }).click();
  expect(await backgroundBrightness(page)).toBeLessThan(40);
  expect(await themeColor(page)).toBe(themeColors.surface.dark);
  await register(page);
  expect(await backgroundBrightness(page)).toBeLessThan(40);
  expect(await themeColor(page)).toBe(themeColors.surface.dark);
  await page.getByRole('button', { name: 'Theme: Dark' }).click();
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Theme: Light' })).toBeVisible();
  expect(await backgroundBrightness(page)).toBeGreaterThan(240);
  expect(await themeColor(page)).toBe(themeColors.surface.light);
});

test('a new theme is there at once for people who prefer reduced motion', async ({ page }) => {
  const runningTransitions = (): Promise<number> =>
    page.evaluate(() => document.getAnimations().filter((each) => each instanceof CSSTransition).length);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await register(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await runningTransitions()).toBe(0);
  expect(await backgroundBrightness(page)).toBeLessThan(40);
});

test('the counters of the landing page take fifty steps of 50 ms [S2.LAND.7] [S2.LAND.8] [S2.LAND.9] [S9.C.22] [S9.C.23] [S9.C.24] [S9.C.25]', async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto('/');
  const counters = page.locator('[data-counter]');
  // The counters start when they scroll into view.
  await counters.first().scrollIntoViewIfNeeded();
  await expect.poll(() => counters.allTextContents()).toEqual(['0', '0', '0']);
  for (const [ms, values] of [
    [50, ['24', '900', '6']],
    [1200, ['600', '22500', '160']],
    [1200, ['1176', '44100', '314']],
    [50, ['1200', '45000', '320']],
    [1000, ['1200', '45000', '320']],
  ] as const) {
    await page.clock.runFor(ms);
    expect(await counters.allTextContents()).toEqual(values);
  }
});

test('at most three toasts are shown, 356 px wide, 14 px apart, at the top center [S9.C.3] [S9.C.4] [S9.C.5] [S9.C.6]', async ({
  page,
  faults,
}) => {
  faults.allow(/500/, /\[api\]|POST \/user\/login/);
  let count = 0;
  await page.route('**/api/user/login', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: `Refusal ${(count += 1)}` } }),
  );
  await page.clock.install();
  await page.goto('/sign-in');
  await page.getByLabel('Email', { exact: true }).fill('ada@example.test');
  await page.getByLabel('Password', { exact: true }).fill('secret1');
  // Otherwise, toasts could end before a busy machine has shown all of them.
  await page.clock.pauseAt(Date.now() + 60_000);
  const toasts = page.locator('[data-sonner-toast]');
  const message = (number: number): Locator => toasts.filter({ hasText: `Refusal ${number}` });
  for (const number of [1, 2, 3, 4, 5]) {
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(async () => {
      await page.clock.runFor(20);
      await expect(message(number)).toBeVisible({ timeout: 500 });
    }).toPass();
    // Hovered toasts stay and spread out.
    await message(number).hover();
  }
  const opacities = () => toasts.evaluateAll((nodes) => nodes.map((node) => getComputedStyle(node).opacity));
  await expect.poll(async () => (await opacities()).filter((opacity) => opacity !== '0')).toEqual(['1', '1', '1']);
  const places = async (): Promise<{ gaps: number[]; sides: number[][] }> => {
    const boxes = await Promise.all([5, 4, 3].map((number) => boxOf(message(number))));
    return {
      gaps: boxes.slice(1).map((box, index) => Math.round(box.top - (boxes[index]?.bottom ?? 0))),
      sides: boxes.map(({ left, width }) => [Math.round(left), width]),
    };
  };
  const left = (1280 - 356) / 2;
  await expect.poll(places).toEqual({
    gaps: [14, 14],
    sides: [
      [left, 356],
      [left, 356],
      [left, 356],
    ],
  });
  expect((await boxOf(message(5))).top).toBeLessThan(100);
});

test('the Preview keeps its accounts over a reload; its dialog fits any window and has a half-transparent backdrop [S2.PRE.16] [S9.D.1] [S9.D.2] [S9.D.3] [S9.D.4]', async ({
  page,
}) => {
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ads/multi/campaigns/google')) asked.push(request.postDataJSON().customerIds);
  });
  await register(page);
  await connect(page, 'google');
  await page.getByRole('grid').getByRole('checkbox').last().check();
  await page.getByRole('button', { name: 'Next Data (Preview)' }).click();
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  expect(asked).toHaveLength(2);
  expect(asked[0]).toHaveLength(1);
  expect(asked[1]).toEqual(asked[0]);

  const dialog = page.getByRole('dialog', { name: 'Data Filters & Settings' });
  for (const [width, height, dialogWidth] of [
    [1280, 300, 768],
    [390, 600, 390 - 32],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Filters' }).click();
    const box = await boxOf(dialog);
    expect(box.width).toBe(dialogWidth);
    expect(box.height).toBeLessThanOrEqual(0.9 * height);
    // The rest is reachable by scrolling.
    await expect(dialog.getByRole('button', { name: 'Apply Changes' })).toBeInViewport({ ratio: 1 });
    const overlay = await dialog.evaluate((node) => getComputedStyle(node, '::backdrop').backgroundColor);
    expect(overlay).toMatch(/^(rgba\(0, 0, 0, 0\.5\)|oklab\(0 0 0 \/ 0\.5\))$/);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  }
});

test('an unknown path shows a large 404, and Go Back returns to the previous page [S2.ROUTE.20] [S2.404.1] [S2.404.5]', async ({
  page,
  faults,
}) => {
  faults.allow(/404/);
  await page.goto('/privacy-policy');
  expect((await page.goto('/no-such-page'))?.status()).toBe(404);
  const size = await page.getByText('404', { exact: true }).evaluate((node) => getComputedStyle(node).fontSize);
  expect(Number.parseFloat(size)).toBeGreaterThan(90);
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(/\/privacy-policy$/);
});

test('a dialog asked for offline opens once the browser is online, and the screen stays', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(offlineFaults);
  await register(page);
  await page.goto('/settings');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Not saved yet');
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.resourceType() === 'script');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await failed;
  await expect(name).toHaveValue('Not saved yet');
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(name).toHaveValue('Not saved yet');
});
