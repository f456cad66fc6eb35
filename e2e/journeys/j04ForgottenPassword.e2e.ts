import { navigationState } from '../browserState.ts';
import { hold, messageOf, startJourney } from '../journey.ts';
import { guest, logOut, register, sendSignIn, storedUser } from '../people.ts';
import { lastMailTo } from '../sandbox.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

const codeSentTo = async (email: string): Promise<string | undefined> =>
  /\b\d{6}\b/.exec((await lastMailTo(email)) ?? '')?.[0];

test('J04 forgotten password', async ({ page, faults }) => {
  const person = await register(page);
  await logOut(page);
  const step = startJourney(page);
  const email = page.getByLabel('Email', { exact: true });
  const otp = page.getByLabel('OTP', { exact: true });
  const newPassword = page.getByLabel('New password', { exact: true });
  const confirmed = page.getByLabel('Confirm password', { exact: true });
  const send = page.getByRole('button', { name: /^Send OTP/ });
  const reset = page.getByRole('button', { name: /^Reset Password/ });

  await step(
    'one field for the address [S2.ROUTE.6] [S2.LOGIN.7] [S2.FORGOT.1] [S2.FORGOT.2] [S2.FORGOT.3]',
    [],
    async () => {
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await expect(page).toHaveURL(/\/forgot-password$/);
      await expect(email).toBeVisible();
      await expect(page.locator('input')).toHaveCount(1);
      await expect(send).toHaveText('Send OTP');
      await expect(page.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/sign-in');
      expect(await storedUser(page)).toEqual(guest);
    },
  );

  await step('nothing, then no address [S5.FORGOT.1] [S5.FORGOT.2]', [], async () => {
    await send.click();
    await expect(page.getByText('email is required')).toBeVisible();
    await email.fill('x');
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await send.click();
  });

  const asked = await step(
    'a code by mail [S2.FORGOT.4] [S2.FORGOT.5] [S3.PAY.3] [S4.FORM.5] [S4.FORM.6] [S7.OTP.1] [S7.OTP.2] [S8.AUTH.8]',
    ['POST /user/send-otp'],
    async () => {
      const release = await hold(page, '/user/send-otp');
      await email.fill(person.email);
      await send.click();
      await expect(send).toHaveText('Send OTP...');
      await expect(send).toBeDisabled();
      release();
      await expect(page).toHaveURL(/\/reset-password$/);
      expect(await navigationState(page)).toEqual({ email: person.email });
      await expect.poll(() => codeSentTo(person.email)).toBeTruthy();
    },
  );
  await expect(toast(page, messageOf(asked('POST')))).toBeVisible();
  expect(asked('POST').body).toEqual({ email: person.email });

  await step(
    'the form [S2.ROUTE.7] [S2.RESET.3] [S2.RESET.4] [S2.RESET.5] [S2.RESET.6] [S2.RESET.7] [S4.FORM.9]',
    [],
    async () => {
      await expect(email).toHaveValue(person.email);
      await expect(email).toBeDisabled();
      await expect(email).toHaveAttribute('readonly');
      await expect(otp).toHaveAttribute('inputmode', 'numeric');
      await page.getByRole('button', { name: 'Show new password' }).click();
      await expect(newPassword).toHaveAttribute('type', 'text');
      await expect(confirmed).toHaveAttribute('type', 'password');
      await page.getByRole('button', { name: 'Show new password' }).click();
      await expect(newPassword).toHaveAttribute('type', 'password');
    },
  );

  await step(
    'no code, then letters; no password, then two [S5.RESET.2] [S5.RESET.3] [S5.RESET.4] [S5.RESET.5] [S5.RESET.6] [S5.RESET.7]',
    [],
    async () => {
      await reset.click();
      await expect(page.getByText('otp is required')).toBeVisible();
      await expect(page.getByText('Password must be at least 6 characters long')).toHaveCount(2);
      await otp.fill('abc');
      await expect(page.getByText('Please enter a valid number')).toBeVisible();
      await otp.fill('123456');
      await newPassword.fill('newpass1');
      await confirmed.fill('newpass2');
      await reset.click();
      await expect(toast(page, "password don't match")).toBeVisible();
    },
  );

  const done = await step(
    'the code and a new password [S2.RESET.8] [S3.PAY.4] [S4.FORM.7] [S4.FORM.8] [S7.RST.1] [S8.AUTH.9]',
    ['POST /user/reset-password'],
    async () => {
      await otp.fill((await codeSentTo(person.email)) ?? '');
      await confirmed.fill('newpass1');
      const release = await hold(page, '/user/reset-password');
      await reset.click();
      await expect(reset).toHaveText('Reset Password...');
      await expect(reset).toBeDisabled();
      release();
      await expect(page).toHaveURL(/\/sign-in$/);
    },
  );
  await expect(toast(page, messageOf(done('POST')))).toBeVisible();
  expect(done('POST').body).toEqual({
    email: person.email,
    otp: await codeSentTo(person.email),
    newPassword: 'newpass1',
    confirmPassword: 'newpass1',
  });
  expect(await storedUser(page)).toEqual(guest);

  const refused = await step('the old password is refused [S7.RST.2]', ['POST /user/login 401'], async () => {
    faults.allow(/401/);
    await sendSignIn(page, person);
  });
  await expect(toast(page, messageOf(refused('POST')))).toBeVisible();

  await step(
    'the new one signs in [S7.RST.2] [S2.LOGIN.9]',
    ['POST /user/login', 'GET /user/connected_accounts'],
    async () => {
      await sendSignIn(page, { ...person, password: 'newpass1' });
      await expect(page).toHaveURL(/\/overview$/);
      expect(await storedUser(page)).toMatchObject({ email: person.email, name: person.name });
    },
  );
});
