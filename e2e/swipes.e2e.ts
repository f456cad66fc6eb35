import type { Locator } from '@playwright/test';
import { routes } from '#shared/routes.ts';
import { chooseAction } from './leads.ts';
import { waitForLeads } from './waits.ts';
import { register } from './people.ts';
import { connect } from './platforms.ts';
import { pointIn, swipe } from './pointer.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 390, height: 600 }, hasTouch: true, isMobile: true });

const scrolled = (of: Locator) => of.evaluate(({ scrollLeft, scrollTop }) => scrollLeft + scrollTop);

test('a swipe over cards and statuses only scrolls', async ({ page }) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  const changes: string[] = [];
  page.on('request', (request) => {
    if (['PATCH', 'PUT'].includes(request.method())) changes.push(request.url());
  });
  await page.goto(`${routes.leads.path}?tab=all&as=board`);
  const board = page.getByRole('region', { name: 'Board' });
  const column = board.getByRole('region', { name: 'New', exact: true });
  const card = column.locator('[data-card]').first();
  const id = (await card.getAttribute('data-card')) ?? '';
  const { x, y } = await pointIn(card);
  await swipe(page, { x, y }, { x, y: y - 120 });
  await expect.poll(() => scrolled(column.locator('div').first())).toBeGreaterThan(0);
  await swipe(page, { x: x + 60, y }, { x: x - 140, y });
  await expect.poll(() => scrolled(board)).toBeGreaterThan(0);
  await expect(column.locator(`[data-card="${id}"]`)).toHaveCount(1);

  await chooseAction(page, 'Statuses');
  const dialog = page.getByRole('dialog', { name: 'Statuses' });
  const names = dialog.getByLabel(/^Name of /);
  const order = ['New', 'Contacted', 'Qualified', 'Won', 'Lost', 'Junk'];
  await expect(names).toHaveCount(order.length);
  const row = await pointIn(dialog.getByRole('listitem').nth(2), { x: 8, y: 85 });
  await swipe(page, row, { ...row, y: row.y - 150 });
  await expect.poll(() => scrolled(dialog.locator('[data-dialog-body]'))).toBeGreaterThan(0);
  expect(await names.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))).toEqual(order);
  expect(changes).toEqual([]);
});
