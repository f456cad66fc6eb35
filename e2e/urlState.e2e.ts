import { lastDays, expectPage, rowsOf } from './preview.ts';
import { startJourney } from './journey.ts';
import { register } from './people.ts';
import { connect, connectionReads } from './platforms.ts';
import { expect, test } from './test.ts';

const data = 'POST /ads/multi/campaigns/google';

test('the URL of the Preview restores days, accounts and page [S2.PRE.16]', async ({ page }) => {
  await register(page);
  await connect(page, 'google');
  const step = startJourney(page, connectionReads);
  const month = lastDays(30);
  const inAddress = `/preview?since=${month.since}&until=${month.until}`;
  const period = page.getByRole('button', { name: /^Period: / });

  await step('the default week has a URL without parameters', [data], async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Next Data (Preview)' }).click();
    await expectPage(page, 'Page 1 of 3', 10);
    expect(page.url()).toMatch(/\/preview$/);
  });

  await step('two quick clicks go two pages forward', [], async () => {
    await page.getByRole('button', { name: 'Next', exact: true }).dblclick();
    await expectPage(page, 'Page 3 of 3', 3);
    await expect(page).toHaveURL(/\/preview\?page=3$/);
  });

  const shown = await step('a month of one account by filters', [data], async () => {
    await page.getByRole('button', { name: 'Filters' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('tbody').getByRole('checkbox').first().uncheck();
    await dialog.getByLabel('Quick select').selectOption('Last 30 days');
    await dialog.getByRole('button', { name: 'Apply Changes' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${inAddress.replace('?', '\\?')}$`));
  });
  const pageCount = Math.ceil(rowsOf(shown('POST')).length / 10);

  await step('the second page by keyboard', [], async () => {
    await page.keyboard.press('ArrowRight');
    await expectPage(page, `Page 2 of ${pageCount}`, 10);
  });

  const reloaded = await step('a reload shows the same', [data], async () => {
    await page.reload();
    await expectPage(page, `Page 2 of ${pageCount}`, 10);
    await expect(period).toHaveText('Last 30 days');
  });
  expect(reloaded('POST').body).toEqual(shown('POST').body);

  await step('back to the week of both accounts, and forward again', [data], async () => {
    await page.goBack();
    await expectPage(page, `Page 1 of ${pageCount}`, 10);
    await page.goBack();
    await expectPage(page, 'Page 3 of 3', 3);
    await expect(period).toHaveText('Last 7 days');
    await page.goForward();
    await expectPage(page, `Page 1 of ${pageCount}`, 10);
  });

  await step('a key selects another period', [data], async () => {
    await page.keyboard.press('d');
    await expect(period).toHaveText('Today');
    const { since, until } = lastDays(1);
    await expect(page).toHaveURL(new RegExp(`since=${since}&until=${until}$`));
  });
});
