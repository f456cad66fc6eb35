import type { Locator, Page } from '@playwright/test';
import { routes } from '#shared/routes.ts';
import { expect } from './expect.ts';
import { after, list, opened, plain } from './Screen.ts';
import type { Screen } from './Screen.ts';

const path = `${routes.leads.path}?tab=all`;
const allLeads = list('all-leads', path, 50);

const selectRows = async (page: Page, rows: readonly number[]): Promise<void> => {
  for (const row of rows) await page.locator('tbody').getByRole('checkbox').nth(row).check();
  await expect(page.getByRole('region', { name: 'Selected leads' })).toBeVisible();
};

/** Gives leads of the first page a status. */
const setStatus = async (page: Page, rows: readonly number[], status: string): Promise<void> => {
  await allLeads.show(page);
  await selectRows(page, rows);
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await bar.getByRole('button', { name: 'Set status' }).click();
  await bar.getByRole('button', { name: status, exact: true }).click();
  await expect(bar).toHaveCount(0);
};

const board = after('all-leads-board', `${path}&as=board`, (page) =>
  expect(page.getByRole('region', { name: 'Qualified' })).toBeVisible(),
);

/** A dialog, opened by a button of the list, once its content is there. */
const dialog = (name: string, button: string, contentOf: (page: Page) => Locator): Screen =>
  after(name, path, async (page) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(contentOf(page)).toBeVisible();
  });

/** People at work on leads: the list, the board, a lead, and what was done. */
export const workScreens: readonly Screen[] = [
  {
    ...allLeads,
    prepare: async (page) => {
      await setStatus(page, [3, 4, 5], 'Contacted');
      await setStatus(page, [6, 7], 'Qualified');
      await setStatus(page, [8], 'Won');
    },
  },
  after('all-leads-selected', path, (page) => selectRows(page, [0, 2])),
  opened('all-leads-filters', allLeads, /^More filters/),
  board,
  after('lead-panel', path, async (page) => {
    await page.locator('tbody tr').nth(6).getByRole('button').first().click();
    await expect(page.getByRole('dialog', { name: 'Lead' }).getByLabel('Assignee')).toBeVisible();
  }),
  dialog('lead-statuses', 'Statuses', (page) => page.getByLabel('Name of Won')),
  opened('response-times', allLeads, 'Response times'),
  dialog('activity', 'Activity', (page) => page.getByRole('button', { name: 'Undo' }).first()),
  opened('invite', plain('settings', routes.settings.path, /^Since /), 'Invite'),
];
