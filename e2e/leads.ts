import type { Locator, Page } from '@playwright/test';

/** The leads of a list: rows of a table, or cards on a phone. */
export const leadRows = (page: Page, list = 'All leads'): Locator =>
  page
    .getByRole('grid', { name: list })
    .locator('tbody tr')
    .or(page.getByRole('list', { name: list }).getByRole('listitem'));

/** The buttons that open a lead. */
export const leadOpeners = (page: Page): Locator =>
  leadRows(page)
    .getByRole('button')
    .filter({ hasNotText: /^Call$/ });

/** Sets a filter, which a phone has in a sheet. */
export const filterLeads = async (page: Page, filter: string, value: string): Promise<void> => {
  const all = page.getByRole('button', { name: 'Filters', exact: true });
  const one = page.getByRole('button', { name: `Filter by ${filter}` });
  await all.or(one).click();
  // The box follows the address, a moment after the click.
  await page.getByRole('checkbox', { name: value }).click();
  const done = page.getByRole('button', { name: 'Done' });
  if (await done.isVisible()) await done.click();
};

/** Chooses an action of the screen, which a phone has in a menu. */
export const chooseAction = async (page: Page, name: string): Promise<void> => {
  const more = page.getByRole('button', { name: 'More', exact: true });
  const action = page.getByRole('button', { name, exact: true });
  await more.or(action).first().click();
  if (await more.isVisible()) await action.click();
};
