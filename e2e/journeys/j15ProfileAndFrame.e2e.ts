import { storedState } from '../browserState.ts';
import { messageOf, startJourney, stub } from '../journey.ts';
import { logOut, register, sendSignIn, storedUser } from '../people.ts';
import { connectionReads } from '../platforms.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

test('J15 profile, frame, placeholders', async ({ page, faults }) => {
  const person = await register(page);
  const step = startJourney(page, connectionReads);
  const user = await storedUser(page);
  const name = page.getByLabel('Username', { exact: true });
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  const save = page.getByRole('button', { name: 'Update Profile' });
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });

  await step(
    'the profile [S2.MENU.1] [S2.MENU.5] [S2.PROF.1] [S2.PROF.2] [S2.PROF.3] [S2.PROF.4] [S2.ROUTE.19]',
    [],
    async () => {
      await page.getByRole('button', { name: 'User menu' }).click();
      await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
      await expect(page).toHaveURL(/\/settings$/);
      await expect(name).toHaveValue(person.name);
      await expect(name).toBeEditable();
      await expect(email).toHaveValue(person.email);
      await expect(email).toHaveAttribute('readonly');
      await expect(password).toHaveValue('');
    },
  );

  await step('without a name [S5.PROF.1]', [], async () => {
    await name.fill('');
    await expect(save).toBeDisabled();
  });

  const renamed = await step('a new name [S7.UPD.5] [S8.PROF.1]', ['PUT /user/update_profile'], async () => {
    await name.fill('Grace Example');
    await save.click();
    await expect(page.getByRole('banner')).toContainText('Hello, Grace Example');
  });
  await expect(toast(page, messageOf(renamed('PUT')))).toBeVisible();
  expect(renamed('PUT').body).toEqual({ name: 'Grace Example', email: person.email });
  expect(await storedUser(page)).toEqual({ ...user, name: 'Grace Example' });

  const secret = ' with spaces ';
  const changed = await step('a new password [S5.PROF.3] [S5.PROF.4]', ['PUT /user/update_profile'], async () => {
    await password.fill(secret);
    await save.click();
    await expect(password).toHaveValue('');
  });
  await expect(toast(page, messageOf(changed('PUT')))).toBeVisible();
  expect(changed('PUT').body).toEqual({ name: 'Grace Example', email: person.email, password: secret });
  expect(await storedUser(page)).toEqual({ ...user, name: 'Grace Example' });

  await step('a failure without a message [S8.UPD.2]', ['PUT /user/update_profile 500'], async () => {
    faults.allow(/500/);
    const unstub = await stub(page, '/user/update_profile', 500);
    await name.fill('Somebody Else');
    await save.click();
    await expect(toast(page, 'failed to update data')).toBeVisible();
    await unstub();
    expect(await storedUser(page)).toEqual({ ...user, name: 'Grace Example' });
  });

  await step('the placeholders [S2.PLACE.1] [S2.PLACE.2] [S2.ROUTE.12] [S2.ROUTE.18]', [], async () => {
    for (const [path, title] of [
      ['/campaigns', 'Campaigns'],
      ['/ai-insights', 'AI Insights'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('main')).toHaveText(title);
    }
  });

  await step(
    'the collapsed sidebar stays collapsed [S2.SIDE.1] [S2.SIDE.2] [S3.UI.5] [S4.PERS.2] [S9.C.10] [S9.C.11]',
    [],
    async () => {
      await expect(sidebar).toHaveCSS('width', '256px');
      await page.getByRole('button', { name: 'Collapse sidebar' }).click();
      await expect(sidebar).toHaveCSS('width', '64px');
      await page.reload();
      await expect(sidebar).toHaveCSS('width', '64px');
      expect(await storedState(page, 'persist:ui')).toEqual({ isSidebarCollapsed: true, isMobileSidebarOpen: false });
    },
  );

  await step('a platform opens its group [S2.NAV.6]', [], async () => {
    await page.goto('/facebook');
    await expect(page.getByRole('button', { name: 'Overview', exact: true })).toHaveAttribute('aria-expanded', 'true');
    await expect(sidebar.getByRole('link', { name: 'Google', exact: true })).toBeVisible();
    await expect(sidebar.getByRole('link', { name: 'Facebook', exact: true })).toHaveAttribute('aria-current', 'page');
  });

  await step('the footer [S1.FOOT.1] [S1.FOOT.2]', [], async () => {
    await expect(page.getByRole('contentinfo')).toContainText('2025');
    await expect(page.getByRole('contentinfo')).toContainText('1.0.0');
  });

  await step(
    'logging out, and signing in with the new password',
    ['POST /user/logout', 'POST /user/login'],
    async () => {
      await logOut(page);
      await sendSignIn(page, { ...person, password: secret });
      await expect(page).toHaveURL(/\/overview$/);
      expect(await storedUser(page)).toMatchObject({ _id: user._id, name: 'Grace Example', email: person.email });
    },
  );
});
