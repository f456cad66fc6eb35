import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { customLeadColumns, customLeadKeys } from '#shared/customLeadColumns.ts';
import { exportButton } from '../exports.ts';
import { messageOf, orMore, startJourney } from '../journey.ts';
import { register, storedUser } from '../people.ts';
import { connectionReads } from '../platforms.ts';
import { tableRows } from '../preview.ts';
import { readPublicSheet } from '../sandbox.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

const header = customLeadColumns.map((column) => column.header);
const titles = customLeadColumns.map(({ title }) => title);

/** Seven leads, each with an empty cell and a cell with blanks around its text. */
const leads = Array.from({ length: 7 }, (_, index) =>
  customLeadKeys.map((key) => {
    if (key === 'Name') return `Person ${index + 1} Example`;
    if (key === 'id') return `journey-${index + 1}`;
    if (key === 'Status') return ['Accepted', 'Rejected', 'Waiting'][index % 3] ?? '';
    if (key === 'platform') return index % 2 === 0 ? 'fb' : 'ig';
    if (key === 'is_organic') return index % 2 === 0 ? 'TRUE' : 'FALSE';
    return key === 'Project' ? '' : `${key} ${index + 1}`;
  }),
);
const csv = [header, ...leads]
  .map((row) => row.map((cell) => (cell === '' ? cell : ` ${cell}`)).join(','))
  .join('\r\n');

/** The call of the list. */
const list = (page: number, search = ''): string =>
  `GET /meta-custom-leads?${new URLSearchParams({ page: String(page), search, limit: '5' })}`;

const saveBody = z.object({ leads: z.array(z.record(z.string(), z.string())) });
const listAnswer = z.object({ data: z.object({ data: z.array(z.record(z.string(), z.string())) }) });

test('J13 custom leads by CSV', async ({ page }) => {
  await register(page);
  const step = startJourney(page, connectionReads);
  const search = page.getByPlaceholder('Search by name or description...');
  const address = page.getByPlaceholder('Paste Google Sheet URL');
  const file = page.locator('input[type=file]');
  const pages = page.getByRole('main').getByRole('navigation', { name: 'Pagination' }).first();
  const dialog = page.getByRole('dialog', { name: 'Preview Data' });
  const previewed = dialog.locator('tbody').getByRole('row');
  const chooseFile = () => file.setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });

  await step(
    'no leads yet [S2.CUST.1] [S2.CUST.2] [S2.CUST.4] [S2.CUST.5] [S2.CUST.7] [S2.CUST.9] [S2.CUST.10] [S2.CUST.13] [S2.ROUTE.17] [S5.EXP.1] [S9.C.14]',
    [list(1)],
    async () => {
      await page.goto('/custom-leads');
      await expect(page.getByRole('heading', { name: 'Meta Custom Leads' })).toBeVisible();
      await expect(page.getByText('No data available', { exact: true })).toBeVisible();
      await expect(exportButton(page)).toBeDisabled();
      await expect(file).toHaveAttribute('accept', /\.csv/);
    },
  );

  await step('the sample [S2.CUST.6] [S3.CL.9]', [], async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('Download Sample CSV', { exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('sample.csv');
    const [first] = (await readFile(await download.path(), 'utf8')).split(/\r?\n/);
    expect(first?.split(',')).toEqual(header);
  });

  await step(
    'a preview of a file [S2.CUST.19] [S2.CUST.22] [S2.CUST.23] [S2.CUST.24] [S5.CSV.1] [S5.CSV.2] [S9.C.15]',
    [],
    async () => {
      await chooseFile();
      await expect(dialog.getByRole('columnheader')).toHaveText(titles);
      await expect(previewed).toHaveCount(3);
      await expect(dialog.getByText('Page 1 of 3')).toBeVisible();
    },
  );

  await step('its last page [S2.CUST.21]', [], async () => {
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByText('Page 3 of 3')).toBeVisible();
    await expect(previewed).toHaveCount(1);
  });

  await step('cancelling, and choosing the same file again [S4.CUST.4] [S4.CUST.5]', [], async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(file).toHaveValue('');
    await chooseFile();
    await expect(previewed).toHaveCount(3);
  });

  const saved = await step(
    'saved [S1.LEADS.4] [S2.CUST.11] [S2.CUST.12] [S3.CL.2] [S3.CL.3] [S3.CL.4] [S3.CL.5] [S3.CL.6] [S3.CL.7] [S3.CL.8] [S4.CUST.1] [S4.CUST.2] [S4.CUST.3] [S5.CSV.4] [S5.CSV.5] [S7.CLP.1] [S7.CLP.2] [S8.CL.3]',
    ['POST /meta-custom-leads', orMore(list(1))],
    async () => {
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await expect(toast(page, 'Saved successfully')).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('columnheader')).toHaveText([...titles, 'Updated At']);
      await expect(tableRows(page)).toHaveCount(5);
      await expect(tableRows(page).first().locator('td').last()).toHaveText(
        /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M$/,
      );
    },
  );
  const asLead = (row: string[]) => Object.fromEntries(customLeadKeys.map((key, index) => [key, row[index] ?? '']));
  expect(saveBody.parse(saved('POST').body)).toEqual({ leads: leads.map(asLead) });
  const firstPage = listAnswer.parse(saved('GET').answer).data.data;
  for (const [index, lead] of firstPage.entries())
    for (const key of ['Name', 'Status', 'platform', 'is_organic'])
      await expect(tableRows(page).nth(index).locator(`[data-column="${key}"]`)).toHaveText(lead[key] ?? '');

  await step('the second page [S2.CUST.14] [S2.CUST.16] [S2.CUST.17] [S2.CUST.18] [S7.CLG.1]', [list(2)], async () => {
    await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await pages.getByRole('button', { name: 'Next' }).click();
    await expect(tableRows(page)).toHaveCount(2);
    await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled();
    await expect(pages.getByRole('button', { name: 'Previous' })).toBeEnabled();
  });

  let lastKeyAt = 0;
  const found = await step(
    'a name, typed without a pause [S2.CUST.3] [S7.CLG.2] [S9.C.17]',
    [list(1, 'Person 3')],
    async () => {
      await search.pressSequentially('Person ');
      lastKeyAt = Date.now();
      await search.press('3');
      await expect(tableRows(page)).toHaveCount(1);
      await expect(tableRows(page)).toContainText('Person 3 Example');
    },
  );
  expect(found('GET').sentAt - lastKeyAt).toBeGreaterThanOrEqual(1000);

  const sheet = await readPublicSheet();
  await step(
    'a preview of a sheet [S2.CUST.20] [S7.FGS.1]',
    [`GET /ads/fetch-google-sheet?${new URLSearchParams({ url: sheet.url, cells: 'true' })}`],
    async () => {
      await address.fill(sheet.url);
      await page.getByRole('button', { name: 'Import' }).click();
      await expect(previewed).toHaveCount(3);
      await expect(dialog.getByText('Page 1 of 3')).toBeVisible();
    },
  );
  await step('saving it [S1.LEADS.5]', ['POST /meta-custom-leads', orMore(list(1, 'Person 3'))], async () => {
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(toast(page, 'Saved successfully')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  const exported = await step(
    'Google connected, the search cleared, and the rows on the screen exported [S2.CUST.8] [S7.EXP.3] [S7.EXP.4]',
    [list(1), 'POST /ads/export-google-sheet'],
    async () => {
      const [popup] = await Promise.all([page.waitForEvent('popup'), exportButton(page).click()]);
      await popup.getByRole('button', { name: 'Allow' }).click();
      await expect.poll(async () => (await storedUser(page)).google).toBe(true);
      await popup.close();
      await search.fill('');
      await search.press('Enter');
      await expect(tableRows(page)).toHaveCount(5);
      await exportButton(page).click();
      await expect(page.getByRole('button', { name: 'Open Sheet' })).toBeVisible();
    },
  );
  await expect(toast(page, messageOf(exported('POST')))).toBeVisible();
  const onScreen = listAnswer.parse(exported('GET').answer).data.data;
  expect(onScreen).toHaveLength(5);
  const asPosted = (lead: Record<string, string>) => Object.fromEntries(customLeadKeys.map((key) => [key, lead[key]]));
  expect(exported('POST').body).toEqual(
    Object.fromEntries(onScreen.map((lead, index) => [String(index), asPosted(lead)])),
  );
});
