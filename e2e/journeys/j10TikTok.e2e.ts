import { insightFacts } from '#shared/insights.ts';
import { openedWindows, watchOpenedWindows } from '../browserState.ts';
import { completionsOf, expectSheetOf, exportButton, openSheet, payloadsOf } from '../exports.ts';
import { messageOf, startJourney, stub } from '../journey.ts';
import { listenToLive } from '../liveEvents.ts';
import { register, storedUser } from '../people.ts';
import { allow, answerConsent, connectionReads, grantButton } from '../platforms.ts';
import { columnKeys, expectPage, handedState, lastDays, rowsOf, tableRows } from '../preview.ts';
import { spreadsheetIds } from '../sandbox.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

const data = '/ads/multi-insights/tiktok';
const accounts = '/ads/accounts/tiktok';

test('J10 TikTok connect, preview, fallback texts', async ({ page, faults }) => {
  faults.allow(/500/);
  await watchOpenedWindows(page);
  const live = listenToLive(page);
  await register(page);
  const { _id: userId } = await storedUser(page);
  const step = startJourney(page, connectionReads);

  await step('denied access [S1.CONN.3] [S2.CON.3] [S2.ROUTE.11] [S7.POP.3]', [], async () => {
    await page.goto('/tiktok');
    const popup = await answerConsent(page, 'tiktok', 'Deny');
    expect(await openedWindows(page)).toMatchObject([{ address: `/auth/tiktok?userId=${userId}` }]);
    await expect(popup.getByText(/not granted|denied|refused/i)).toBeVisible();
    await expect(grantButton(page, 'tiktok')).toContainText('Not connected');
    expect(payloadsOf(live.received, 'tiktok_connected')).toEqual([]);
    expect(await storedUser(page)).toMatchObject({ tiktok: false });
    await popup.close();
  });

  await step('granted access [S1.CONN.3] [S7.SOCK.19]', [`GET ${accounts}`], async () => {
    await allow(page, 'tiktok');
    await expect(grantButton(page, 'tiktok')).not.toContainText('Not connected');
    await expect(tableRows(page)).toHaveCount(2);
    expect(payloadsOf(live.received, 'tiktok_connected')).toHaveLength(1);
    expect(await storedUser(page)).toMatchObject({ tiktok: true });
  });

  await step('accounts that cannot be read [S8.TT.4]', [`GET ${accounts} 500`], async () => {
    const unstub = await stub(page, accounts, 500);
    await page.reload();
    await expect(toast(page, 'Failed to fetch Tiktok Ad Accounts')).toBeVisible();
    await unstub();
  });

  await step('no accounts [S2.CON.21]', [`GET ${accounts}`], async () => {
    const unstub = await stub(page, accounts, 200, { success: true, accounts: [] });
    await page.reload();
    await expect(page.getByText('No Data Found', { exact: true })).toBeVisible();
    await unstub();
  });

  const opened = await step(
    'the campaigns of both [S1.PREV.3] [S2.PRE.3] [S2.PRE.9] [S7.TTC.1]',
    [`GET ${accounts}`, `POST ${data}`],
    async () => {
      await page.reload();
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page.getByRole('button', { name: 'Next Data (Preview)' }).click();
      await expectPage(page, 'Page 1 of 2', 10);
      expect(await columnKeys(page)).toEqual(insightFacts.tiktok.columns.map(({ key }) => key));
    },
  );
  const { selected, platform } = await handedState(page);
  expect(platform).toBe('tiktok');
  const { since, until } = lastDays(7);
  expect(opened('POST').body).toEqual({ start_date: since, end_date: until, advertiser_ids: selected });
  const rows = rowsOf(opened('POST'));
  expect(rows).toHaveLength(12);

  await step('the second page [S4.GT.2]', [], async () => {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expectPage(page, 'Page 2 of 2', 2);
  });

  await step('data that cannot be read [S8.TT.2]', [`POST ${data} 500`], async () => {
    const unstub = await stub(page, data, 500);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('button', { name: 'Apply Changes' }).click();
    await expect(toast(page, 'Failed to fetch Tiktok Ad Insights')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await unstub();
  });

  const before = await spreadsheetIds();
  const exported = await step(
    'Google connected, then the export [S7.SOCK.22]',
    ['POST /ads/export-google-sheet'],
    async () => {
      const [popup] = await Promise.all([page.waitForEvent('popup'), exportButton(page).click()]);
      await popup.getByRole('button', { name: 'Allow' }).click();
      await popup.waitForEvent('close');
      await expect.poll(async () => (await storedUser(page)).google).toBe(true);
      await exportButton(page).click();
      await expect(toast(page, 'Your Google Sheet creation is in process...')).toBeVisible();
      await expect(exportButton(page)).toBeEnabled();
      const done = toast(page, 'TikTok export completed successfully!');
      await expect(done.getByRole('button', { name: 'Open Sheet' })).toBeVisible();
      // A message stays while the pointer is on it.
      await done.hover();
    },
  );
  await expect(toast(page, messageOf(exported('POST')))).toBeVisible();
  await test.step('the sent event and the new sheet [S1.EXP.1] [S7.SOCK.4] [S7.SOCK.24]', async () => {
    expect(payloadsOf(live.sent, 'tiktok_export_Sheet')).toEqual([
      {
        userId,
        platform: 'tiktok',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        campaignCount: 12,
        dateRange: lastDays(7),
      },
    ]);
    expect(completionsOf(live, 'tiktok_export_complete')).toHaveLength(1);
    const id = await expectSheetOf(before, 'tiktok', rows);
    await openSheet(page, id, 13);
  });
});
