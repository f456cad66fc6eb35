import { routes } from '#shared/routes.ts';
import { socketPath } from '#shared/socketEvents.ts';
import { register } from './people.ts';
import { connect } from './platforms.ts';
import { expect, test } from './test.ts';

/** Time for the product to read the ad metrics and find something. */
const firstRunMs = 60_000;

test('a person sees what needs them, why, and marks a finding by keyboard, and another open window follows', async ({
  page,
  context,
}) => {
  test.slow();
  await register(page);
  await connect(page, 'google', { withEvents: true });
  const findings = page.getByRole('list', { name: 'Findings', exact: true });
  await expect(async () => {
    await page.goto(routes.aiInsights.path);
    await expect(page.getByText(/^Looked at 3 accounts/)).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: firstRunMs });
  const count = page.getByRole('complementary', { name: 'Sidebar' }).getByText(/^\d+ new findings?$/);
  await expect(count).toBeVisible();

  // A later run may add findings above it.
  const sentence = (await findings.getByRole('button').first().textContent()) ?? '';
  const opener = findings.getByRole('button', { name: sentence, exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const finding = page.getByRole('dialog', { name: 'Finding', exact: true });
  await expect(finding.getByRole('heading', { name: sentence })).toBeVisible();
  await expect(finding.getByRole('slider')).toHaveAttribute('aria-valuetext', /\d/);
  for (const heading of ['What moved it', 'How we know', 'What people usually do next'])
    await expect(finding.getByRole('heading', { name: heading })).toBeVisible();
  const other = await context.newPage();
  // The socket of the other window opens only after the finding is marked.
  const marked = Promise.withResolvers<void>();
  await other.route(`**${socketPath}/**`, async (route) => {
    await marked.promise;
    await route.continue();
  });
  await other.goto(page.url());
  const otherFinding = other.getByRole('dialog', { name: 'Finding', exact: true });
  await expect(otherFinding.getByRole('button', { name: 'Expected…' })).toBeVisible();

  await page.bringToFront();
  await finding.getByRole('button', { name: 'Expected…' }).focus();
  await page.keyboard.press('Enter');
  const note = page.getByRole('textbox', { name: 'Note (optional)' });
  await expect(note).toBeFocused();
  await note.fill('A sale <b>until</b> Sunday');
  await page.getByRole('button', { name: 'Mark as Expected' }).focus();
  await page.keyboard.press('Enter');
  await expect(finding.getByText('A sale <b>until</b> Sunday', { exact: true })).toBeVisible();
  marked.resolve();
  await expect(otherFinding.getByText('A sale <b>until</b> Sunday', { exact: true })).toBeVisible();
  await finding.locator('footer').getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(finding.getByRole('button', { name: 'Seen' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(finding).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.goto(routes.overview.path);
  await page.getByRole('list', { name: 'Largest findings' }).getByRole('link', { name: sentence }).click();
  await expect(page).toHaveURL(/\/ai-insights\?finding=/);
  await expect(finding.getByRole('heading', { name: sentence })).toBeVisible();
});

test('the Budgets dialog shows a saved budget when it is reopened', async ({ page }) => {
  await register(page);
  await connect(page, 'google');
  await page.goto(routes.aiInsights.path);
  const openBudgets = page.getByRole('button', { name: 'Budgets' });
  const budgets = page.getByRole('dialog', { name: 'Budgets' });
  const field = budgets.getByRole('textbox').first();
  // An account appears once its metrics have been read.
  await expect(async () => {
    await page.reload();
    await openBudgets.click();
    await expect(field).toBeVisible({ timeout: 2000 });
  }).toPass();
  await field.fill('1,500.50');
  await budgets.getByRole('button', { name: 'Save' }).click();
  await expect(budgets).toHaveCount(0);
  await openBudgets.click();
  await expect(field).toHaveValue('1500.5');
});
