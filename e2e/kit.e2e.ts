import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kitPath, routes } from '#shared/routes.ts';
import { register } from './people.ts';
import { expect, test } from './test.ts';

/** A text that only the kit page contains. */
const itsTitle = 'Leadlight kit';
/** A rule that only the kit's styles contain. */
const itsStyle = 'minmax(11rem,1fr)';

test('the kit page is not in the build', async ({ request }) => {
  const answer = await request.get(kitPath);
  expect(answer.status()).toBe(404);
  expect(await answer.text()).not.toContain(itsTitle);
  const root = join(import.meta.dirname, '../dist');
  const files = (await readdir(root, { recursive: true })).filter((file) => /\.(?:m?js|css|json|html)$/.test(file));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8');
    expect([file, text.includes(itsTitle), text.includes(itsStyle)]).toEqual([file, false, false]);
  }
});

test('a table shades only the edges that hide more columns', async ({ page }) => {
  await register(page);
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto(routes.customLeads.path);
  const table = page.getByRole('grid', { name: 'Custom leads' }).locator('..');
  const scrollTo = (part: number) =>
    table.evaluate((region, fraction) => region.scrollTo({ left: region.scrollWidth * fraction }), part);
  const shown = () =>
    page.locator('[data-shadow]').evaluateAll((shadows) => shadows.map((shadow) => getComputedStyle(shadow).opacity));
  await expect.poll(shown).toEqual(['0', '1']);
  await scrollTo(0.3);
  await expect.poll(shown).toEqual(['1', '1']);
  // Next to the sticky column, not over it.
  const gap = async (): Promise<number> => {
    const pinned = await page.getByRole('columnheader', { name: 'Name', exact: true }).boundingBox();
    const shadow = await page.locator('[data-shadow=start]').boundingBox();
    return (shadow?.x ?? 0) - (pinned?.x ?? 0) - (pinned?.width ?? 0);
  };
  // The table may still be rendering rows.
  await expect.poll(gap).toBeCloseTo(0, 0);
  await scrollTo(1);
  await expect.poll(shown).toEqual(['1', '0']);
});

test('the list of shortcuts opens from the menu and by its key, and returns the focus', async ({ page }) => {
  await register(page);
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const menu = page.getByRole('button', { name: 'User menu' });
  await menu.click();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(routes.campaigns.path);
});
