import { routes } from '#shared/routes.ts';
import { waitForLeads } from './leads.ts';
import { register } from './people.ts';
import { connect } from './platforms.ts';
import { expect, test } from './test.ts';

test('a lead is taken, noted and won by keyboard, and another open window follows', async ({ page, context }) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(routes.leads.path);
  await page.getByRole('tab', { name: 'All leads' }).click();
  const table = page.getByRole('grid', { name: 'All leads' });
  const opener = table.locator('tbody').getByRole('button').first();
  const name = (await opener.textContent()) ?? '';
  const other = await context.newPage();
  await other.goto(page.url());
  const otherRow = other.getByRole('grid', { name: 'All leads' }).getByRole('row').filter({ hasText: name }).first();
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
  await expect(otherRow).toContainText('Won', { timeout: 2000 });
  await page.keyboard.press('Escape');
  await expect(lead).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.getByRole('button', { name: 'Filter by status' }).click();
  // The box follows the address, a moment after the click.
  await page.getByRole('checkbox', { name: 'Won' }).click();
  await expect(table.locator('tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(/status=won/);
});
