import * as z from 'zod';
import { insightFacts } from '#shared/insights.ts';
import { openedWindows, watchOpenedWindows } from '../browserState.ts';
import { completionsOf, expectSheetOf, exportButton, openSheet, payloadsOf } from '../exports.ts';
import { messageOf, startJourney } from '../journey.ts';
import { listenToLive } from '../liveEvents.ts';
import { register, storedUser } from '../people.ts';
import { allow, connectionReads, grantButton } from '../platforms.ts';
import { columnKeys, expectPage, handedState, lastDays, rowsOf, tableRows } from '../preview.ts';
import { spreadsheetIds } from '../sandbox.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

const cursorAnswer = z.object({ after_cursor: z.string().min(1) });
const data = 'POST /ads/multi-insights/facebook';

test('J09 Facebook connect and dataset walk', async ({ page }) => {
  await watchOpenedWindows(page);
  const live = listenToLive(page);
  await register(page);
  const { _id: userId } = await storedUser(page);
  const step = startJourney(page, connectionReads);
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const previous = page.getByRole('button', { name: 'Previous', exact: true });

  await step(
    'three accounts to choose from [S1.CONN.2] [S2.CON.2] [S2.ROUTE.10] [S7.POP.2] [S7.SOCK.17]',
    ['GET /ads/accounts/facebook'],
    async () => {
      await page.goto('/facebook');
      await expect(grantButton(page, 'facebook')).toContainText('Not connected');
      await allow(page, 'facebook');
      await expect(grantButton(page, 'facebook')).not.toContainText('Not connected');
      await expect(tableRows(page)).toHaveCount(3);
      expect(await openedWindows(page)).toMatchObject([{ address: `/auth/facebook?userId=${userId}` }]);
      expect(payloadsOf(live.received, 'facebook_connected')).toHaveLength(1);
      expect(await storedUser(page)).toMatchObject({ facebook: true });
    },
  );

  const first = await step(
    'the first dataset of two accounts [S1.PREV.1] [S2.PRE.1] [S2.PRE.6] [S2.PRE.7] [S3.ACC.6] [S4.FBI.1] [S4.FBI.7] [S7.FBI.1] [S7.FBI.7]',
    [data],
    async () => {
      await tableRows(page).nth(0).getByRole('checkbox').check();
      await tableRows(page).nth(2).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Next Data (Preview)' }).click();
      await expectPage(page, 'Dataset 1 (more available)', 10);
      expect(await columnKeys(page)).toEqual(insightFacts.facebook.columns.map(({ key }) => key));
      await expect(previous).toBeDisabled();
    },
  );
  const { selected, platform } = await handedState(page);
  expect(platform).toBe('facebook');
  expect(selected.every((id) => id.startsWith('act_'))).toBe(true);
  const ids = selected.map((id) => id.slice('act_'.length));
  const query = { ...lastDays(7), ad_account_ids: ids };
  expect(first(data).body).toEqual(query);
  expect(ids).toHaveLength(2);

  const second = await step('the rest of the first account [S4.FBI.3] [S7.FBI.2] [S7.FBI.5]', [data], async () => {
    await next.click();
    await expectPage(page, 'Dataset 2 (more available)', 4);
  });
  const { after_cursor: cursor } = cursorAnswer.parse(first(data).answer);
  expect(second(data).body).toEqual({ ...query, account_index: 0, after_cursor: cursor });
  const secondDataset = await tableRows(page).allTextContents();

  const third = await step(
    'the other account, and the end [S4.FBI.2] [S4.FBI.8] [S4.FBI.9] [S7.FBI.4] [S7.FBI.6]',
    [data],
    async () => {
      await next.click();
      await expectPage(page, 'Dataset 3', 6);
      await expect(next).toBeDisabled();
    },
  );
  expect(third(data).body).toEqual({ ...query, account_index: 1 });
  const rows = [first, second, third].flatMap((calls) => rowsOf(calls(data)));
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(20);

  await step('back and forth without a call [S4.FBI.4] [S4.FBI.5] [S4.FBI.6]', [], async () => {
    await previous.click();
    await expectPage(page, 'Dataset 2 (more available)', 4);
    expect(await tableRows(page).allTextContents()).toEqual(secondDataset);
    await previous.click();
    await expectPage(page, 'Dataset 1 (more available)', 10);
    await next.click();
    await expectPage(page, 'Dataset 2 (more available)', 4);
    expect(await tableRows(page).allTextContents()).toEqual(secondDataset);
  });

  const before = await spreadsheetIds();
  await step('an export requires Google first [S5.EXP.3] [S5.EXP.4]', [], async () => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), exportButton(page).click()]);
    expect((await openedWindows(page)).at(-1)).toMatchObject({ address: `/auth/google?userId=${userId}` });
    expect(await storedUser(page)).toMatchObject({ google: false });
    await popup.getByRole('button', { name: 'Allow' }).click();
    await popup.waitForEvent('close');
    await expect.poll(async () => (await storedUser(page)).google).toBe(true);
    expect(payloadsOf(live.sent, 'fb_export_Sheet')).toEqual([]);
    expect(await spreadsheetIds()).toEqual(before);
  });

  const exported = await step('now it runs [S7.SOCK.20] [S8.EXP.8]', ['POST /ads/export-google-sheet'], async () => {
    await exportButton(page).click();
    await expect(toast(page, 'Your Google Sheet creation is in process...')).toBeVisible();
    await expect(exportButton(page)).toBeEnabled();
    const done = toast(page, 'Facebook export completed successfully!');
    await expect(done.getByRole('button', { name: 'Open Sheet' })).toBeVisible();
    // A message stays while the pointer is on it.
    await done.hover();
  });
  await expect(toast(page, messageOf(exported('POST')))).toBeVisible();
  await test.step('the sent event [S7.SOCK.11] [S7.SOCK.12] [S7.SOCK.13] [S7.SOCK.14] [S7.SOCK.15] [S7.SOCK.16]', async () => {
    expect(payloadsOf(live.sent, 'fb_export_Sheet')).toEqual([
      {
        userId,
        platform: 'facebook',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        ad_account_ids: ids,
        dateRange: lastDays(7),
      },
    ]);
    expect(completionsOf(live, 'fb_export_complete')).toHaveLength(1);
  });

  await test.step('one sheet with all rows of both accounts [S1.EXP.1] [S7.SOCK.24]', async () => {
    const id = await expectSheetOf(before, 'facebook', rows);
    await openSheet(page, id, 21);
  });
});
