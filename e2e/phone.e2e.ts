import { routes } from '#shared/routes.ts';
import { leadOpeners, leadRows } from './leads.ts';
import { register } from './people.ts';
import { connect } from './platforms.ts';
import { expect, test } from './test.ts';
import { toast } from './toasts.ts';
import { waitForLeads } from './waits.ts';

test('a lead is found, called and won in six taps', async ({ page }) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(`${routes.leads.path}?tab=all`);
  const card = leadRows(page).first();
  await expect(card.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:\+?\d+$/);
  const { y = Number.NaN } = (await card.boundingBox()) ?? {};
  expect(y, 'the first card is near the top').toBeLessThanOrEqual(200);

  await leadOpeners(page).first().tap();
  const lead = page.getByRole('dialog', { name: 'Lead' });
  await expect(lead.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+$/);
  await lead.getByRole('button', { name: 'Reached' }).tap();
  await expect(lead.getByText(/from New to Contacted/)).toBeVisible();
  await lead.getByLabel('Status').selectOption('Won');
  await expect(lead.getByText(/from Contacted to Won/)).toBeVisible();
  await lead.getByRole('button', { name: 'Close' }).tap();
  await expect(card).toContainText('Won');
});

test('filters, order and actions are one tap away, and cards are ticked for a bulk action', async ({ page }) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(`${routes.leads.path}?tab=all`);
  await page.getByRole('button', { name: 'Filters', exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Sort by').selectOption('Name');
  await sheet.getByRole('checkbox', { name: 'New' }).tap();
  await sheet.getByRole('button', { name: 'Done' }).tap();
  await expect(page).toHaveURL(/status=new&sort=name|sort=name&.*status=new/);
  await expect(page.getByRole('button', { name: 'Filters: 1 active' })).toBeVisible();

  const ticks = leadRows(page).getByRole('checkbox');
  await ticks.nth(0).tap();
  await ticks.nth(1).tap();
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await expect(bar.getByRole('status')).toHaveText('2 selected');
  await expect(bar.getByRole('button', { name: 'Select all 60 leads of this filter' })).toBeVisible();
  await bar.getByRole('button', { name: 'Set status' }).tap();
  await bar.getByRole('button', { name: 'Qualified' }).tap();
  await expect(toast(page, '2 leads changed')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).tap();
  await expect(toast(page, 'Undone: 2 leads restored')).toBeVisible();

  await page.getByRole('button', { name: 'More', exact: true }).tap();
  for (const name of ['Add lead', 'Activity', 'Exports', 'Response times', 'Statuses'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
});

test('campaigns show spend, leads and cost without scrolling sideways, and are found by name', async ({ page }) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(`${routes.campaigns.path}?period=last30Days`);
  const first = page.getByRole('grid', { name: 'Campaigns' }).locator('tbody tr[data-row]').first();
  await expect(first).toContainText(/\d spent/);
  await expect(first).toContainText(/\d leads/);
  const { y = Number.NaN } = (await first.boundingBox()) ?? {};
  expect(y, 'the first campaign is near the top').toBeLessThanOrEqual(200);
  const region = page.getByRole('grid', { name: 'Campaigns' }).locator('..');
  expect(await region.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  await page.getByRole('button', { name: 'More', exact: true }).tap();
  await expect(page.getByRole('button', { name: 'Export Google Sheet' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Search everything' }).tap();
  await page.getByRole('searchbox', { name: 'Search everything' }).fill('spring');
  await page
    .getByRole('list', { name: 'Campaigns' })
    .getByRole('button', { name: /^Spring offer/ })
    .tap();
  await expect(
    page.getByRole('dialog', { name: 'Details' }).getByRole('heading', { name: 'Spring offer' }),
  ).toBeVisible();
});
