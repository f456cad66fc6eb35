import * as z from 'zod';
import { openedWindows, watchOpenedWindows } from '../browserState.ts';
import { hold, startJourney, stub } from '../journey.ts';
import { listenToLive } from '../liveEvents.ts';
import { register, storedUser } from '../people.ts';
import { connectionReads, grantButton } from '../platforms.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

const accountsAnswer = z.object({ accounts: z.array(z.object({ id: z.string(), descriptiveName: z.string() })) });

test('J06 choose a platform, connect Google, set defaults', async ({ page, faults }) => {
  await watchOpenedWindows(page);
  const live = listenToLive(page);
  await register(page);
  const step = startJourney(page, connectionReads);
  const chooser = page.getByRole('group', { name: 'Select Your Account' });
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const boxes = page.getByRole('grid').getByRole('checkbox');
  const saveDefaults = page.getByRole('button', { name: 'set as Default', exact: true });
  const preview = page.getByRole('button', { name: 'Next Data (Preview)', exact: true });

  await step('three platforms to choose from [S2.SEL.1] [S2.SEL.2] [S2.SEL.3] [S2.SEL.4] [S2.SEL.6]', [], async () => {
    await expect(chooser.getByRole('button')).toHaveText(['Google', 'Facebook', 'TikTok']);
    await expect(next).toBeDisabled();
    expect(await storedUser(page)).toMatchObject({ google: false });
  });

  await step(
    'one selection at a time, then Google [S2.ROUTE.9] [S2.SEL.5] [S2.SEL.7] [S2.SEL.8] [S2.CON.1] [S2.CON.4] [S6.ROLE.3]',
    [],
    async () => {
      await chooser.getByRole('button', { name: 'Facebook' }).click();
      await chooser.getByRole('button', { name: 'Google' }).click();
      await expect(chooser.getByRole('button', { pressed: true })).toHaveText(['Google']);
      await next.click();
      await expect(page).toHaveURL(/\/google$/);
      await expect(grantButton(page, 'google')).toContainText('Not connected');
      await expect(page.getByRole('grid')).toHaveCount(0);
    },
  );

  const { _id: userId } = await storedUser(page);
  const connected = await step(
    'the consent window, then the accounts [S1.CONN.1] [S2.CON.5] [S2.CON.6] [S2.CON.18] [S7.POP.1] [S7.SOCK.18] [S9.C.26]',
    ['GET /ads/accounts/google'],
    async () => {
      const release = await hold(page, '/ads/accounts/google');
      const [popup] = await Promise.all([page.waitForEvent('popup'), grantButton(page, 'google').click()]);
      expect(await openedWindows(page)).toEqual([
        { address: `/auth/google?userId=${userId}`, features: expect.stringContaining('width=500,height=600') },
      ]);
      await popup.getByRole('button', { name: 'Allow' }).click();
      await popup.waitForEvent('close');
      await expect(grantButton(page, 'google')).not.toContainText('Not connected');
      await expect(grantButton(page, 'google')).toContainText('Connected');
      await expect(page.getByText('Loading ad accounts')).toBeVisible();
      release();
      await expect(page.getByRole('grid')).toBeVisible();
      expect(live.received).toContainEqual({
        name: 'google_connected',
        payload: expect.objectContaining({ userId, platform: 'google', connected: true }),
      });
      expect(await storedUser(page)).toMatchObject({ google: true });
    },
  );
  const { accounts } = accountsAnswer.parse(connected('GET').answer);

  await step('the table [S2.CON.7] [S2.CON.8] [S2.CON.9] [S3.ACC.4] [S5.CON.1] [S5.CON.2]', [], async () => {
    await expect(page.getByRole('columnheader')).toHaveText(['', 'Account Name', 'Account ID']);
    const rows = page.locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(2);
    for (const [index, { id, descriptiveName }] of accounts.entries()) {
      await expect(rows.nth(index).getByRole('checkbox')).not.toBeChecked();
      await expect(rows.nth(index).locator('td')).toContainText(['', descriptiveName, id]);
    }
    await expect(saveDefaults).toBeDisabled();
    await expect(preview).toBeDisabled();
  });

  await step('all, none, all, then one less [S2.CON.10] [S2.CON.11] [S2.CON.12] [S2.CON.13]', [], async () => {
    const ticked = () => boxes.evaluateAll((all) => all.map((box) => box instanceof HTMLInputElement && box.checked));
    await boxes.nth(0).click();
    expect(await ticked()).toEqual([true, true, true]);
    await boxes.nth(0).click();
    expect(await ticked()).toEqual([false, false, false]);
    await boxes.nth(0).click();
    await boxes.nth(1).click();
    expect(await ticked()).toEqual([false, false, true]);
    await expect(saveDefaults).toBeEnabled();
    await expect(preview).toBeEnabled();
  });

  const ids = accounts.slice(1).map(({ id }) => id);
  const saved = await step(
    'the ticked account becomes the default [S7.UPD.4] [S8.UPD.5]',
    ['PUT /user/update_profile'],
    async () => {
      await saveDefaults.click();
      await expect(toast(page, 'Default Value Set Successfully')).toBeVisible();
    },
  );
  expect(saved('PUT').body).toEqual({ defaultAccounts: { google: ids } });
  expect(await storedUser(page)).toMatchObject({ defaultAccounts: { google: ids, facebook: [], tiktok: [] } });

  await step('the default is ticked after a reload [S1.CONN.4]', ['GET /ads/accounts/google'], async () => {
    await page.reload();
    await expect(boxes.nth(2)).toBeChecked();
    await expect(boxes.nth(1)).not.toBeChecked();
  });

  faults.allow(/500/);
  await step('a failure without a message [S8.UPD.4]', ['PUT /user/update_profile 500'], async () => {
    const unstub = await stub(page, '/user/update_profile', 500);
    await saveDefaults.click();
    await expect(toast(page, 'failed to update data')).toBeVisible();
    await unstub();
  });

  await step('no accounts at all [S2.CON.19]', ['GET /ads/accounts/google'], async () => {
    await stub(page, '/ads/accounts/google', 200, { success: true, accounts: [] });
    await page.reload();
    await expect(page.getByText('No data found', { exact: true })).toBeVisible();
    expect(await storedUser(page)).toMatchObject({ google: true, defaultAccounts: { google: ids } });
  });
});
