import * as z from 'zod';
import { messageOf, orMore, startJourney } from '../journey.ts';
import { register } from '../people.ts';
import { connectionReads } from '../platforms.ts';
import { tableRows } from '../preview.ts';
import { readPublicSheet } from '../sandbox.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

/** Polled while a run is active. */
const list = 'GET /google-sheet-cron?page=1&limit=1';

const createAnswer = z.object({ data: z.object({ _id: z.string(), createdAt: z.string() }) });

const asDay = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-US', { month: 'short', day: '2-digit', year: 'numeric' });

test('J14 AutoSync', async ({ page }) => {
  await register(page);
  const step = startJourney(page, [...connectionReads, list]);
  const sheet = await readPublicSheet();
  const add = page.getByRole('dialog', { name: 'Add Google Sheet' });
  const remove = page.getByRole('dialog', { name: 'Delete Sheet' });
  const address = add.getByLabel('Google Sheet URL');
  const type = add.getByLabel('Platform Type');
  const create = add.getByRole('button', { name: 'Create Cron Job' });
  const pages = page.getByRole('navigation', { name: 'Pagination' });
  const cell = (key: string) => tableRows(page).locator(`[data-column="${key}"]`);

  await step(
    'no sheets yet [S2.ROUTE.13] [S2.SYNC.1] [S2.SYNC.2] [S2.SYNC.24] [S2.SYNC.25] [S9.C.16]',
    [orMore(list)],
    async () => {
      await page.goto('/google-sheets');
      await expect(page.getByRole('heading', { name: 'Google Sheet AutoSync' })).toBeVisible();
      await expect(page.getByText('Manage automated data synchronization with Google Sheets')).toBeVisible();
      await expect(page.getByText('No sheets found', { exact: true })).toBeVisible();
    },
  );

  await step(
    'the form [S2.SYNC.4] [S2.SYNC.5] [S2.SYNC.6] [S2.SYNC.7] [S2.SYNC.8] [S2.SYNC.9] [S2.SYNC.10] [S2.SYNC.12]',
    [],
    async () => {
      await page.getByRole('button', { name: 'Create First Sheet' }).click();
      await expect(address).toBeVisible();
      await expect(add.getByText(/public.*service account/)).toBeVisible();
      await expect(type.locator('option')).toHaveText([
        'Select platform',
        'Meta (Facebook/Instagram)',
        'Google Ads',
        'TikTok Ads',
      ]);
      await expect(add.getByRole('button', { name: 'Cancel' })).toBeVisible();
      await expect(create).toBeEnabled();
    },
  );

  await step('an address or a type is missing [S5.CRON.1] [S5.CRON.2] [S5.CRON.3]', [], async () => {
    const complaint = toast(page, 'Please provide url and type');
    for (const [url, platform] of [
      ['', ''],
      [sheet.url, ''],
      ['', 'meta'],
    ] as const) {
      await address.fill(url);
      await type.selectOption(platform);
      await create.click();
      await expect(complaint).toBeVisible();
      await complaint.getByRole('button', { name: 'Dismiss message' }).click();
      await expect(complaint).toHaveCount(0);
    }
  });

  const created = await step(
    'a sheet of Meta leads [S2.SYNC.13] [S2.SYNC.14] [S2.SYNC.16] [S2.SYNC.17] [S2.SYNC.18] [S2.SYNC.21] [S2.SYNC.22] [S2.SYNC.23] [S2.SYNC.26] [S4.CRON.1] [S7.CRP.1] [S7.CRP.2] [S8.CRON.5]',
    ['POST /google-sheet-cron', orMore(list)],
    async () => {
      await address.fill(sheet.url);
      await type.selectOption('Meta (Facebook/Instagram)');
      await create.click();
      await expect(add).toHaveCount(0);
      await expect(page.getByRole('columnheader')).toHaveText([
        'ID',
        'Google Sheet URL',
        'Platform',
        'Created',
        'Status',
        'Actions',
      ]);
      await expect(page.getByText('Showing 1 of 1 sheets')).toBeVisible();
    },
  );
  await expect(toast(page, messageOf(created('POST')))).toBeVisible();
  expect(created('POST').body).toEqual({ url: sheet.url, type: 'meta' });
  const first = createAnswer.parse(created('POST').answer).data;
  await expect(cell('id')).toHaveText(first._id.slice(-8));
  await expect(cell('url').getByRole('link')).toHaveAttribute('href', sheet.url);
  await expect(cell('url').getByRole('link')).toHaveAttribute('target', '_blank');
  await expect(cell('type')).toHaveText('Meta');
  await expect(cell('createdAt')).toHaveText(asDay(first.createdAt));
  await expect(cell('status')).toHaveText('Active');

  await step('cancelling the form [S2.SYNC.3] [S2.SYNC.11]', [], async () => {
    await page.getByRole('button', { name: 'Add New Sheet' }).click();
    await add.getByRole('button', { name: 'Cancel' }).click();
    await expect(add).toHaveCount(0);
  });

  const createdNext = await step(
    'a second sheet, for TikTok [S2.SYNC.20] [S2.SYNC.27]',
    ['POST /google-sheet-cron', orMore(list)],
    async () => {
      await page.getByRole('button', { name: 'Add New Sheet' }).click();
      await address.fill(sheet.url);
      await type.selectOption('TikTok Ads');
      await create.click();
      await expect(page.getByText('Showing 1 of 2 sheets')).toBeVisible();
      await expect(pages.getByRole('button', { name: 'Page 2' })).toBeVisible();
      await expect(cell('type')).toHaveText('TikTok');
    },
  );
  const second = createAnswer.parse(createdNext('POST').answer).data;

  await step(
    'a confirmation before deleting [S2.SYNC.28] [S2.SYNC.29] [S2.SYNC.30] [S2.SYNC.31] [S2.SYNC.32] [S2.SYNC.33] [S2.SYNC.34] [S4.CRON.3]',
    [],
    async () => {
      await page.getByRole('button', { name: 'Delete' }).click();
      await expect(
        remove.getByText('Are you sure you want to delete this sheet? This action cannot be undone.'),
      ).toBeVisible();
      await expect(remove.getByText('TikTok', { exact: true })).toBeVisible();
      await expect(remove.getByText(sheet.url)).toBeVisible();
      await expect(remove.getByText(asDay(first.createdAt))).toBeVisible();
      await remove.getByRole('button', { name: 'Cancel' }).click();
      await expect(remove).toHaveCount(0);
      await expect(page.getByText('Showing 1 of 2 sheets')).toBeVisible();
    },
  );

  const deleted = await step(
    'deleted [S4.CRON.2] [S7.CRD.1] [S7.CRD.2] [S8.CRON.9]',
    [`DELETE /google-sheet-cron/${second._id}`, orMore(list)],
    async () => {
      await page.getByRole('button', { name: 'Delete' }).click();
      await remove.getByRole('button', { name: 'Delete Sheet' }).click();
      await expect(remove).toHaveCount(0);
      await expect(page.getByText('Showing 1 of 1 sheets')).toBeVisible();
      await expect(cell('id')).toHaveText(first._id.slice(-8));
    },
  );
  await expect(toast(page, messageOf(deleted('DELETE')))).toBeVisible();

  await step(
    'the rows of the sheet are among the imported leads, without a click [S1.SYNC.1]',
    ['GET /meta-custom-leads?page=1&search=&limit=5', 'GET /meta-custom-leads?page=2&search=&limit=5'],
    async () => {
      await expect(cell('url').getByText(/7 read, 7 added/)).toBeVisible();
      await page.getByRole('link', { name: 'Custom Leads' }).click();
      await expect(tableRows(page)).toHaveCount(5);
      const names = await cell('Name').allTextContents();
      await pages.getByRole('button', { name: 'Page 2' }).click();
      await expect(tableRows(page)).toHaveCount(2);
      names.push(...(await cell('Name').allTextContents()));
      expect(new Set(names)).toEqual(new Set(sheet.rows.slice(1).map(([, name]) => name)));
    },
  );
});
