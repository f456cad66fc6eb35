import { insightColumns } from '#shared/insightColumns.ts';
import { addDays, localDay } from '#shared/lib/dateRange.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { register, storedUser } from './people.ts';
import { answerConsent, connect } from './platforms.ts';
import { readSpreadsheet, spreadsheetIds } from './sandbox.ts';
import { expect, test } from './test.ts';

type Row = Record<string, string | number | boolean | null>;
type Expected = {
  platform: PlatformId;
  accounts: number;
  /** Rows shown on each page or dataset, in order, and its label. */
  pages: [number, string][];
  /** Path of the call that brings the rows. */
  call: string;
  rangeKeys: [string, string];
};

const journeys: Expected[] = [
  {
    platform: 'google',
    accounts: 2,
    pages: [
      [10, 'Page 1 of 3'],
      [10, 'Page 2 of 3'],
      [3, 'Page 3 of 3'],
    ],
    call: '/api/ads/multi/campaigns/google',
    rangeKeys: ['startDate', 'endDate'],
  },
  {
    platform: 'facebook',
    accounts: 3,
    pages: [
      [10, 'Dataset 1 (more available)'],
      [4, 'Dataset 2 (more available)'],
      [6, 'Dataset 3'],
    ],
    call: '/api/ads/multi-insights/facebook',
    rangeKeys: ['since', 'until'],
  },
  {
    platform: 'tiktok',
    accounts: 2,
    pages: [
      [10, 'Page 1 of 2'],
      [2, 'Page 2 of 2'],
    ],
    call: '/api/ads/multi-insights/tiktok',
    rangeKeys: ['start_date', 'end_date'],
  },
];

for (const { platform, accounts, pages, call, rangeKeys } of journeys)
  test(`${platformNames[platform]}: register, connect, preview the last 7 days, page, export and open the sheet [S1.EXP.1] [S1.EXP.2] [S7.SOCK.24]`, async ({
    page,
    context,
  }) => {
    const rows: Row[] = [];
    const ranges: string[][] = [];
    page.on('response', async (response) => {
      if (!response.url().endsWith(call) || !response.ok()) return;
      const body: Record<string, string> = response.request().postDataJSON();
      ranges.push(rangeKeys.map((key) => String(body[key])));
      rows.push(...((await response.json()) as { data: Row[] }).data);
    });

    await register(page);
    await connect(page, platform);
    expect(await storedUser(page)).toMatchObject({ [platform]: true });

    const next = page.getByRole('button', { name: 'Next Data (Preview)' });
    await expect(next).toBeDisabled();
    const boxes = page.getByRole('table').getByRole('checkbox');
    await expect(boxes).toHaveCount(accounts + 1);
    await boxes.first().check();
    await next.click();

    const body = page.getByRole('table').locator('tbody');
    const shown: string[] = [];
    for (const [index, [count, label]] of pages.entries()) {
      await expect(page.getByText(label, { exact: true })).toBeVisible();
      await expect(body.getByRole('row')).toHaveCount(count);
      shown.push(...(await body.getByRole('row').allTextContents()));
      const forward = page.getByRole('button', { name: 'Next', exact: true });
      if (index < pages.length - 1) await forward.click();
      else await expect(forward).toBeDisabled();
    }
    const total = pages.reduce((sum, [count]) => sum + count, 0);
    expect(new Set(shown).size).toBe(total);
    expect(rows).toHaveLength(total);
    const today = localDay(new Date());
    expect(new Set(ranges.map(String))).toEqual(new Set([[addDays(today, -6), today].join(',')]));

    // Without the Google grant the button opens Google's popup and exports nothing.
    const before = await spreadsheetIds();
    const exportButton = page.getByRole('button', { name: 'Export Google Sheet' });
    if (platform !== 'google') {
      const [popup] = await Promise.all([page.waitForEvent('popup'), exportButton.click()]);
      await popup.getByRole('button', { name: 'Allow' }).click();
      await popup.waitForEvent('close');
      await expect.poll(async () => (await storedUser(page)).google).toBe(true);
      expect(await spreadsheetIds()).toEqual(before);
    }

    await exportButton.click();
    await expect(page.getByText('Your Google Sheet creation is in process...')).toBeVisible();
    await expect(page.getByText(`${platformNames[platform]} export completed successfully!`)).toBeVisible();
    await expect(exportButton).toBeEnabled();
    const made = (await spreadsheetIds()).filter((id) => !before.includes(id));
    expect(made).toHaveLength(1);

    const [sheetPage] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Open Sheet' }).first().click(),
    ]);
    await expect(sheetPage).toHaveURL(new RegExp(`/spreadsheets/d/${made[0]}/`));
    await expect(sheetPage.getByRole('table').locator('tbody tr')).toHaveCount(total + 1);

    const [sheet] = (await readSpreadsheet(made[0] ?? '')).sheets;
    const columns = insightColumns[platform];
    expect(sheet).toMatchObject({ frozenRowCount: 1, boldHeader: true, formulas: [] });
    expect(sheet?.rows[0]).toEqual(columns.map(({ title }) => title));
    const width = columns.length;
    const asCells = (row: Row) => columns.map(({ key }) => row[key] ?? null);
    // The end of a row is cut where it is empty.
    const padded = sheet?.rows.slice(1).map((row) => [...row, ...Array<null>(width - row.length).fill(null)]);
    expect(padded).toEqual(rows.map(asCells));
  });

test('access that is denied leaves the platform unconnected, and the popup says why [S1.CONN.3]', async ({ page }) => {
  await register(page);
  await page.goto('/tiktok');
  const popup = await answerConsent(page, 'tiktok', 'Deny');
  await expect(popup.getByText(/not granted|denied|refused/i)).toBeVisible();
  await expect(page.getByText('Not connected', { exact: true })).toBeVisible();
  expect(await storedUser(page)).toMatchObject({ tiktok: false });
});

test('a completion that arrives on another screen is shown there', async ({ page }) => {
  await register(page);
  await connect(page, 'google');
  await page.getByRole('table').getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Next Data (Preview)' }).click();
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Export Google Sheet' }).click();
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible();
  await expect(page.getByText('Google export completed successfully!')).toBeVisible();
});
