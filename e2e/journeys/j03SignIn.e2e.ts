import { hold, messageOf, startJourney, stub } from '../journey.ts';
import { guest, logOut, register, sendSignIn, storedUser } from '../people.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

test('J03 sign in', async ({ page, faults }) => {
  const person = await register(page);
  await logOut(page);
  const step = startJourney(page);
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  const button = page.getByRole('button', { name: /^Login/ });

  await step(
    'the screen [S2.ROUTE.4] [S2.LOGIN.1] [S2.LOGIN.2] [S2.LOGIN.3] [S2.LOGIN.4] [S2.LOGIN.5] [S2.LOGIN.7] [S2.LOGIN.8] [S7.GSI.1]',
    [],
    async () => {
      const [script] = await Promise.all([page.waitForRequest(/\/gsi\/client/), page.goto('/sign-in')]);
      expect(script.resourceType()).toBe('script');
      await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
      await expect(page.getByRole('button', { name: /with Google/ })).toBeVisible();
      await expect(page.getByText('Or continue with')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
        'href',
        '/forgot-password',
      );
      await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register');
      await expect(email).toBeVisible();
      expect(await storedUser(page)).toEqual(guest);
    },
  );

  await step('nothing filled in [S5.LOGIN.1]', [], async () => {
    await button.click();
    await expect(page.getByText('email is required')).toBeVisible();
    await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();
  });

  await step('no address, and five characters [S5.LOGIN.2] [S5.LOGIN.3]', [], async () => {
    await email.fill('abc');
    await password.fill('abcde');
    await button.click();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();
  });

  await step('showing and hiding the password [S2.LOGIN.6]', [], async () => {
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'password');
  });

  faults.allow(/401/);
  const refused = await step('a wrong password [S8.AUTH.1]', ['POST /user/login 401'], () =>
    sendSignIn(page, { ...person, password: 'not the one' }),
  );
  await expect(toast(page, messageOf(refused('POST')))).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in$/);
  expect(await storedUser(page)).toEqual(guest);

  await step('a response without a message [S8.AUTH.5]', ['POST /user/login 500'], async () => {
    faults.allow(/500/);
    const unstub = await stub(page, '/user/login', 500);
    await sendSignIn(page, person);
    await expect(toast(page, 'There was an error submitting your form. Please try again.')).toBeVisible();
    expect(await storedUser(page)).toEqual(guest);
    await unstub();
  });

  const signedIn = await step(
    'the right password [S2.LOGIN.9] [S3.PAY.1] [S4.FORM.1] [S4.FORM.2] [S4.SESS.1] [S8.AUTH.6]',
    ['POST /user/login', 'GET /user/connected_accounts'],
    async () => {
      const release = await hold(page, '/user/login');
      await sendSignIn(page, person);
      await expect(button).toHaveText('Login...');
      await expect(button).toBeDisabled();
      release();
      await expect(page).toHaveURL(/\/overview$/);
    },
  );
  const login = signedIn('POST');
  await expect(toast(page, messageOf(login))).toBeVisible();
  expect(login.body).toEqual({ email: person.email, password: person.password });
  const user = await storedUser(page);
  expect(login.answer).toMatchObject({ data: user });
  expect(signedIn('GET').headers).toMatchObject({ authorization: `Bearer ${user.token}` });
});
