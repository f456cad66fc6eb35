import type { Locator, Page } from '@playwright/test';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { listErasures } from '#shared/contracts/privacy.ts';
import type { ResponseOf } from '#shared/contracts/endpoint.ts';
import { messages } from '#shared/messages.ts';
import { guest, register, sendRegistration, sendSignIn, storedUser } from './people.ts';
import { connect } from './platforms.ts';
import { expect, test } from './test.ts';
import { toast } from './toasts.ts';

const email = 'grace@example.test';

const openDialog = async (page: Page, name: 'Erase Person' | 'Delete Account'): Promise<Locator> => {
  await page.goto('/settings');
  await page.getByRole('button', { name }).click();
  return page.getByRole('dialog', { name });
};

test('erasing a person by keyboard removes them from an open list, and anyone can open the receipt', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await register(page);
  const { token } = await storedUser(page);
  const headers = { authorization: `Bearer ${token}` };
  const leads = [
    { Name: 'Grace', EmailAddress: email },
    { Name: 'Joan', EmailAddress: 'joan@example.test' },
  ];
  await page.request.post(`${apiBase}/meta-custom-leads`, { headers, data: { leads } });
  const list = await context.newPage();
  await list.goto('/custom-leads');
  await expect(list.getByRole('gridcell', { name: email })).toBeVisible();

  const dialog = await openDialog(page, 'Erase Person');
  await expect(dialog.getByLabel('E-mail address')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(toast(page, messages.privacy.erased)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(list.getByRole('gridcell', { name: email })).toBeHidden();
  await expect(list.getByRole('gridcell', { name: 'joan@example.test' })).toBeVisible();

  const answer = await page.request.get(apiBase + listErasures.path, { headers });
  const { data } = (await answer.json()) as ResponseOf<typeof listErasures>;
  const stranger = await browser.newPage();
  await stranger.goto(`${baseURL}/deletion/${data[0]?.code}`);
  await expect(stranger.getByRole('heading', { name: messages.privacy.receipt.person })).toBeVisible();
  await expect(stranger.getByRole('row', { name: 'Imported leads 1' })).toBeVisible();
  await expect(stranger.getByText(email)).toBeHidden();
  await stranger.close();
});

test('deleting an account signs out every tab, blocks the sign-in and frees the address', async ({
  page,
  context,
  faults,
}) => {
  const person = await register(page);
  await connect(page, 'tiktok');
  const other = await context.newPage();
  await other.goto('/settings');

  const dialog = await openDialog(page, 'Delete Account');
  faults.allow(/400|401/);
  await dialog.getByLabel('Your e-mail address').fill('else@example.test');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(toast(page, messages.privacy.otherAddress)).toBeVisible();
  await dialog.getByLabel('Your e-mail address').fill(person.email);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(toast(page, messages.privacy.accountDeleted([]))).toBeVisible();
  for (const each of [page, other]) await expect(each).toHaveURL(/\/sign-in$/);
  expect(await storedUser(page)).toEqual(guest);

  await sendSignIn(page, person);
  await expect(toast(page, messages.auth.invalidCredentials)).toBeVisible();
  await sendRegistration(page, person);
  await expect(page).toHaveURL(/\/overview$/);
});
