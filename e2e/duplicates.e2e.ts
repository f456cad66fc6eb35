import type { Page } from '@playwright/test';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { messages } from '#shared/messages.ts';
import { routes } from '#shared/routes.ts';
import { filterLeads, leadRows } from './leads.ts';
import { register, storedUser } from './people.ts';
import { expect, test } from './test.ts';

/** Leads arrive while the page is open. */
const arrive = async (page: Page, ...leads: Record<string, string>[]): Promise<void> => {
  const { token } = await storedUser(page);
  const answer = await page.request.post(`${apiBase}${saveCustomLeads.path}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { leads },
  });
  expect(answer.ok()).toBe(true);
};

test('two leads with the same phone number in different spellings are merged and separated again by keyboard', async ({
  page,
}) => {
  await register(page);
  await page.goto(routes.settings.path);
  await page.getByRole('button', { name: 'Choose Country' }).click();
  await page.getByLabel(/^Country of numbers/).selectOption('Germany');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await expect(page.getByText(messages.duplicates.countrySaved)).toBeVisible();
  // Their own ids: without one, the second row would change the first lead.
  await arrive(page, { id: '1', Name: 'Grace Hopper', Number: '+49 171 2345678', EmailAddress: 'grace@example.test' });
  await page.goto(`${routes.leads.path}?tab=all`);
  const rows = leadRows(page);
  await expect(rows).toHaveCount(1);
  await arrive(page, { id: '2', Name: 'G. Hopper', Number: '0171 / 23 45 678' });
  const repeat = rows.filter({ hasText: 'G. Hopper' });
  await expect(repeat).toContainText('2 leads');

  await repeat.getByRole('button', { name: 'G. Hopper' }).focus();
  await page.keyboard.press('Enter');
  const lead = page.getByRole('dialog', { name: 'Lead' });
  await expect(lead.getByRole('list', { name: 'Other leads of this person' })).toContainText('Grace Hopper');
  await lead.getByLabel('Status').selectOption('Qualified');
  await expect(lead.getByText(/changed the status from New to Qualified/)).toBeVisible();

  await lead.getByRole('button', { name: 'Compare and merge' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Same person' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(lead.getByRole('button', { name: 'Compare and merge' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('row', { name: /^Name.*differs/ })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Status: Qualified, of G. Hopper' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Grace Hopper carries on' }).focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('radio', { name: 'Status: Qualified, of G. Hopper' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Merge 2 leads' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(lead.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await expect(lead.getByLabel('Status')).toHaveValue('qualified');
  await expect(lead.getByText(/merged G\. Hopper into this lead/)).toBeVisible();
  await expect(rows).toHaveCount(1);

  await lead.getByRole('button', { name: 'Separate G. Hopper' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(messages.duplicates.separated)).toBeVisible();
  await expect(lead.getByLabel('Status')).toHaveValue('new');
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('Escape');
  await filterLeads(page, 'person', 'Known from an earlier lead');
  await expect(rows).toHaveCount(1);
  await expect(repeat).toContainText('Qualified');
});
