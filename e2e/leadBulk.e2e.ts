import { routes } from '#shared/routes.ts';
import { waitForLeads } from './waits.ts';
import { chooseAction, leadRows } from './leads.ts';
import { register } from './people.ts';
import { connect } from './platforms.ts';
import { expect, test } from './test.ts';
import { toast } from './toasts.ts';

test('leads are selected, given a status and restored by keyboard', async ({ page, hasTouch }) => {
  test.skip(hasTouch, 'phone.e2e.ts selects cards');
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(`${routes.leads.path}?tab=all`);
  const table = page.getByRole('grid', { name: 'All leads' });
  const rows = table.locator('tbody tr');
  await expect(rows).toHaveCount(50);
  // The table's first stop is the checkbox of all rows.
  await table.getByRole('checkbox', { name: 'Select all' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowDown');
  // In a cell without a button or choices, the space bar ticks the row.
  for (let cells = 0; cells < 4; cells += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await expect(bar.getByRole('status')).toHaveText('2 of 60 selected');
  await bar.getByRole('button', { name: 'Set status' }).press('Enter');
  await bar.getByRole('button', { name: 'Qualified' }).press('Enter');
  await expect(toast(page, '2 leads changed')).toBeVisible();
  await expect(rows.filter({ hasText: 'Qualified' })).toHaveCount(2);
  await expect(bar).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await expect(toast(page, 'Undone: 2 leads restored')).toBeVisible();
  await expect(rows.filter({ hasText: 'Qualified' })).toHaveCount(0);

  await table.getByRole('checkbox', { name: 'Select all' }).press(' ');
  await bar.getByRole('button', { name: 'Select all 60 leads of this filter' }).press('Enter');
  await expect(bar.getByRole('status')).toHaveText('All 60 selected');
  await bar.getByRole('button', { name: 'Delete' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete 60 leads' });
  await expect(dialog).toContainText('All 60 leads of this filter will be deleted');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete 60 leads' }).press('Enter');
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: 'Activity', exact: true }).press('Enter');
  const activity = page.getByRole('dialog', { name: 'Activity' });
  await expect(activity.getByRole('heading', { level: 3 })).toHaveText([
    'Deleted 60 leads',
    'Set 2 leads to Qualified',
  ]);
  await activity.getByRole('button', { name: 'Undo: Deleted 60 leads' }).press('Enter');
  await expect(activity.getByText(/60 restored/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(50);
});

test('undoing the import of a wrong file keeps the lead that somebody has called', async ({ page }) => {
  await register(page);
  await page.goto(routes.customLeads.path);
  const csv = ['id,Name,Email Address', '1,Wrong Ada,ada@example.test', '2,Wrong Bea,bea@example.test'].join('\n');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Import|^Save|^Confirm/ })
    .click();
  await expect(leadRows(page, 'Custom leads').filter({ hasText: 'Wrong' })).toHaveCount(2);

  await page.goto(`${routes.leads.path}?tab=all`);
  await page.getByRole('button', { name: 'Wrong Bea' }).click();
  const lead = page.getByRole('dialog', { name: 'Lead' });
  await lead.getByRole('textbox', { name: 'Note' }).fill('Called, is real');
  await page.keyboard.press('Control+Enter');
  await expect(lead.getByText('Called, is real', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await chooseAction(page, 'Activity');
  const activity = page.getByRole('dialog', { name: 'Activity' });
  await activity.getByRole('button', { name: 'Undo: Imported 2 leads' }).click();
  await expect(
    activity.getByText('After an undo: 1 lead removed, 1 left because somebody changed it since'),
  ).toBeVisible();
  await expect(activity.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await activity.getByRole('button', { name: 'Undo the rest' }).click();
  await expect(activity.getByText(/1 removed, 1 left because somebody changed it since/)).toBeVisible();
  await activity.getByRole('button', { name: 'Show' }).click();
  await activity.getByRole('link', { name: 'Wrong Bea' }).click();
  await expect(lead.getByText('Called, is real', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(leadRows(page)).toHaveCount(1);
});

test('a lead is added by hand and edited', async ({ page }) => {
  await register(page);
  await page.goto(`${routes.leads.path}?tab=all`);
  await chooseAction(page, 'Add lead');
  const form = page.getByRole('dialog', { name: 'Add a lead' });
  await form.getByRole('button', { name: 'Add lead' }).press('Enter');
  await expect(form.getByText('Please give a name, an email address or a phone number')).toBeVisible();
  await form.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await form.getByLabel('Phone').fill('0171 2345678');
  await page.keyboard.press('Enter');
  const lead = page.getByRole('dialog', { name: 'Lead', exact: true });
  await expect(lead.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await expect(lead.getByRole('link', { name: '0171 2345678' }).first()).toHaveAttribute('href', /^tel:/);
  await lead.getByRole('button', { name: 'Edit' }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit lead' });
  await edit.getByLabel('Email').fill('grace@example.test');
  await page.keyboard.press('Enter');
  await expect(edit).toHaveCount(0);
  await expect(lead.getByText('set the EmailAddress to grace@example.test')).toBeVisible();
  await expect(lead.getByRole('link', { name: 'grace@example.test' }).first()).toHaveAttribute('href', /^mailto:/);
});
