import { expect, test } from './test.ts';
import { waitForLeads } from './waits.ts';
import { register } from './people.ts';
import { connect } from './platforms.ts';
import { tableRows } from './preview.ts';
import { readPublicSheet } from './sandbox.ts';

test('back, forward and reload restore the page, search and tab of a list', async ({ page }) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  const range = page.getByRole('navigation', { name: 'Pagination' });

  for (const path of ['/leads', '/old_leads']) {
    await page.goto(path);
    await expect(range).toContainText('1–50 of 60');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(range).toContainText('51–60 of 60');
    await expect(page).toHaveURL(`${path}?page=2`);
    await page.reload();
    await expect(range).toContainText('51–60 of 60');
    await page.goBack();
    await expect(range).toContainText('1–50 of 60');
    await page.goForward();
    await expect(range).toContainText('51–60 of 60');
  }

  await page.goto('/leads?page=2');
  const name = (await tableRows(page).first().locator('[data-column="name"]').textContent()) ?? '';
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/leads\\?search=${encodeURIComponent(name).replaceAll('%20', '\\+')}$`));
  await expect(tableRows(page).first()).toContainText(name);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue(name);
  await expect(tableRows(page).first()).toContainText(name);
  await page.getByRole('tab', { name: 'TikTok Leads' }).click();
  await expect(page).toHaveURL('/leads?tab=tiktok');
  await page.reload();
  await expect(page.getByRole('tab', { name: 'TikTok Leads', selected: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue(name);
});

test('on a phone all actions of a sheet are visible', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 760 });
  await register(page);
  await page.goto('/google-sheets');
  await page.getByRole('button', { name: 'Create First Sheet' }).click();
  await page.getByLabel('Google Sheet URL').fill((await readPublicSheet()).url);
  await page.getByLabel('Platform Type').selectOption('meta');
  await page.getByRole('button', { name: 'Create Cron Job' }).click();
  const card = page.getByRole('list', { name: 'Google Sheets' }).getByRole('listitem');
  await expect(card).toContainText(/\d+ read, \d+ added/);
  for (const name of ['Copy URL', 'Run now', 'Show runs', 'Delete'])
    await expect(card.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Sheet' }).click();
  await expect(page.getByText('No sheets found')).toBeVisible();
});
