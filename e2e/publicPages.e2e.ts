import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { landingCounters } from '#shared/limits.ts';
import { routes } from '#shared/routes.ts';
import { expect, test } from './test.ts';

const kilobyte = 1024;
const phone = { width: 360, height: 740 };
const targets = landingCounters.map(({ target }) => String(target));

/** Records the URLs of all further requests. */
const listenToRequests = (page: Page): URL[] => {
  const requests: URL[] = [];
  page.on('request', (request) => requests.push(new URL(request.url())));
  return requests;
};

/** The requested pictures of the product, e.g. `campaigns-light`. */
const pictures = (requests: URL[]): string[] => [
  ...new Set(
    requests.flatMap(({ pathname }) => /\/(\w+-(?:light|dark))(?:-small)?\.[\w-]+\.webp$/.exec(pathname)?.[1] ?? []),
  ),
];

/** Scrolls down in steps of half a screen, so that everything is visible once. */
const scrollThrough = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      scrollBy(0, innerHeight / 2);
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    }
  });

/** Delays idle callbacks of the browser. @returns a function that releases them */
const holdIdle = async (page: Page): Promise<() => Promise<void>> => {
  await page.addInitScript(() => {
    window.requestIdleCallback = (callback) => {
      window.addEventListener('test:idle', () => callback({ didTimeout: false, timeRemaining: () => 50 }));
      return 1;
    };
  });
  return () => page.evaluate(() => void window.dispatchEvent(new Event('test:idle')));
};

/** The files of the sign-in screen that the server has named. */
const signInFiles = async (page: Page): Promise<string[]> =>
  (await page.locator('[data-sign-in-files]').getAttribute('data-sign-in-files'))?.split(' ') ?? [];

test('the sheets of a public page style every class of the page', async ({ page, faults }) => {
  faults.allow(/no-such-page: .*404/);
  for (const path of [routes.landing.path, routes.privacyPolicy.path, routes.termsOfService.path, '/no-such-page']) {
    await page.goto(path);
    const unstyled = await page.evaluate(() => {
      const selectors: string[] = [];
      const collect = (rules: CSSRuleList): void => {
        for (const rule of rules) {
          if (rule instanceof CSSStyleRule) selectors.push(rule.selectorText);
          if ('cssRules' in rule) collect(rule.cssRules as CSSRuleList);
        }
      };
      for (const sheet of document.styleSheets) collect(sheet.cssRules);
      const all = selectors.join('\n');
      const names = [...document.querySelectorAll('[class]')].flatMap((element) => [...element.classList]);
      return [...new Set(names)].filter((name) => !all.includes(`.${CSS.escape(name)}`));
    });
    expect(unstyled, path).toEqual([]);
  }
});

test('without JavaScript every public page is complete and readable', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: phone });
  const page = await context.newPage();

  await page.goto(routes.landing.path);
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Home', 'Privacy Policy', 'Terms & Conditions', 'Sign In'])
    await expect(nav.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
  expect(await page.locator('[data-counter]').allTextContents()).toEqual(targets);
  for (const section of await page.locator('main section').all()) await expect(section).toBeVisible();
  for (const heading of await page.getByRole('heading').all()) await expect(heading).toBeVisible();
  await expect(page.getByRole('img', { name: 'The Campaigns of Leadlight' })).toHaveCount(1);
  await expect(page.getByRole('button')).toHaveCount(0);

  for (const [path, count] of [
    [routes.privacyPolicy.path, 11],
    [routes.termsOfService.path, 18],
  ] as const) {
    await page.goto(path);
    await page.getByText('Contents').and(page.locator('summary')).click();
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    await expect(contents).toHaveCount(count);
    await contents.last().click();
    await expect(page.getByRole('heading', { name: new RegExp(`^${count}\\. `) })).toBeInViewport({ ratio: 1 });
  }

  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Home' })).toBeVisible();
  // Without JavaScript, the button could do nothing.
  await expect(page.getByText('Go Back')).toBeHidden();
  await context.close();
});

for (const viewport of [phone, { width: 1280, height: 800 }])
  test(`the layout does not shift while the page loads, scrolls and counts, at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const shifts = (): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'shifts'));

    await page.goto(routes.landing.path);
    const counters = page.locator('[data-counter]');
    await scrollThrough(page);
    await counters.last().scrollIntoViewIfNeeded();
    await expect.poll(() => counters.allTextContents()).toEqual(targets);
    expect(await shifts()).toEqual([]);

    // Proves that the browser reports layout shifts.
    await counters.last().evaluate((counter) => counter.style.setProperty('margin-left', '1em'));
    await expect.poll(shifts).not.toEqual([]);
  });

test('a counter keeps its left edge and its suffix in place, and screen readers get its target', async ({ page }) => {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto(routes.landing.path);
  const counter = page.locator('[data-counter="45000"]');
  await counter.scrollIntoViewIfNeeded();
  await expect(counter).toHaveText('0');

  /** The left edge of the digits, and the gap between digits and suffix. */
  const places = () =>
    counter.evaluate((element) => {
      const digits = document.createRange();
      digits.selectNodeContents(element);
      const { left, right } = digits.getBoundingClientRect();
      return { left, gap: (element.nextElementSibling?.getBoundingClientRect().left ?? 0) - right };
    });
  const first = await places();
  for (const ms of [50, 1200, 1250]) {
    await expect(page.getByRole('region', { name: 'In figures' })).toMatchAriaSnapshot(`
      - term: Leads generated
      - definition: 45000+
    `);
    const { left, gap } = await places();
    expect(left).toBe(first.left);
    expect(Math.abs(gap)).toBeLessThan(3);
    await page.clock.runFor(ms);
  }
  await expect(counter).toHaveText('45000');
});

for (const [chosen, system, shown, clicksToOther] of [
  ['system', 'light', 'light', 2],
  ['system', 'dark', 'dark', 1],
  ['dark', 'light', 'dark', 1],
  ['light', 'dark', 'light', 1],
] as const)
  test(`only the pictures of the ${shown} theme are fetched: ${chosen} chosen, system ${system}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: system, reducedMotion: 'reduce' });
    await page.addInitScript((theme) => {
      // Only for the first page, because the test changes the theme later.
      if (localStorage.getItem('theme') === null) localStorage.setItem('theme', theme);
    }, chosen);
    const requests = listenToRequests(page);
    await page.goto(routes.landing.path);
    await scrollThrough(page);
    const isLoaded = (name: string) =>
      page.getByRole('img', { name }).evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0);
    for (const name of ['The Campaigns of Leadlight', 'The leads of Leadlight', 'The AI Insights of Leadlight'])
      await expect.poll(() => isLoaded(name)).toBe(true);
    expect(pictures(requests)).toEqual([`campaigns-${shown}`, `leads-${shown}`, `findings-${shown}`]);

    // The other pictures load when the theme changes.
    const other = shown === 'light' ? 'dark' : 'light';
    await page.getByRole('button', { name: 'Theme' }).click({ clickCount: clicksToOther });
    await expect.poll(() => pictures(requests)).toContain(`leads-${other}`);
    await expect.poll(() => isLoaded('The leads of Leadlight')).toBe(true);
  });

test('a public page loads nothing from other hosts, and at most 3 KB of scripts and 14 KB of styles', async ({
  page,
  faults,
}) => {
  faults.allow(/404/);
  await holdIdle(page);
  const requests = listenToRequests(page);
  for (const path of [routes.landing.path, routes.privacyPolicy.path, routes.termsOfService.path, '/no-such-page']) {
    const bodies: { type: string; body: Promise<Buffer> }[] = [];
    const measured = new Set(['script', 'stylesheet', 'font', 'fetch']);
    const note = (answer: Response): void => {
      const type = answer.request().resourceType();
      // Read at once, because the browser keeps bodies for a while only.
      if (measured.has(type)) bodies.push({ type, body: answer.body() });
    };
    page.on('response', note);
    await page.goto(path, { waitUntil: 'networkidle' });
    page.off('response', note);

    const sizeOf = async (type: string): Promise<number> => {
      const found = await Promise.all(bodies.flatMap((each) => (each.type === type ? [each.body] : [])));
      return found.reduce((sum, body) => sum + gzipSync(body).length, 0);
    };
    expect(await sizeOf('script'), path).toBeLessThan(3 * kilobyte);
    expect(await sizeOf('stylesheet'), path).toBeLessThan(14 * kilobyte);
    expect(await sizeOf('font'), path).toBe(0);
    expect(await sizeOf('fetch'), path).toBe(0);
  }
  expect(new Set(requests.map(({ origin }) => origin)).size).toBe(1);
});

test('the files of the sign-in screen are prefetched when the page is idle, and come from the cache later', async ({
  page,
}) => {
  const beIdle = await holdIdle(page);
  const requests = listenToRequests(page);
  await page.goto(routes.landing.path, { waitUntil: 'networkidle' });
  const files = await signInFiles(page);
  const asked = () => requests.map(({ pathname }) => pathname).filter((path) => files.includes(path));
  // The public page shares no file with the app.
  expect(asked()).toEqual([]);

  await beIdle();
  await expect.poll(asked).toEqual(files);
  await page.waitForLoadState('networkidle');

  await page.getByRole('link', { name: 'Get Started Free' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap((entry) => (entry instanceof PerformanceResourceTiming ? [entry] : []))
      .map(({ name, transferSize }) => ({ path: new URL(name).pathname, transferSize })),
  );
  const expected = files.map((path) => ({ path, transferSize: 0 }));
  expect(loaded.filter(({ path }) => files.includes(path))).toEqual(expect.arrayContaining(expected));
  // The files of its first view. The screen loads others later.
  const shell = await (await page.request.get(routes.signIn.path)).text();
  for (const [, path = ''] of shell.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g))
    expect(files).toContain(path);
});

test('with data saving, nothing is prefetched until a link to the sign-in is hovered', async ({ page }) => {
  const beIdle = await holdIdle(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
  });
  const requests = listenToRequests(page);
  await page.goto(routes.landing.path, { waitUntil: 'networkidle' });
  const [first = ''] = await signInFiles(page);
  const isAsked = () => requests.some(({ pathname }) => pathname === first);
  await beIdle();
  await page.getByRole('link', { name: 'Learn More' }).hover();
  await page.waitForLoadState('networkidle');
  expect(isAsked()).toBe(false);
  await page.getByRole('link', { name: 'Get Started Free' }).hover();
  await expect.poll(isAsked).toBe(true);
});

test('the keyboard can skip to the content, and the header never covers the focus', async ({ page }) => {
  await page.goto(routes.privacyPolicy.path);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
  await expect(contents.first()).toBeFocused();

  await contents.nth(5).focus();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: /^6\. / });
  await expect(heading).toBeInViewport({ ratio: 1 });
  const bottomOfHeader = await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().bottom);
  expect(await heading.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(bottomOfHeader);
});

test('a legal page prints completely, dark on light, without screen-only elements', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(routes.termsOfService.path);
  for (const role of ['banner', 'contentinfo', 'navigation'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^\d+\. / })).toHaveCount(18);
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
});
