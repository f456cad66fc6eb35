import { routes } from '#shared/routes.ts';
import { waitForLeads } from '../leads.ts';
import { register } from '../people.ts';
import { connect } from '../platforms.ts';
import { tableRows } from '../preview.ts';
import { expect, test } from '../test.ts';

test('every screen has a path that answers, and other paths are 404 [S2.ROUTE.1] [S2.ROUTE.20]', async ({
  request,
}) => {
  for (const { path } of Object.values(routes)) expect([path, (await request.get(path)).status()]).toEqual([path, 200]);
  expect((await request.get('/no-such-page')).status()).toBe(404);
});

test('on the narrowest phone no button or link sticks out of its card', async ({ page, faults }) => {
  // The live leads of Facebook need its connection.
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

test('a scrolled table keeps its header, its first column and its actions visible', async ({ page }) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto(routes.oldLeads.path);
  await expect(tableRows(page)).toHaveCount(50);
  const table = page.getByRole('grid', { name: 'Facebook leads' }).locator('..');
  await table.evaluate((region) => region.scrollTo({ top: region.scrollHeight, left: region.scrollWidth / 3 }));
  await expect(tableRows(page).last()).toBeInViewport();
  await expect(page.getByRole('columnheader', { name: 'Name', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(tableRows(page).last().locator('td').first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'View Lead' }).last()).toBeInViewport({ ratio: 1 });

  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(tableRows(page)).toHaveCount(10);
  await expect.poll(() => table.evaluate((region) => region.scrollTop)).toBe(0);
});
