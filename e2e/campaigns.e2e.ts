import { restName } from '#shared/campaigns.ts';
import { platformIds } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { exportButton, newSpreadsheet } from './exports.ts';
import { waitForDays, waitForLeads } from './waits.ts';
import { register } from './people.ts';
import { connect } from './platforms.ts';
import { spreadsheetIds } from './sandbox.ts';
import { expect, test } from './test.ts';

test('a media buyer connects three platforms, finds the most expensive leads, opens their ad and exports all ads', async ({
  page,
}) => {
  await register(page);
  for (const platform of platformIds) await connect(page, platform);
  await waitForLeads(page, 'meta', 60);
  // Days that arrive between the look at the list and the export would change its order.
  await waitForDays(page, 30);

  await page.goto(routes.campaigns.path);
  const table = page.getByRole('grid');
  await page.getByRole('button', { name: 'Ads', exact: true }).click();
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await page.getByRole('button', { name: 'Cost per lead', exact: true }).click();
  const cost = table.locator('tbody tr').first().locator('[data-column="costPerLead"]');
  await expect(cost).toContainText(/\d/);
  const costs = await table.locator('tbody [data-column="costPerLead"]').allTextContents();
  const amounts = costs.map((text) => Number(text.replace(/[^\d.]/g, ''))).filter((amount) => amount > 0);
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one));

  const ad = table.locator('tbody th').first().getByRole('button').last();
  const name = (await ad.textContent()) ?? '';
  await ad.click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name })).toBeVisible();
  await expect(details.getByRole('heading', { name: 'Newest leads' })).toBeVisible();

  const before = await spreadsheetIds();
  await exportButton(page).click();
  await expect(page.getByRole('button', { name: 'Open Sheet' }).first()).toBeVisible();
  const [header, ...rows] = (await newSpreadsheet(before)).sheets[0]?.rows ?? [];
  expect(header?.[0]).toBe('Ad');
  expect(rows[0]?.[0]).toBe(name);
  expect(rows.length).toBeGreaterThan(10);
  const ads = rows.filter(([shown]) => shown !== restName);
  await expect(page.getByText(`${ads.length} ads`, { exact: true })).toBeVisible();
});
