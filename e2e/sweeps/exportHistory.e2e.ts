import { apiBase } from '#shared/contracts/endpoint.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { newSpreadsheet } from '../exports.ts';
import { register, storedUser } from '../people.ts';
import { connect } from '../platforms.ts';
import { slowDown, spreadsheetIds } from '../sandbox.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

/** Enough rows for several writes. */
const rowCount = 10_001;

test('an export of a whole list that is cancelled and resumed after a reload writes every row once', async ({
  page,
}) => {
  await register(page);
  await connect(page, 'google');
  const { token } = await storedUser(page);
  const leads = Array.from({ length: rowCount }, (_, index) => ({
    id: String(20_000_000_000 + index),
    Name: `Ada Example ${index}`,
    EmailAddress: `ada.${index}@example.test`,
  }));
  const saved = await page.request.post(`${apiBase}/meta-custom-leads`, {
    headers: { authorization: `Bearer ${token}` },
    data: { leads },
  });
  expect(saved.ok()).toBe(true);
  const before = await spreadsheetIds();
  await page.goto('/custom-leads');

  await test.step('the progress bar appears and advances', async () => {
    // Slows the first write to show progress, and the second to allow canceling. The third write has a single row.
    for (const delayMs of [2000, 15_000]) await slowDown('google', '/values:batchUpdate', delayMs);
    await page.getByRole('button', { name: 'Export all 10,001' }).click();
    const message = toast(page, 'Your Google Sheet creation is in process...');
    await expect(message).toBeVisible();
    await expect(message.getByRole('progressbar', { name: 'Rows written' })).toBeVisible();
    await expect(message.getByText(/^5,00[01] of 10,001 rows$/)).toBeVisible();
    await message.getByRole('button', { name: 'Cancel' }).click();
    await expect(toast(page, 'Export cancelled')).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Export all 10,001' })).toBeEnabled();
  });

  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Exports' });

  await test.step('the list of exports shows it and resumes it', async () => {
    await page.getByRole('button', { name: 'Exports' }).click();
    const item = dialog.getByRole('listitem');
    await expect(item).toHaveCount(1);
    await expect(item.getByText('Cancelled')).toBeVisible();
    await expect(item.getByText(/^\d+,\d+ of 10,001 rows$/)).toBeVisible();
    await item.getByRole('button', { name: /^Resume/ }).click();
    await expect(item.getByText('Complete')).toBeVisible();
    await expect(item.getByText('10,001 rows', { exact: true })).toBeVisible();
    const end = toast(page, 'Google Sheet created with 10,001 rows');
    await expect(end.getByRole('button', { name: 'Open Sheet' })).toBeVisible();
    await expect(end).toHaveCount(1);
  });

  await test.step('the sheet', async () => {
    const { id, sheets } = await newSpreadsheet(before);
    await expect(dialog.getByRole('link', { name: /^Open Sheet/ })).toHaveAttribute('href', new RegExp(`/d/${id}/`));
    const [header, ...rows] = sheets[0]?.rows ?? [];
    expect(header).toEqual(customLeadKeys);
    const column = customLeadKeys.indexOf('id');
    expect(rows).toHaveLength(leads.length);
    expect(new Set(rows.map((row) => row[column]))).toEqual(new Set(leads.map((lead) => lead.id)));
  });

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Exports' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Last sheet' })).toBeVisible();
});
