import type { Page } from '@playwright/test';
import { platformIds } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { leadRows } from '../../e2e/leads.ts';
import { waitForLeads } from '../../e2e/waits.ts';
import { logOut, register } from '../../e2e/people.ts';
import { connect } from '../../e2e/platforms.ts';
import { tableRows } from '../../e2e/preview.ts';
import { readPublicSheet } from '../../e2e/sandbox.ts';
import { expect } from './expect.ts';

export type Screen = {
  /** The start of the file name. */
  name: string;
  /** Viewport widths in the docs, if they are not only the default. */
  widths?: readonly number[];
  /** Changes stored data, once, at desktop width, before the screen is shown. */
  prepare?(page: Page): Promise<void>;
  /** Shows the screen from any other screen. */
  show(page: Page): Promise<void>;
};

const desktopAndPhone = [1280, 360] as const;

const connectScreen: Screen = {
  name: 'google',
  prepare: async (page) => {
    await register(page);
    for (const platform of platformIds) await connect(page, platform);
  },
  show: async (page) => {
    await page.goto(routes.google.path);
    await page.getByRole('grid').getByRole('checkbox').last().check();
  },
};

const overview: Screen = {
  name: 'overview',
  widths: desktopAndPhone,
  show: async (page) => {
    await page.goto(routes.overview.path);
    await expect(page.getByText(/as of/).first()).toBeVisible();
  },
};

const preview: Screen = {
  name: 'preview-google',
  show: async (page) => {
    await page.goto(routes.google.path);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Next Data (Preview)' }).click();
    await expect(tableRows(page).nth(1).getByRole('gridcell').first()).not.toBeEmpty();
  },
};

/** Columns that fit into the landing page's picture. The period moves with the current date. */
const campaignsQuery = '?period=last30Days&compare=previous&columns=status,spend,conversions,cpc,trend';
const showCampaigns = async (page: Page): Promise<void> => {
  await page.goto(routes.campaigns.path + campaignsQuery);
  await expect(page.getByRole('row', { name: /^Total EUR/ })).toBeVisible();
};
const campaigns: Screen = {
  name: 'campaigns',
  // The product reads thirteen months in steps.
  prepare: async (page) => {
    await showCampaigns(page);
    await expect(page.getByText(/^Reading/)).toHaveCount(0, { timeout: 600_000 });
  },
  show: showCampaigns,
};

const campaignDetail: Screen = {
  name: 'campaigns-detail',
  show: async (page) => {
    await showCampaigns(page);
    await page.getByRole('grid').getByRole('button', { name: 'Autumn leads', exact: true }).first().click();
    await expect(page.getByRole('slider').first()).toBeVisible();
  },
};

const sheets: Screen = {
  name: 'google-sheets',
  prepare: async (page) => {
    await page.goto(routes.googleSheets.path);
    await page.getByRole('button', { name: 'Add New Sheet' }).click();
    await page.getByLabel('Google Sheet URL').fill((await readPublicSheet()).url);
    await page.getByLabel('Platform Type').selectOption('meta');
    await page.getByRole('button', { name: 'Create Cron Job' }).click();
    await expect(page.getByText(/7 read/)).toBeVisible();
  },
  show: async (page) => {
    await page.goto(routes.googleSheets.path);
    await expect(page.getByText(/7 read/)).toBeVisible();
  },
};

const allLeadsPath = `${routes.leads.path}?tab=all`;
const allLeads: Screen = {
  name: 'all-leads',
  show: async (page) => {
    await page.goto(allLeadsPath);
    await expect(leadRows(page)).toHaveCount(50);
  },
};

/** Gives leads of the first page a status. */
const setStatus = async (page: Page, rows: readonly number[], status: string): Promise<void> => {
  await allLeads.show(page);
  for (const row of rows) await page.locator('tbody').getByRole('checkbox').nth(row).check();
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await bar.getByRole('button', { name: 'Set status' }).click();
  await bar.getByRole('button', { name: status, exact: true }).click();
  await expect(bar).toHaveCount(0);
};

const workOnLeads = async (page: Page): Promise<void> => {
  await setStatus(page, [3, 4, 5], 'Contacted');
  await setStatus(page, [6, 7], 'Qualified');
  await setStatus(page, [8], 'Won');
};

const workedLeads: Screen = {
  ...allLeads,
  widths: desktopAndPhone,
  prepare: async (page) => {
    await waitForLeads(page, 'meta', 60);
    await waitForLeads(page, 'tiktok', 3);
    await workOnLeads(page);
  },
};

const board: Screen = {
  name: 'all-leads-board',
  show: async (page) => {
    await page.goto(`${allLeadsPath}&as=board`);
    await expect(page.getByRole('region', { name: 'Qualified' })).toBeVisible();
  },
};

const leadPanel: Screen = {
  name: 'lead-panel',
  show: async (page) => {
    await page.goto(allLeadsPath);
    await page.locator('tbody tr').nth(6).getByRole('button').first().click();
    await expect(page.getByRole('dialog', { name: 'Lead' }).getByLabel('Assignee')).toBeVisible();
  },
};

/** Another person, whose grants include accounts with events. The account connected last shows that all are read. */
const findings: Screen = {
  name: 'ai-insights',
  prepare: async (page) => {
    await page.goto(routes.overview.path);
    await logOut(page);
    await register(page);
    for (const platform of platformIds) await connect(page, platform, { withEvents: true });
  },
  show: async (page) => {
    await page.goto(routes.aiInsights.path);
    const shown = page.getByRole('list', { name: 'Findings', exact: true });
    await expect(shown.getByText(/Sandbox Language School with events/).first()).toBeVisible();
  },
};

/** The screens that docs/screenshots/README.md shows, in the order in which they are prepared. */
export const screens: readonly Screen[] = [
  connectScreen,
  overview,
  preview,
  campaigns,
  campaignDetail,
  sheets,
  workedLeads,
  board,
  leadPanel,
  findings,
];

/** Screens for the landing page, after all preparations. */
export const landingScreens: readonly Screen[] = [
  campaigns,
  { ...allLeads, name: 'leads', prepare: workOnLeads },
  { name: 'findings', show: (page) => findings.show(page) },
];
