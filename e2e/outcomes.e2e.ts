import { routes } from '#shared/routes.ts';
import { waitForLeads } from './waits.ts';
import { register } from './people.ts';
import { connect } from './platforms.ts';
import { expect, test } from './test.ts';

const month = '?period=last30Days';

test('after a lead is noted, qualified and won, its campaign and the overview show its cost', async ({
  page,
  context,
}) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(routes.campaigns.path + month);
  const campaigns = page.getByRole('grid');
  await expect(campaigns.locator('tbody [data-column="collectedLeads"]').first()).toContainText(/\d/);
  await expect(campaigns.getByRole('columnheader', { name: 'Qualified leads' })).toHaveCount(0);

  const work = await context.newPage();
  await work.goto(`${routes.leads.path}?tab=all`);
  const rows = work.getByRole('grid', { name: 'All leads' }).locator('tbody tr');
  const brought = rows.filter({ has: work.locator('[data-column="campaign"]:not(:has([role=img]))') }).first();
  const campaign = (await brought.locator('[data-column="campaign"]').textContent()) ?? '';
  await brought.getByRole('button').first().click();
  const lead = work.getByRole('dialog', { name: 'Lead' });
  await lead.getByRole('textbox', { name: 'Note' }).fill('Wants an offer');
  await work.keyboard.press('Control+Enter');
  await expect(lead.getByText(/first response/)).toBeVisible();
  await lead.getByLabel('Status').selectOption('Qualified');
  await expect(lead.getByText(/changed the status from New to Qualified/)).toBeVisible();

  // The other window updates without a reload.
  const qualified = page.locator('[data-column="qualifiedLeads"]').getByText('1', { exact: true });
  const row = campaigns.locator('tbody tr').filter({ has: qualified });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(campaign);
  const spend = (await row.locator('[data-column="spend"]').textContent()) ?? '';
  await expect(row.locator('[data-column="costPerQualifiedLead"]')).toHaveText(spend);

  const currency = spend.startsWith('€') ? 'EUR' : 'USD';
  await lead.getByLabel('Status').selectOption('Won');
  await lead.getByLabel('Value').fill('1200.50');
  await lead.getByLabel('Currency').fill(currency);
  await work.keyboard.press('Enter');
  await expect(row.locator('[data-column="wonAmount"]')).toContainText('1,200.50');

  await page.goto(routes.overview.path + month);
  const tiles = page.getByRole('region', { name: 'What became of leads' });
  await expect(tiles.getByRole('link', { name: /^Qualified leads/ })).toContainText('1');
  await expect(tiles.getByRole('link', { name: /^Won amount/ })).toContainText('1,200.50');
  await tiles.getByRole('link', { name: /^Cost per qualified lead/ }).click();
  await expect(page).toHaveURL(/\/campaigns\?sort=costPerQualifiedLead/);
  await expect(campaigns.locator('tbody tr').first()).toContainText(campaign);
});
