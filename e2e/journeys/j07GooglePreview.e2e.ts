import { noValue } from '#client/lib/format.ts';
import { insightFacts } from '#shared/insights.ts';
import { exportButton } from '../exports.ts';
import { hold, startJourney, stub } from '../journey.ts';
import { register, storedUser } from '../people.ts';
import { connect, connectionReads } from '../platforms.ts';
import { columnKeys, expectPage, handedState, lastDays, rowsOf } from '../preview.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

const data = '/ads/multi/campaigns/google';

test('J07 Google preview: paging and filters', async ({ page, faults }) => {
  await register(page);
  await connect(page, 'google');
  const step = startJourney(page, connectionReads);
  const user = await storedUser(page);
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const previous = page.getByRole('button', { name: 'Previous', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Data Filters & Settings' });
  const rowBoxes = dialog.locator('tbody').getByRole('checkbox');
  const apply = dialog.getByRole('button', { name: 'Apply Changes' });
  const openFilters = () => page.getByRole('button', { name: 'Filters' }).click();

  const opened = await step(
    'the last seven days of both accounts [S1.PREV.2] [S2.CON.14] [S2.CON.15] [S2.CON.16] [S2.CON.17] [S2.PRE.2] [S2.PRE.5] [S2.PRE.8] [S2.ROUTE.14] [S3.RANGE.1] [S7.GGC.1] [S9.C.12] [S9.C.20]',
    [`POST ${data}`],
    async () => {
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page.getByRole('button', { name: 'Next Data (Preview)' }).click();
      await expect(page).toHaveURL(/\/preview$/);
      await expectPage(page, 'Page 1 of 3', 10);
      expect(await columnKeys(page)).toEqual(insightFacts.google.columns.map(({ key }) => key));
      await expect(previous).toBeDisabled();
    },
  );
  const { body } = opened('POST');
  const { accounts, selected, platform } = await handedState(page);
  const ids = accounts.map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(selected).toEqual(ids);
  expect(platform).toBe('google');
  const week = lastDays(7);
  expect(body).toEqual({ startDate: week.since, endDate: week.until, customerIds: ids });
  const rows = rowsOf(opened('POST'));
  expect(rows).toHaveLength(23);
  // Performance Max has no ads.
  const adIds = rows.slice(0, 10).map(({ adId }) => String(adId === '' ? noValue : adId));
  await expect(page.locator('td[data-column="adId"]')).toHaveText(adIds);

  await step('to the last page [S2.PRE.11] [S4.GT.1]', [], async () => {
    await next.click();
    await next.click();
    await expectPage(page, 'Page 3 of 3', 3);
    await expect(next).toBeDisabled();
  });

  await step('one page back [S2.PRE.10]', [], async () => {
    await previous.click();
    await expectPage(page, 'Page 2 of 3', 10);
  });

  await step(
    'the filters [S2.PRE.4] [S2.FIL.1] [S2.FIL.2] [S2.FIL.5] [S2.FIL.6] [S2.FIL.7] [S2.FIL.8]',
    [],
    async () => {
      await openFilters();
      await expect(rowBoxes).toHaveCount(2);
      for (const box of await rowBoxes.all()) await expect(box).toBeChecked();
      await expect(dialog.getByText('2 of 2 selected')).toBeVisible();
      await expect(dialog.getByLabel('Start date')).toHaveValue(week.since);
      await expect(dialog.getByLabel('End date')).toHaveValue(week.until);
      await expect(dialog.getByLabel('Quick select')).toHaveValue('last7Days');
    },
  );

  await step('none selected [S2.FIL.4] [S5.FIL.1] [S5.FIL.2]', [], async () => {
    await dialog.getByRole('button', { name: 'Deselect all' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Minimum one account must be selected');
    await expect(apply).toBeDisabled();
  });

  await step('Cancel discards the selection [S2.FIL.9]', [], async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await openFilters();
    for (const box of await rowBoxes.all()) await expect(box).toBeChecked();
  });

  const filtered = await step(
    'one account, thirty days [S2.FIL.10] [S4.DATE.1] [S5.FIL.3] [S9.Q.4]',
    [`POST ${data}`],
    async () => {
      await rowBoxes.first().uncheck();
      await dialog.getByLabel('Quick select').selectOption('Last 30 days');
      const release = await hold(page, data);
      await apply.click();
      await expect(apply).toBeDisabled();
      release();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText(/^Page 1 of /)).toBeVisible();
    },
  );
  const month = lastDays(30);
  expect(filtered('POST').body).toEqual({ startDate: month.since, endDate: month.until, customerIds: ids.slice(1) });
  await expectPage(page, `Page 1 of ${Math.ceil(rowsOf(filtered('POST')).length / 10)}`, 10);

  await step('no data [S2.PRE.13] [S5.EXP.1]', [`POST ${data}`], async () => {
    const unstub = await stub(page, data, 200, { success: true, data: [], warnings: [] });
    await openFilters();
    await apply.click();
    await expect(page.getByText('No Data Found', { exact: true })).toBeVisible();
    await expect(exportButton(page)).toBeDisabled();
    await unstub();
  });

  await step('a failure without a message [S8.GG.2]', [`POST ${data} 500`], async () => {
    faults.allow(/500/);
    await stub(page, data, 500);
    await openFilters();
    await apply.click();
    await expect(toast(page, 'Failed to fetch Google Ad Insights')).toBeVisible();
  });
  expect(await storedUser(page)).toEqual(user);
});
