import { platformIds } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { logOut, register } from '../../e2e/people.ts';
import { connect } from '../../e2e/platforms.ts';
import { expect } from './expect.ts';
import { after, opened } from './Screen.ts';
import type { Screen } from './Screen.ts';

/** The account that is connected last: with its findings, all accounts have been looked at. */
const lastAccount = /Sandbox Language School with events/;

const findings = after('ai-insights', routes.aiInsights.path, async (page) => {
  const list = page.getByRole('list', { name: 'Findings', exact: true });
  await expect(list.getByText(lastAccount).first()).toBeVisible();
});

/** Another person, whose grants have the accounts with events. */
export const findingScreens: readonly Screen[] = [
  {
    ...findings,
    prepare: async (page) => {
      await page.goto(routes.overview.path);
      await logOut(page);
      await register(page);
      for (const platform of platformIds) await connect(page, platform, { withEvents: true });
    },
  },
  after('finding', routes.aiInsights.path, async (page) => {
    await page
      .getByRole('list', { name: 'Findings', exact: true })
      .getByRole('button', { name: /^Cost per conversion/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Finding' }).getByRole('slider')).toBeVisible();
  }),
  opened('budgets', findings, 'Budgets'),
];
