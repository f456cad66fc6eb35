import type { Page } from '@playwright/test';
import { sampleCsv } from '#client/features/customLeads/import/sampleCsv.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { waitForLeads } from '../../e2e/leads.ts';
import { register } from '../../e2e/people.ts';
import type { Person } from '../../e2e/people.ts';
import { connect } from '../../e2e/platforms.ts';
import { tableRows } from '../../e2e/preview.ts';
import { readPublicSheet } from '../../e2e/sandbox.ts';
import { expect } from './expect.ts';
import { findingScreens } from './findingScreens.ts';
import { after, list, opened, plain } from './Screen.ts';
import type { Screen } from './Screen.ts';
import { workScreens } from './workScreens.ts';

const person: Person = { name: 'Sam Sandbox', email: 'sam@example.test', password: 'a long enough one' };

const showPreview = async (page: Page, platform: PlatformId): Promise<void> => {
  await page.goto(routes[platform].path);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Next Data (Preview)' }).click();
  await expect(tableRows(page).nth(1).getByRole('gridcell').first()).not.toBeEmpty();
};

const preview = (platform: PlatformId): Screen => ({
  name: `preview-${platform}`,
  show: (page) => showPreview(page, platform),
});

/** The period moves along, and the columns fit into the landing page's picture. */
const campaignsQuery = '?period=last30Days&compare=previous&columns=status,spend,conversions,cpc,trend';
const campaigns: Screen = {
  name: 'campaigns',
  show: async (page) => {
    await page.goto(routes.campaigns.path + campaignsQuery);
    await expect(page.getByRole('row', { name: /^Total EUR/ })).toBeVisible();
  },
};

const overview = plain('overview', routes.overview.path, /as of/);
const leads = list('leads', routes.leads.path, 50);
const metaLeads = list('meta-leads', routes.oldLeads.path, 50);
const customLeads = list('custom-leads', routes.customLeads.path, 5);
const sheets = plain('google-sheets', routes.googleSheets.path, /7 read/);
const settings = plain('settings', routes.settings.path, /^Since /);

const readSheet = async (page: Page): Promise<void> => {
  await page.goto(routes.customLeads.path);
  await page.getByPlaceholder('Paste Google Sheet URL').fill((await readPublicSheet()).url);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Preview Data' })).toBeVisible();
};

const guestScreens: Screen[] = [
  { ...plain('landing', routes.landing.path), isWhole: true },
  plain('privacy-policy', routes.privacyPolicy.path),
  plain('terms-of-service', routes.termsOfService.path),
  plain('not-found', '/no-such-page'),
  plain('sign-in', routes.signIn.path),
  plain('register', routes.register.path),
  opened('register-refused', plain('register', routes.register.path), 'Register'),
  plain('forgot-password', routes.forgotPassword.path),
  after('reset-password', routes.forgotPassword.path, async (page) => {
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await expect(page).toHaveURL(routes.resetPassword.path);
  }),
];

const newcomerScreens: Screen[] = [
  {
    ...plain('overview-new', routes.overview.path),
    prepare: async (page) => {
      await register(page, person);
    },
  },
  ...platformIds.map((platform) => plain(`${platform}-new`, routes[platform].path, /^Connect |Not connected/)),
  plain('leads-new', routes.leads.path, /^Connect |^No /),
  plain('meta-leads-new', routes.oldLeads.path, /^Connect |^No /),
  plain('custom-leads-empty', routes.customLeads.path, 'No data available'),
  plain('google-sheets-empty', routes.googleSheets.path, 'No sheets found'),
  plain('preview-without-accounts', routes.preview.path),
  plain('campaigns-new', routes.campaigns.path),
  plain('ai-insights-new', routes.aiInsights.path),
];

const connectedScreens: Screen[] = [
  ...platformIds.map((platform): Screen => ({
    name: platform,
    prepare: (page) => connect(page, platform),
    show: async (page) => {
      await page.goto(routes[platform].path);
      await page.getByRole('grid').getByRole('checkbox').last().check();
    },
  })),
  overview,
  ...platformIds.map(preview),
  opened('preview-filters', preview('facebook'), 'Filters'),
  {
    name: 'preview-exported',
    show: async (page) => {
      await showPreview(page, 'google');
      await page.getByRole('button', { name: 'Export Google Sheet' }).click();
      await expect(page.locator('[data-sonner-toast]').getByRole('button', { name: 'Open Sheet' })).toBeVisible();
    },
    withMessages: true,
  },
  {
    ...campaigns,
    // Thirteen months are read in steps.
    prepare: async (page) => {
      await campaigns.show(page);
      await expect(page.getByText(/^Reading/)).toHaveCount(0, { timeout: 600_000 });
    },
  },
  {
    name: 'campaigns-detail',
    show: async (page) => {
      await campaigns.show(page);
      await page.getByRole('grid').getByRole('button', { name: 'Autumn leads', exact: true }).first().click();
      await expect(page.getByRole('slider').first()).toBeVisible();
    },
  },
  opened('campaigns-views', campaigns, /^View: /),
  settings,
  opened('settings-disconnect', settings, 'Disconnect Facebook'),
  after(
    'overview-spend',
    `${routes.overview.path}?metric=spend`,
    async (page) => {
      await page.getByRole('button', { name: 'By platform' }).click();
      await expect(page.getByRole('slider')).toBeVisible();
    },
    { isWhole: true },
  ),
  opened('exports', preview('google'), 'Exports'),
  opened('notifications', overview, /^Notifications/),
  opened('user-menu', overview, 'User menu'),
  opened('theme-menu', overview, /^Theme/),
  opened('drawer', overview, 'Open sidebar', {
    width: 360,
    leave: (page) => page.getByRole('button', { name: 'Close sidebar' }).click(),
  }),
  opened('sidebar-collapsed', overview, 'Collapse sidebar', {
    width: 1280,
    leave: (page) => page.getByRole('button', { name: 'Expand sidebar' }).click(),
  }),
  {
    name: 'shortcuts',
    show: async (page) => {
      await overview.show(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
];

const leadScreens: Screen[] = [
  {
    ...leads,
    prepare: async (page) => {
      await waitForLeads(page, 'meta', 60);
      await waitForLeads(page, 'tiktok', 3);
    },
  },
  after('leads-tiktok', routes.leads.path, async (page) => {
    await page.getByRole('tab', { name: 'TikTok Leads' }).click();
    await expect(tableRows(page)).toHaveCount(3);
  }),
  after('leads-no-match', `${routes.leads.path}?search=nobody%20is%20called%20that`, async (page) => {
    await expect(page.getByRole('button', { name: 'Clear search' }).last()).toBeVisible();
  }),
  {
    name: 'leads-failed',
    show: async (page) => {
      await page.route('**/api/leads/meta?*', (route) =>
        route.fulfill({ status: 500, json: { success: false, message: 'Something went wrong on our side.' } }),
      );
      await page.goto(routes.leads.path);
      await expect(page.getByRole('button', { name: /^(Retry|Try again)$/ })).toBeVisible();
    },
    leave: (page) => page.unroute('**/api/leads/meta?*'),
  },
  metaLeads,
  opened('lead-details', metaLeads, 'View Lead'),
  after('custom-leads-preview', routes.customLeads.path, async (page) => {
    const file = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(sampleCsv) };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByRole('dialog', { name: 'Preview Data' }).getByText('Ada Example')).toBeVisible();
  }),
  {
    ...customLeads,
    prepare: async (page) => {
      await readSheet(page);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(tableRows(page)).toHaveCount(5);
    },
  },
  opened('custom-leads-columns', customLeads, 'Columns'),
  opened('google-sheets-add', plain('google-sheets', routes.googleSheets.path), 'Add New Sheet'),
  {
    ...sheets,
    prepare: async (page) => {
      await page.goto(routes.googleSheets.path);
      await page.getByRole('button', { name: 'Add New Sheet' }).click();
      await page.getByLabel('Google Sheet URL').fill((await readPublicSheet()).url);
      await page.getByLabel('Platform Type').selectOption('meta');
      await page.getByRole('button', { name: 'Create Cron Job' }).click();
      await expect(page.getByText(/7 read/)).toBeVisible();
    },
  },
  opened('google-sheets-runs', sheets, 'Show runs'),
  opened('google-sheets-delete', sheets, 'Delete'),
];

/** All screens, in the order in which one person sees them: as a guest, as a newcomer, then with data. Findings are another person's. */
export const screens: readonly Screen[] = [
  ...guestScreens,
  ...newcomerScreens,
  ...connectedScreens,
  ...leadScreens,
  ...workScreens,
  ...findingScreens,
];

/** Screens for the landing page. */
export const landingScreens: readonly Screen[] = [campaigns, leads];
