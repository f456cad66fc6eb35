import { AxeBuilder } from '@axe-core/playwright';
import { routes } from '#shared/routes.ts';
import { register } from './people.ts';
import { expect, test } from './test.ts';

test('the public pages are whole without JavaScript, and unknown ones are 404 [S2.ROUTE.1] [S2.ROUTE.20]', async ({
  request,
  browser,
  faults,
}) => {
  const landing = await request.get('/');
  expect(landing.status()).toBe(200);
  expect(await landing.text()).toContain('Get Started Free');
  expect((await request.get('/no-such-page')).status()).toBe(404);
  for (const { path } of Object.values(routes)) expect([path, (await request.get(path)).status()]).toEqual([path, 200]);

  faults.allow(/404/);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByText('1200')).toBeVisible();
  await context.close();
});

test('guests are sent to sign-in, people with a session away from it [S2.GUARD.1] [S2.GUEST.1]', async ({ page }) => {
  for (const { path, access } of Object.values(routes)) {
    if (access !== 'user') continue;
    await page.goto(path);
    await expect(page).toHaveURL(/\/sign-in$/);
  }
  await register(page);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/overview$/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/overview$/);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`no screen has an accessibility fault or a sideways scroll, ${colorScheme}`, async ({ page, faults }) => {
    test.slow();
    faults.allow(/404/);
    await page.emulateMedia({ colorScheme });
    const check = async (path: string) => {
      await page.goto(path);
      await expect(page.locator('h1')).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect([path, violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)]).toEqual([path, []]);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        await expect.poll(overflow, { message: `${path} at ${width} px` }).toBe(0);
      }
    };
    for (const { path, access } of Object.values(routes))
      if (access === 'public' || (access === 'guest' && path !== routes.resetPassword.path)) await check(path);
    await check('/no-such-page');
    await register(page);
    for (const { path, access } of Object.values(routes)) if (access === 'user') await check(path);
  });

test('on the narrowest phone no button or link sticks out of its card', async ({ page }) => {
  await register(page);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { path, access } of Object.values(routes)) {
    if (access !== 'user') continue;
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible();
    const sticksOut = () =>
      page.locator('main section :is(a, button):not(table *)').evaluateAll((elements) =>
        elements
          .filter((element) => {
            const card = element.closest('section')?.getBoundingClientRect();
            return card !== undefined && element.getBoundingClientRect().right > card.right;
          })
          .map((element) => element.textContent),
      );
    await expect.poll(sticksOut, { message: path }).toEqual([]);
  }
});
