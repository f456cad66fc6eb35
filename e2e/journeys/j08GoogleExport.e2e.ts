import { completionsOf, expectSheetOf, exportButton, openSheet, payloadsOf } from '../exports.ts';
import { messageOf, startJourney } from '../journey.ts';
import { listenToLive } from '../liveEvents.ts';
import { register, storedUser } from '../people.ts';
import { connect, connectionReads } from '../platforms.ts';
import { expectPage, lastDays, rowsOf } from '../preview.ts';
import { slowDown, spreadsheetIds } from '../sandbox.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

test('J08 Google export with live notice', async ({ page }) => {
  const live = listenToLive(page);
  await register(page);
  await connect(page, 'google');
  const step = startJourney(page, connectionReads);
  const user = await storedUser(page);

  const opened = await step('rows to export', ['POST /ads/multi/campaigns/google'], async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Next Data (Preview)' }).click();
    await expectPage(page, 'Page 1 of 3', 10);
    await expect(exportButton(page)).toBeEnabled();
    expect(user.google).toBe(true);
  });
  const rows = rowsOf(opened('POST'));
  const before = await spreadsheetIds();

  const exported = await step(
    'one click sends an event and a call, and a toast reports the end [S1.EXP.2] [S4.SOCK.10] [S5.EXP.2] [S7.EXP.2] [S7.SOCK.3] [S8.EXP.8]',
    ['POST /ads/export-google-sheet'],
    async () => {
      // Long enough to see the busy button.
      await slowDown('google', '/v4/spreadsheets', 1000);
      await exportButton(page).click();
      await expect(toast(page, 'Your Google Sheet creation is in process...')).toBeVisible();
      await expect(exportButton(page)).toBeDisabled();
      await expect(exportButton(page)).toBeEnabled();
    },
  );
  await test.step('the sent event [S7.SOCK.5] [S7.SOCK.6] [S7.SOCK.7] [S7.SOCK.8] [S7.SOCK.9] [S7.SOCK.10]', async () => {
    const requests = payloadsOf(live.sent, 'google_export_Sheet');
    expect(requests).toEqual([
      {
        userId: user._id,
        platform: 'google',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        campaignCount: 23,
        dateRange: lastDays(7),
      },
    ]);
    expect(exported('POST').body).toEqual({ data: rows });
  });
  await test.step('the received event [S7.SOCK.21] [S8.EXP.4] [S8.EXP.6]', async () => {
    await expect(toast(page, messageOf(exported('POST')))).toBeVisible();
    const [end, ...others] = completionsOf(live, 'google_export_complete');
    expect(others).toEqual([]);
    const done = toast(page, end?.message || 'Google export completed successfully!');
    await expect(done.getByRole('button', { name: 'Open Sheet' })).toBeVisible();
    // A message stays while the pointer is on it.
    await done.hover();
  });

  await test.step('the new sheet [S1.EXP.1] [S7.SOCK.24]', async () => {
    const id = await expectSheetOf(before, 'google', rows);
    await openSheet(page, id, 24);
  });

  await step(
    'the end of a second export is shown on another screen [S1.EXP.2]',
    [
      'POST /ads/export-google-sheet',
      'GET /lead-statuses',
      'GET /leads?page=1&sort=arrival&order=desc&limit=50',
      'GET /members',
      'GET /views?screen=leads',
    ],
    async () => {
      // Long enough to open the other screen first.
      await slowDown('google', '/v4/spreadsheets', 8000);
      live.received.length = 0;
      await exportButton(page).click();
      await page.getByRole('link', { name: 'Leads', exact: true }).click();
      await expect(page).toHaveURL(/\/leads\?tab=all$/);
      expect(payloadsOf(live.received, 'google_export_complete')).toEqual([]);
      const done = toast(page, 'Google export completed successfully!');
      // The message leaves after some seconds.
      await expect(done.getByRole('button', { name: 'Open Sheet' })).toBeVisible();
      expect(payloadsOf(live.received, 'google_export_complete')).toHaveLength(1);
      // A message stays while the pointer is on it.
      await done.hover();
    },
  );
  expect(await storedUser(page)).toEqual(user);
});
