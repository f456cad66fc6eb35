import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { sampleCsv } from '#client/features/customLeads/import/sampleCsv.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { platformIds } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import {
  desktop,
  expectDialogFits,
  expectFits,
  expectFitsEverywhere,
  narrowest,
  phone,
  widenText,
  zoomed,
} from '../layout.ts';
import { waitForLeads } from '../waits.ts';
import { newPerson, register } from '../people.ts';
import { connect } from '../platforms.ts';
import { tableRows } from '../preview.ts';
import { readPublicSheet } from '../sandbox.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

/** `experimental` has the rule that a control's name contains its visible text, for speech input. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'];
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Both themes have the same layout and names, so both are measured in one. */
const isLight = (page: Page): Promise<boolean> =>
  page.evaluate(() => matchMedia('(prefers-color-scheme: light)').matches);

/** Expects the page to have no accessibility faults. In the dark theme, only its colors are measured. */
const expectAccessible = (page: Page, what: string): Promise<void> =>
  test.step(what, async () => {
    // Legacy mode needs no second page and takes half the time. It is enough, because no screen has foreign frames.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
    const { violations } = await ((await isLight(page)) ? axe.withTags(tags) : axe.withRules(colorRules)).analyze();
    const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    expect(faults, what).toEqual([]);
  });

/** Expects a screen to be accessible on a desktop, and on a phone, where its colors are the same. Ends in the desktop window. */
const expectAccessibleScreen = async (page: Page, what: string): Promise<void> => {
  for (const size of (await isLight(page)) ? [phone, desktop] : [desktop]) {
    await page.setViewportSize(size);
    await expectAccessible(page, `${what} at ${size.width}`);
  }
};

/** Parts of a screen that are shown while its data are loading. */
const loadingParts = (page: Page) =>
  page.getByRole('main').locator('[aria-busy=true], .animate-pulse, output:not(:empty):has-text("Loading")');

/** Expects a loaded screen to be accessible and to fit every window. Ends in the desktop window. */
const expectGoodScreen = async (page: Page, what: string): Promise<void> => {
  await expect(page.locator('h1')).toBeVisible();
  await expectAccessibleScreen(page, what);
  if (await isLight(page)) await expectFitsEverywhere(page, what);
};

/** Opens a screen whose calls stay pending, then fail. Expects both states to be accessible in both themes. */
const expectGoodWithoutData = async (page: Page, what: string, open: () => Promise<unknown>): Promise<void> => {
  const failing = Promise.withResolvers<void>();
  await page.route(`**${apiBase}/**`, async (route) => {
    await failing.promise;
    await route.fulfill({ status: 500, json: { success: false, message: 'Something went wrong.' } });
  });
  const expectGood = async (state: string): Promise<void> => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessibleScreen(page, `${what}, ${state}, ${colorScheme}`);
    }
  };
  await open();
  await expect(loadingParts(page).first()).toBeAttached();
  await expectGood('loading');
  failing.resolve();
  await expect(page.getByRole('button', { name: /^(Retry|Try again)$/ }).first()).toBeVisible();
  await expectGood('failed');
  await page.unrouteAll({ behavior: 'wait' });
};

/** Expects the open dialog to be accessible and to fit every window, and closes it with Escape. */
const expectGoodOpenDialog = async (page: Page, title: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await expectAccessible(page, title);
  if (await isLight(page)) await expectDialogFits(page, title);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
};

/** Opens a dialog with a button and checks it. */
const expectGoodDialog = async (page: Page, opener: string, title: string): Promise<void> => {
  await page.getByRole('button', { name: opener }).first().click();
  await expectGoodOpenDialog(page, title);
};

/** Opens a menu, expects it to be accessible, and closes it with Escape. */
const expectGoodMenu = async (page: Page, name: string | RegExp): Promise<void> => {
  const opener = page.getByRole('button', { name });
  await opener.click();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, `menu ${String(name)}`);
  await page.keyboard.press('Escape');
};

const allLeadsPath = `${routes.leads.path}?tab=all`;
const boardPath = `${allLeadsPath}&as=board`;
const signedInPaths = [
  ...Object.values(routes).flatMap((route) => (route.access === 'user' ? [route.path] : [])),
  allLeadsPath,
  boardPath,
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`guest screens have no accessibility fault and fit every window, ${colorScheme}`, async ({ page, faults }) => {
    test.slow();
    faults.allow(/404/);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of [
      ...Object.values(routes).flatMap((route) => (route.access === 'public' ? [route.path] : [])),
      '/no-such-page',
      routes.signIn.path,
      routes.register.path,
      routes.forgotPassword.path,
    ]) {
      await page.goto(path);
      await expectGoodScreen(page, path);
    }
    await page.getByLabel('Email').fill(newPerson().email);
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await expect(page).toHaveURL(routes.resetPassword.path);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('otp is required')).toBeVisible();
    await expectGoodScreen(page, 'reset password, refused');
  });

  test(`screens, menus and dialogs have no accessibility fault and fit every window, ${colorScheme}`, async ({
    page,
    faults,
  }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The live leads of Facebook need its connection.
    faults.allow(/\/old_leads: .*403/);
    await register(page);
    for (const path of signedInPaths) {
      await page.goto(path);
      await expect(loadingParts(page)).toHaveCount(0);
      await expectGoodScreen(page, `${path} without data`);
    }

    for (const platform of platformIds) {
      await connect(page, platform);
      await expectGoodScreen(page, `${platform}, connected`);
    }
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Next Data (Preview)' }).click();
    await expect(tableRows(page).nth(1)).toBeVisible();
    await expectGoodScreen(page, 'preview');
    await expectGoodDialog(page, 'Filters', 'Data Filters & Settings');

    await page.goto(routes.overview.path);
    await expect(page.getByText(/accounts.*as of/)).toBeVisible({ timeout: 60_000 });
    await expectGoodScreen(page, 'overview with connections');
    await page.getByRole('button', { name: 'By platform' }).click();
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await expectAccessible(page, 'overview, a line for each platform');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByText('Where these figures come from').click();
    await expect(page.getByRole('columnheader', { name: 'Time zone' })).toBeVisible();
    await expectGoodScreen(page, 'overview, as tables');
    await page.goto(routes.settings.path);
    await expect(page.getByRole('button', { name: 'Disconnect Facebook' })).toBeVisible();
    await expectGoodScreen(page, 'settings');
    await page.getByRole('button', { name: 'Set Goal' }).click();
    await page.getByRole('checkbox', { name: 'Only office hours count' }).check();
    await expectGoodOpenDialog(page, 'First Response');
    await expectGoodDialog(page, 'Disconnect Facebook', 'Disconnect Facebook');
    await expectGoodDialog(page, 'Invite', 'Invite');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
    await expectGoodOpenDialog(page, 'Invitation link');
    await page.goto(link);
    await expectGoodScreen(page, 'invitation');
    await page.goto(routes.settings.path);
    await expect(page.getByRole('button', { name: 'Disconnect Facebook' })).toBeVisible();
    await page.keyboard.press('?');
    await expectGoodOpenDialog(page, 'Keyboard shortcuts');
    await page.keyboard.press('Control+k');
    await expectGoodOpenDialog(page, 'Search everything');
    await expectGoodMenu(page, 'User menu');
    await expectGoodMenu(page, /^Theme/);
    await expectGoodMenu(page, /^Notifications/);
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await expect(page.getByRole('link', { name: 'Custom Leads' })).toBeInViewport();
    await expectAccessible(page, 'the drawer on a phone');
    await page.setViewportSize(desktop);

    await waitForLeads(page, 'meta', 60);
    await page.goto(routes.leads.path);
    await expect(tableRows(page)).toHaveCount(50);
    await expectGoodScreen(page, 'leads');
    await page.getByRole('tab', { name: 'TikTok Leads' }).click();
    await expect(tableRows(page)).toHaveCount(3);
    await expectAccessible(page, 'leads of TikTok');
    await page.getByPlaceholder('Search by name or description...').fill('nobody is called that');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Clear search' })).toBeVisible();
    await expectAccessible(page, 'no lead found');
    await page.getByRole('tab', { name: 'All leads' }).click();
    const all = page.getByRole('grid', { name: 'All leads' });
    const firstLead = all.locator('tbody').getByRole('button').first();
    await expect(firstLead).toBeVisible();
    await expectGoodScreen(page, 'all leads');
    await page.getByRole('button', { name: 'Response times' }).click();
    await expect(page.getByRole('rowheader', { name: 'All leads' })).toBeVisible();
    await expectGoodOpenDialog(page, 'Response Times');
    await page.getByRole('button', { name: 'More filters' }).click();
    await expect(page.getByLabel('Campaign')).toBeVisible();
    await expectAccessible(page, 'filters of all leads');
    await page.goto(`${allLeadsPath}&duplicates=true&since=2020-01-01`);
    await expect(page.getByRole('button', { name: 'More: 1 filter set' })).toBeVisible();
    await expectAccessible(page, 'filtered leads');
    await page.goto(allLeadsPath);
    await page.getByRole('button', { name: 'Statuses' }).click();
    await expect(page.getByLabel('Name of Won')).toBeVisible();
    await expectGoodOpenDialog(page, 'Statuses');
    await page.getByRole('button', { name: 'Board' }).click();
    await expect(page.getByRole('region', { name: 'Contacted' })).toBeVisible();
    await expectGoodScreen(page, 'board of all leads');
    await page.getByRole('button', { name: 'List' }).click();
    await firstLead.click();
    await expect(page.getByRole('dialog', { name: 'Lead' }).getByLabel('Assignee')).toBeVisible();
    await expectGoodOpenDialog(page, 'Lead');
    await all.getByRole('checkbox').nth(1).click();
    await expectAccessible(page, 'selected leads');
    await expectGoodMenu(page, 'Set status');
    await expectGoodDialog(page, 'Tags', 'Tags of 1 lead');
    await expectGoodDialog(page, 'Delete', 'Delete 1 lead');
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByRole('region', { name: 'Selected leads' }).getByRole('button', { name: 'Ada Example' }).click();
    await expect(toast(page, '1 lead changed')).toBeVisible();
    await expectGoodDialog(page, 'Activity', 'Activity');
    await expectGoodDialog(page, 'Add lead', 'Add a lead');

    await page.goto(routes.oldLeads.path);
    await expect(tableRows(page)).toHaveCount(50);
    await expectGoodScreen(page, 'live leads');
    await expectGoodDialog(page, 'View Lead', 'Lead Details');

    await page.goto(routes.customLeads.path);
    const importCsv = (text: string): Promise<void> =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await importCsv('Vorname;Nachname;E-Mail;Ort\nAda;Example;ada@example.test;Bonn\nSumme;1\n');
    await page.getByText('4 columns · 1 answer').click();
    await page.getByText('1 row left out').click();
    await expect(page.getByRole('combobox', { name: 'Ort becomes' })).toBeVisible();
    await expectGoodScreen(page, 'Preview Data of another file');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await importCsv(`${sampleCsv}4,"Example, Dan",dan@example.test\n`);
    await expect(page.getByRole('switch', { name: 'Read quoted values' })).toBeVisible();
    await expectGoodScreen(page, 'Preview Data');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(toast(page, 'Saved successfully')).toBeVisible();
    await expectAccessible(page, 'a success toast');
    await expect(tableRows(page)).toHaveCount(4);
    await expectGoodScreen(page, 'custom leads');
    await expectGoodMenu(page, 'Columns');
    await page.getByRole('button', { name: 'Export Google Sheet' }).click();
    await expect(toast(page, 'Google Sheet created with 4 rows')).toBeVisible();
    await expectGoodDialog(page, 'Exports', 'Exports');
    faults.allow(/400/);
    await page.getByPlaceholder('Paste Google Sheet URL').fill('nonsense');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Please provide a valid Google Sheet URL')).toBeVisible();
    await expectAccessible(page, 'a failure toast');

    await page.goto(routes.googleSheets.path);
    await expectGoodDialog(page, 'Add New Sheet', 'Add Google Sheet');
    await page.getByRole('button', { name: 'Add New Sheet' }).click();
    await page.getByLabel('Google Sheet URL').fill((await readPublicSheet()).url);
    await page.getByLabel('Platform Type').selectOption('meta');
    await page.getByRole('button', { name: 'Create Cron Job' }).click();
    await expect(page.getByText(/7 read/)).toBeVisible();
    await expectGoodScreen(page, 'synced sheets');
    await expectGoodDialog(page, 'Delete', 'Delete Sheet');
    await expectGoodDialog(page, 'Show runs', 'Runs');

    await page.goto(routes.campaigns.path);
    await expectGoodScreen(page, routes.campaigns.path);
  });

  test(`findings have no accessibility fault and fit every window, ${colorScheme}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await register(page);
    await connect(page, 'google', { withEvents: true });
    await page.goto(routes.aiInsights.path);
    const findings = page.getByRole('list', { name: 'Findings', exact: true });
    await expect(findings).toBeVisible({ timeout: 60_000 });
    await expectGoodScreen(page, routes.aiInsights.path);
    await expectGoodMenu(page, 'Filter by kind');
    await expectGoodDialog(page, 'Budgets', 'Budgets');
    await findings.getByRole('button').first().click();
    await expect(page.getByRole('dialog', { name: 'Finding' }).getByRole('slider')).toBeVisible();
    await page.getByRole('button', { name: 'Expected…' }).click();
    await expectGoodOpenDialog(page, 'Expected');
    await expectGoodOpenDialog(page, 'Finding');
  });
}

test('screens that load or fail have no accessibility fault', async ({ page, faults }) => {
  test.slow();
  faults.allow(/500|Something went wrong/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await register(page);
  await connect(page, 'facebook');
  // One Connect screen covers all, and the preview needs chosen accounts.
  const others: readonly string[] = [routes.google.path, routes.tiktok.path, routes.preview.path];
  for (const path of signedInPaths.filter((each) => !others.includes(each)))
    await expectGoodWithoutData(page, path, () => page.goto(path));
  await page.goto(routes.facebook.path);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Next Data (Preview)' }).click();
  await expect(tableRows(page).nth(1)).toBeVisible();
  await expectGoodWithoutData(page, routes.preview.path, () => page.reload());
});

test('texts with wider spacing are not clipped', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const expectHeld = async (what: string): Promise<void> => {
    await expect(page.locator('h1')).toBeVisible();
    await widenText(page);
    for (const size of [desktop, zoomed, narrowest]) {
      await page.setViewportSize(size);
      await expectFits(page, `${what} at ${size.width} x ${size.height}, widened`);
    }
  };
  for (const path of [routes.landing.path, routes.signIn.path, routes.register.path, routes.forgotPassword.path]) {
    await page.goto(path);
    await expectHeld(path);
  }
  await page.setViewportSize(desktop);
  await register(page);
  for (const path of [routes.overview.path, routes.customLeads.path, routes.googleSheets.path, routes.settings.path]) {
    await page.goto(path);
    await expectHeld(path);
  }
});
