import { routes } from '#shared/routes.ts';
import { register } from './people.ts';
import { expect, test } from './test.ts';

test('every screen has an address that answers, and other addresses are 404 [S2.ROUTE.1] [S2.ROUTE.20]', async ({
  request,
}) => {
  for (const { path } of Object.values(routes)) expect([path, (await request.get(path)).status()]).toEqual([path, 200]);
  expect((await request.get('/no-such-page')).status()).toBe(404);
});

test('on the narrowest phone no button or link sticks out of its card', async ({ page, faults }) => {
  // The live leads of Facebook ask for its connection.
  faults.allow(/\/old_leads: .*403/);
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
