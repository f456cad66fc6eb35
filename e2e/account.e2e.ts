import { lastMailTo } from './sandbox.ts';
import { logOut, newPerson, register, sendRegistration, storedUser } from './people.ts';
import { expect, test } from './test.ts';

test('register, reload, log out; the address is taken afterwards [S2.REG.9] [S4.PERS.1] [S2.MENU.7] [S2.MENU.8]', async ({
  page,
  faults,
}) => {
  const person = await register(page);
  expect(await storedUser(page)).toMatchObject({
    name: person.name,
    email: person.email,
    google: false,
    facebook: false,
    tiktok: false,
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(page.locator('[data-socket-status="connected"]')).toBeVisible();

  await logOut(page);
  expect(await storedUser(page)).toMatchObject({ _id: '', token: '', email: '' });

  faults.allow(/409/, /\[api\]/i);
  await sendRegistration(page, person);
  await expect(page.getByText('Email is already registered')).toBeVisible();
});

test('a forgotten password is set anew with the mailed code [S7.OTP.2] [S7.RST.2] [S2.FORGOT.5]', async ({
  page,
  faults,
}) => {
  const person = newPerson();
  await register(page, person);
  await logOut(page);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);

  await expect.poll(() => lastMailTo(person.email)).toMatch(/\b\d{6}\b/);
  const code = /\b\d{6}\b/.exec((await lastMailTo(person.email)) ?? '')?.[0] ?? '';
  await page.getByLabel(/otp|code/i).fill(code);
  await page.getByLabel('New password', { exact: true }).fill('an even longer one');
  await page.getByLabel('Confirm password', { exact: true }).fill('an even longer one');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL(/\/sign-in$/);

  faults.allow(/401/, /\[api\]/i);
  const signIn = async (password: string) => {
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
  };
  await signIn(person.password);
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await signIn('an even longer one');
  await expect(page).toHaveURL(/\/overview$/);
});

test('the Google button signs in [S4.SESS.3] [S4.SESS.4] [S2.LOGIN.2]', async ({ page }) => {
  await page.goto('/sign-in');
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: /with Google/ }).click(),
  ]);
  await popup.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/overview$/);
  expect(await storedUser(page)).toMatchObject({ email: 'sam.sandbox@gmail.com' });
});
