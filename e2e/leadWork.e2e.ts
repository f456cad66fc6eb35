import type { Locator, Page } from '@playwright/test';
import { routes } from '#shared/routes.ts';
import { waitForLeads } from './waits.ts';
import { chooseAction, filterLeads, leadOpeners, leadRows } from './leads.ts';
import { register } from './people.ts';
import { connect } from './platforms.ts';
import { pointIn, pointerOf } from './pointer.ts';
import { expect, test } from './test.ts';
import { toast } from './toasts.ts';

test('a lead is taken, noted and won by keyboard, and another open window follows', async ({ page, context }) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(routes.leads.path);
  await page.getByRole('tab', { name: 'All leads' }).click();
  const opener = leadOpeners(page).first();
  const name = (await opener.textContent()) ?? '';
  const other = await context.newPage();
  await other.goto(page.url());
  const otherRow = leadRows(other).filter({ hasText: name }).first();
  await expect(otherRow).toContainText('New');

  await opener.focus();
  await page.keyboard.press('Enter');
  const lead = page.getByRole('dialog', { name: 'Lead' });
  await expect(lead.getByRole('heading', { name })).toBeVisible();
  await expect(lead.getByRole('link').first()).toHaveAttribute('href', /^(tel|mailto):/);
  await lead.getByLabel('Assignee').selectOption({ index: 1 });
  await expect(lead.getByText(/assigned/)).toBeVisible();
  await lead.getByLabel('Status').focus();
  await lead.getByLabel('Status').selectOption('Won');
  await lead.getByLabel('Value').fill('1200.50');
  await page.keyboard.press('Enter');
  await expect(lead.getByText(/set the value to 1200\.5 EUR/)).toBeVisible();
  await lead.getByRole('textbox', { name: 'Note' }).fill('Signed <b>today</b>');
  await page.keyboard.press('Control+Enter');
  await expect(lead.getByText('Signed <b>today</b>', { exact: true })).toBeVisible();
  await expect(otherRow).toContainText('Won');
  await page.keyboard.press('Escape');
  await expect(lead).toHaveCount(0);
  await expect(opener).toBeFocused();

  await filterLeads(page, 'status', 'Won');
  await expect(leadRows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/status=won/);
});

test('the list is worked on with letters, and Ctrl+Z takes the last change back', async ({ page, hasTouch }) => {
  test.skip(hasTouch, 'a phone has cards');
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(`${routes.leads.path}?tab=all`);
  const [first, second] = [leadRows(page).first(), leadRows(page).nth(1)];
  const status = second.getByRole('combobox', { name: /^Status of/ });
  const name = (await leadOpeners(page).nth(1).textContent()) ?? '';
  await first.getByRole('button').first().focus();
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await expect(status).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(toast(page, `${name}: status is now Qualified`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(toast(page, `${name} is as before`)).toBeVisible();
  await expect(status).toHaveValue('new');
  await page.keyboard.press('n');
  const lead = page.getByRole('dialog', { name: 'Lead' });
  await expect(lead.getByRole('heading', { name })).toBeVisible();
  await expect(lead.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(lead).toHaveCount(0);
  await first.getByRole('gridcell').last().click();
  await expect(lead).toBeVisible();
});

test('what somebody types about a lead survives Escape, the next lead, a change elsewhere and a reload, until the logout', async ({
  page,
  context,
}) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(`${routes.leads.path}?tab=all`);
  const opener = leadOpeners(page).first();
  await opener.click();
  const lead = page.getByRole('dialog', { name: 'Lead' });
  const [status, note, value] = [
    lead.getByLabel('Status'),
    lead.getByRole('textbox', { name: 'Note' }),
    lead.getByLabel('Value'),
  ];
  await status.selectOption('Won');
  await value.fill('1.250,5');
  await expect(lead.getByText('€1,250.50')).toBeVisible();
  await note.fill('Call on Monday');
  await page.keyboard.press('Escape');
  await expect(lead).toHaveCount(0);
  await opener.click();
  await expect(note).toHaveValue('Call on Monday');
  await lead.getByRole('button', { name: 'Next lead' }).click();
  await expect(note).toHaveValue('');
  await lead.getByRole('button', { name: 'Previous lead' }).click();
  await expect(note).toHaveValue('Call on Monday');

  const other = await context.newPage();
  await other.goto(page.url());
  const otherLead = other.getByRole('dialog', { name: 'Lead' });
  await otherLead.getByLabel('Assignee').selectOption({ index: 1 });
  await expect(lead.getByText(/assigned/)).toBeVisible();
  await expect(value).toHaveValue('1.250,5');
  await page.reload();
  await expect(value).toHaveValue('1.250,5');
  await expect(note).toHaveValue('Call on Monday');

  await lead.getByRole('button', { name: 'Save' }).click();
  await expect(lead.getByText(/set the value to 1250\.5 EUR/)).toBeVisible();
  await lead.getByRole('button', { name: 'Add note' }).click();
  await expect(note).toHaveValue('');
  await page.reload();
  await expect(value).toHaveValue('1250.5');
  await expect(note).toHaveValue('');
  await note.fill('Not for the next person');
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => localStorage.getItem('drafts'))).toContain('Not for the next person');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(new RegExp(routes.signIn.path));
  expect(await page.evaluate(() => localStorage.getItem('drafts'))).toBeNull();
});

test('a status is chosen with the arrow keys, saved with Enter, and the focus stays', async ({ page }) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(`${routes.leads.path}?tab=all`);
  await leadOpeners(page).first().click();
  const lead = page.getByRole('dialog', { name: 'Lead' });
  const status = lead.getByLabel('Status');
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.postData() ?? '');
  });
  await status.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(status.locator('option:checked')).toHaveText('Qualified');
  await page.keyboard.press('Escape');
  await expect(status.locator('option:checked')).toHaveText('New');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(lead.getByText(/from New to Qualified/)).toBeVisible();
  await expect(status).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await expect(lead.getByText(/from Qualified to Contacted/)).toBeVisible();
  await expect(lead.getByLabel('Assignee')).toBeFocused();
  expect(changes.map((body) => JSON.parse(body))).toEqual([{ statusId: 'qualified' }, { statusId: 'contacted' }]);
});

test('the list is sorted and filtered in the address, and saved as a view', async ({ page, hasTouch }) => {
  test.skip(hasTouch, 'phone.e2e.ts has the sheet of a phone');
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(`${routes.leads.path}?tab=all`);
  const table = page.getByRole('grid', { name: 'All leads' });
  const rows = table.locator('tbody tr');
  await expect(rows).toHaveCount(50);
  await table.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(table.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'More filters' }).click();
  const form = page.getByLabel('Form', { exact: true });
  await form.selectOption({ index: 1 });
  await expect(page).toHaveURL(/sort=name&form=/);
  await expect(form).not.toHaveValue('');
  const chosen = await form.locator('option:checked').textContent();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More: 1 filter set' })).toBeFocused();
  await expect(rows.first()).toContainText(chosen ?? '');
  await page.getByRole('button', { name: /^View: All leads/ }).click();
  await page.getByRole('button', { name: 'Save as a new view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('One form');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\?view=[0-9a-f]+&tab=all$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'View: One form' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
});

/** Drags a card to another column with the mouse, or with a finger, which first holds it. */
const drag = async (page: Page, card: Locator, column: Locator, hasTouch: boolean): Promise<void> => {
  const pointer = await pointerOf(page, hasTouch);
  const start = await pointIn(card, { x: 20, y: 20 });
  await pointer.press(start);
  if (!hasTouch) await pointer.move({ x: start.x + 10, y: start.y });
  const copy = page.locator('div[aria-hidden=true]', {
    hasText: (await card.locator('span').first().textContent()) ?? '',
  });
  await expect(copy).toBeVisible();
  const board = await page.getByRole('region', { name: 'Board' }).boundingBox();
  if (!board) throw new Error('There is no board');
  const at = (part: number) => ({ x: board.x + board.width * part, y: start.y });
  const { x: former } = await pointIn(column);
  for (const part of hasTouch ? [] : [0.4, 0.7, 0.3, 0.7, 0.5]) await pointer.move(at(part));
  expect((await pointIn(column)).x, 'the board stays while the pointer crosses columns').toBe(former);
  await pointer.move({ ...start, x: board.x + board.width + 8 });
  await expect.poll(async () => (await pointIn(column)).x, { intervals: [20] }).toBeLessThan(former);
  // At its edges, the board scrolls until the column is in the middle. On a busy machine it scrolls past.
  let last = Number.NaN;
  const hasStoppedAtColumn = async (): Promise<boolean> => {
    const before = last;
    last = (await pointIn(column)).x;
    const part = (last - board.x) / board.width;
    const isInMiddle = part > 0.25 && part < 0.75;
    await pointer.move(at(isInMiddle ? 0.5 : part < 0.5 ? 0.1 : 0.9));
    return isInMiddle && last === before;
  };
  await expect.poll(hasStoppedAtColumn, { intervals: [20] }).toBe(true);
  // Drops below the column's few cards.
  const { x, y } = await pointIn(column);
  await pointer.move({ x, y: y + 150 });
  await pointer.release();
};

test('a card of the board is dragged to another status, and another open window follows', async ({
  page,
  context,
  hasTouch,
}) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(`${routes.leads.path}?tab=all&as=board`);
  const column = (of: typeof page, name: string) => of.getByRole('region', { name, exact: true });
  const cards = column(page, 'New').locator('[data-card]');
  await expect(cards).toHaveCount(20);
  // The end of the column loads more.
  await cards.last().scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(40);
  await cards.first().scrollIntoViewIfNeeded();
  const id = (await cards.first().getAttribute('data-card')) ?? '';
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(column(other, 'New').locator(`[data-card="${id}"]`)).toBeVisible();

  await page.bringToFront();
  await drag(page, cards.first(), column(page, 'Contacted'), hasTouch);
  await expect(column(page, 'Contacted').locator(`[data-card="${id}"]`)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Lead' })).toHaveCount(0);
  await expect(column(other, 'Contacted').locator(`[data-card="${id}"]`)).toBeVisible();
  await column(page, 'Contacted').locator('[data-card]').click();
  await expect(page.getByRole('dialog', { name: 'Lead' }).getByLabel('Status')).toHaveValue('contacted');
});

test('a status is dragged to another position, and Escape only ends the drag', async ({ page, hasTouch }) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(`${routes.leads.path}?tab=all&as=board`);
  await chooseAction(page, 'Statuses');
  const dialog = page.getByRole('dialog', { name: 'Statuses' });
  const rows = dialog.getByRole('listitem');
  const handleOf = (name: string) => dialog.getByRole('button', { name: new RegExp(`^Move ${name},`) });
  const order = () =>
    dialog
      .getByLabel(/^Name of /)
      .evaluateAll((names) => names.map((name) => (name as HTMLInputElement).value).slice(0, 3));
  await expect(rows).toHaveCount(6);
  const pointer = await pointerOf(page, hasTouch);
  const [first, third] = [await pointIn(handleOf('New')), await pointIn(rows.nth(2))];
  /** Holds the first status over the third one, which makes room. */
  const hold = async (): Promise<void> => {
    await pointer.press(first);
    await pointer.move({ x: first.x, y: (first.y + third.y) / 2 });
    await pointer.move({ x: first.x, y: third.y + 10 });
    await expect.poll(async () => (await pointIn(rows.nth(2))).y).toBeLessThan(third.y);
  };
  await hold();
  await page.keyboard.press('Escape');
  await pointer.release();
  await expect(dialog).toBeVisible();
  expect(await order()).toEqual(['New', 'Contacted', 'Qualified']);
  await expect.poll(() => pointIn(rows.nth(2))).toEqual(third);
  await hold();
  await pointer.release();
  await expect.poll(order).toEqual(['Contacted', 'Qualified', 'New']);
  await expect(handleOf('New')).toHaveAccessibleName(/3 of 6/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Board' }).getByRole('heading').nth(2)).toHaveText('New');
});

test('the tab appears with the first imported lead', async ({ page }) => {
  await register(page);
  await page.goto(routes.customLeads.path);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Status\nGrace,Won\n') });
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(leadRows(page, 'Custom leads').filter({ hasText: 'Grace' })).toBeVisible();
  await page.goto(routes.leads.path);
  await page.getByRole('tab', { name: 'All leads' }).click();
  await expect(leadRows(page).first()).toContainText('Won');
});
