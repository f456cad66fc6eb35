import type { Locator, Page } from '@playwright/test';
import { sampleCsv } from '#client/features/customLeads/import/sampleCsv.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { moveTo, pressOn, tabTo, typeInto } from '../keyboard.ts';
import { waitForLeads } from '../waits.ts';
import { newPerson } from '../people.ts';
import { grantButton } from '../platforms.ts';
import { expectPage, tableRows } from '../preview.ts';
import { readPublicSheet } from '../sandbox.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

const button = (inside: Page | Locator, name: string): Locator =>
  inside.getByRole('button', { name, exact: true }).first();

/** Opens a screen by its sidebar entry, which precedes the screen in tab order. */
const goTo = async (page: Page, entry: string, title: string): Promise<void> => {
  await pressOn(
    page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: entry, exact: true }),
    'Enter',
    'Shift+Tab',
  );
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

/** Grants access in the window that a Connect screen opens. */
const grant = async (page: Page, platform: PlatformId): Promise<void> => {
  const opened = page.waitForEvent('popup');
  await pressOn(grantButton(page, platform), 'Enter');
  const popup = await opened;
  await popup.waitForLoadState();
  const closed = popup.waitForEvent('close');
  await pressOn(button(popup, 'Allow'), 'Enter');
  await closed;
  await expect(page.getByRole('columnheader', { name: 'Account Name' })).toBeVisible();
};

/** Expects the focus to be on the page, not lost with a removed element. */
const expectFocusKept = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
};

test('everything works with the keyboard alone, and the focus is always visible', async ({ page, context }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const person = newPerson();
  const { keyboard } = page;

  await test.step('from the landing page to a new account', async () => {
    await page.goto('/');
    await pressOn(page.getByRole('link', { name: 'Get Started Free' }).first(), 'Enter');
    await pressOn(page.getByRole('link', { name: 'Sign up' }), 'Enter');
    await typeInto(page.getByLabel('Name', { exact: true }), person.name);
    await typeInto(page.getByLabel('Email', { exact: true }), person.email);
    await typeInto(page.getByLabel('Password', { exact: true }), person.password);
    await typeInto(page.getByLabel('Confirm password', { exact: true }), person.password);
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/overview$/);
  });

  await test.step('connect Facebook and Google', async () => {
    await pressOn(page.getByRole('main').getByRole('button', { name: platformNames.facebook, exact: true }), 'Space');
    await pressOn(button(page, 'Next'), 'Enter');
    await grant(page, 'facebook');
    await goTo(page, platformNames.google, 'Google Ads');
    await grant(page, 'google');
  });

  await test.step('select accounts, cancel the filters, then apply them', async () => {
    await pressOn(page.getByRole('checkbox', { name: 'Select all' }), 'Space');
    await pressOn(button(page, 'Next Data (Preview)'), 'Enter', 'Shift+Tab');
    await expectPage(page, 'Page 1 of 3', 10);
    const filters = button(page, 'Filters');
    const dialog = page.getByRole('dialog', { name: 'Data Filters & Settings' });
    await pressOn(filters, 'Enter');
    await expect(dialog).toBeVisible();
    await keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(filters).toBeFocused();
    await keyboard.press('Enter');
    await moveTo(dialog.locator('tbody').getByRole('checkbox').last());
    await keyboard.press('Space');
    await expect(dialog.getByText('1 of 2 selected')).toBeVisible();
    await pressOn(button(dialog, 'Apply Changes'), 'Enter');
    await expect(dialog).toHaveCount(0);
    await expectPage(page, 'Page 1 of 2', 10);
    await expect(filters).toBeFocused();
  });

  await test.step('export, and open the sheet from the toast', async () => {
    await pressOn(button(page, 'Export Google Sheet'), 'Enter', 'Shift+Tab');
    const openSheet = page.locator('[data-sonner-toast]').getByRole('button', { name: 'Open Sheet' });
    await expect(openSheet).toBeVisible();
    await keyboard.press('Alt+T');
    const opened = context.waitForEvent('page');
    await pressOn(openSheet, 'Enter');
    await (await opened).close();
    // A closing toast still has invisible stops.
    await expect(openSheet).toHaveCount(0);
    // The toast returns the focus a moment later. Wait, because the next step moves the focus.
    await expect(button(page, 'Export Google Sheet')).toBeFocused();
  });

  await test.step('page forward and back', async () => {
    await keyboard.press('ArrowRight');
    await expect(page.getByText('Page 2 of 2', { exact: true })).toBeVisible();
    await pressOn(button(page, 'Previous'), 'Enter', 'Shift+Tab');
    await expect(page.getByText('Page 1 of 2', { exact: true })).toBeVisible();
    // The button is disabled now, and the next Tab continues from its position.
    await keyboard.press('Tab');
    await expect(button(page, 'Next')).toBeFocused();
  });

  await test.step('search a lead', async () => {
    await waitForLeads(page, 'meta', 60);
    await keyboard.press('g');
    await keyboard.press('l');
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
    await tabTo(page.getByRole('tab', { name: 'All leads' }));
    await keyboard.press('Home');
    await expect(page.getByRole('tab', { name: 'Facebook Leads' })).toHaveAttribute('aria-selected', 'true');
    await expect(tableRows(page)).toHaveCount(50);
    const search = page.getByPlaceholder('Search by name or description...');
    await keyboard.press('/');
    await expect(search).toBeFocused();
    await keyboard.type('zzz-nobody');
    await keyboard.press('Enter');
    await expect(page.getByText('No data available', { exact: true })).toBeVisible();
    await pressOn(button(page, 'Clear search'), 'Enter');
    await expect(tableRows(page)).toHaveCount(50);
    await expectFocusKept(page);
    await pressOn(page.getByRole('tab', { name: 'Facebook Leads' }), 'Space', 'Shift+Tab');
    await keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'TikTok Leads' })).toBeFocused();
  });

  await test.step('open a lead from a list of 50, which is one stop', async () => {
    await goTo(page, 'Meta Leads', 'Leads');
    await expect(tableRows(page)).toHaveCount(50);
    const view = page.getByRole('button', { name: 'View Lead' });
    await moveTo(view.last());
    await keyboard.press('Enter');
    const details = page.getByRole('dialog', { name: 'Lead Details' });
    await expect(details).toBeVisible();
    await keyboard.press('Escape');
    await expect(details).toHaveCount(0);
    await expect(view.last()).toBeFocused();
    await keyboard.press('Control+Home');
    await expect(page.getByRole('columnheader').first()).toBeFocused();
    await keyboard.press('Tab');
    await expect(page.getByRole('grid').locator(':focus')).toHaveCount(0);
  });

  await test.step('import a CSV file', async () => {
    await goTo(page, 'Custom Leads', 'Meta Custom Leads');
    const chosen = page.waitForEvent('filechooser');
    const picker = page.locator('input[type=file]');
    await pressOn(picker, 'Enter');
    await (await chosen).setFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(sampleCsv) });
    const dialog = page.getByRole('dialog', { name: 'Preview Data' });
    await expect(dialog.getByText('Ada Example')).toBeVisible();
    await pressOn(button(dialog, 'Confirm'), 'Enter');
    await expect(toast(page, 'Saved successfully')).toBeVisible();
    await expect(tableRows(page)).toHaveCount(3);
    await expect(picker).toBeFocused();
    await pressOn(button(page, 'Columns'), 'Enter');
    await expect(page.getByRole('checkbox').first()).toBeVisible();
    await keyboard.press('Escape');
    await expect(button(page, 'Columns')).toBeFocused();
  });

  await test.step('add and delete a synced sheet', async () => {
    await goTo(page, 'Google Sheets', 'Google Sheet AutoSync');
    await pressOn(button(page, 'Add New Sheet'), 'Enter');
    const add = page.getByRole('dialog', { name: 'Add Google Sheet' });
    await expect(add.getByLabel('Google Sheet URL')).toBeFocused();
    await keyboard.type((await readPublicSheet()).url);
    await typeInto(add.getByLabel('Platform Type'), 'Meta');
    await pressOn(button(add, 'Create Cron Job'), 'Enter');
    await expect(add).toHaveCount(0);
    await expect(page.getByText('Showing 1 of 1 sheets')).toBeVisible();
    await expectFocusKept(page);
    const remove = page.getByRole('dialog', { name: 'Delete Sheet' });
    await moveTo(button(page, 'Delete'));
    await keyboard.press('Enter');
    await expect(button(remove, 'Cancel')).toBeFocused();
    await keyboard.press('Enter');
    await expect(remove).toHaveCount(0);
    await expect(button(page, 'Delete')).toBeFocused();
    await keyboard.press('Enter');
    await pressOn(button(remove, 'Delete Sheet'), 'Enter');
    await expect(page.getByText('No sheets found', { exact: true })).toBeVisible();
    await expectFocusKept(page);
  });

  await test.step('disconnect a platform', async () => {
    await keyboard.press('Control+k');
    await expect(page.getByRole('searchbox', { name: 'Search everything' })).toBeFocused();
    await keyboard.type('insights');
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'AI Insights' })).toBeVisible();
    await goTo(page, 'Settings', 'User Profile');
    const opener = button(page, 'Disconnect Facebook');
    const dialog = page.getByRole('dialog', { name: 'Disconnect Facebook' });
    await pressOn(opener, 'Enter');
    await keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await keyboard.press('Enter');
    await pressOn(button(dialog, 'Disconnect Facebook'), 'Enter');
    await expect(opener).toHaveCount(0);
    await expectFocusKept(page);
  });

  await test.step('open the list of shortcuts, then log out', async () => {
    const menu = button(page, 'User menu');
    await tabTo(menu, 'Shift+Tab');
    await keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await keyboard.press('Enter');
    await pressOn(button(page, 'Logout'), 'Enter');
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  });
});
