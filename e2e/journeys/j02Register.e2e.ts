import { headingsSeen, watchHeadings } from '../browserState.ts';
import { hold, messageOf, startJourney } from '../journey.ts';
import { isLive, listenToLive } from '../liveEvents.ts';
import { fillRegistration, guest, logOut, newPerson, storedUser } from '../people.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

test('J02 register, look around, log out', async ({ page, faults }) => {
  const step = startJourney(page);
  const live = listenToLive(page);
  await watchHeadings(page);
  const person = newPerson();
  const password = page.getByLabel('Password', { exact: true });
  const confirmed = page.getByLabel('Confirm password', { exact: true });
  const button = page.getByRole('button', { name: /^Register/ });

  await step(
    'from the sign-in to the registration [S2.ROUTE.5] [S2.LOGIN.8] [S2.REG.1] [S2.REG.2] [S2.REG.3] [S2.REG.4] [S2.REG.7] [S2.REG.8]',
    [],
    async () => {
      await page.goto('/sign-in');
      await page.getByRole('link', { name: 'Sign up' }).click();
      await expect(page).toHaveURL(/\/register$/);
      await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
      await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
      await expect(password).toHaveAttribute('type', 'password');
      await expect(confirmed).toHaveAttribute('type', 'password');
      await expect(page.getByRole('button', { name: /with Google/ })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
      expect(await storedUser(page)).toEqual(guest);
    },
  );

  await step('nothing filled in [S5.REG.1] [S5.REG.2] [S5.REG.4] [S5.REG.5]', [], async () => {
    await button.click();
    await expect(page.getByText('name is required')).toBeVisible();
    await expect(page.getByText('email is required')).toBeVisible();
    await expect(page.getByText('Password must be at least 6 characters long')).toHaveCount(2);
  });

  await step('two different passwords [S5.REG.6] [S5.REG.7]', [], async () => {
    await fillRegistration(page, { ...person, password: 'secret1' });
    await confirmed.fill('secret2');
    await button.click();
    await expect(toast(page, "password don't match")).toBeVisible();
  });

  await step('each password is shown by its own button [S2.REG.5] [S2.REG.6]', [], async () => {
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(confirmed).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await page.getByRole('button', { name: 'Show confirmed password' }).click();
    await expect(password).toHaveAttribute('type', 'password');
    await expect(confirmed).toHaveAttribute('type', 'text');
    expect(await storedUser(page)).toEqual(guest);
  });

  const registered = await step(
    'a new account [S2.REG.9] [S3.PAY.2] [S4.FORM.3] [S4.FORM.4] [S4.SESS.2] [S4.SESS.6] [S7.BASE.2] [S8.AUTH.7]',
    ['POST /user/register', 'GET /user/connected_accounts'],
    async () => {
      const release = await hold(page, '/user/register');
      await fillRegistration(page, person);
      await button.click();
      await expect(button).toHaveText('Register...');
      await expect(button).toBeDisabled();
      release();
      await expect(page).toHaveURL(/\/overview$/);
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    },
  );
  const { body, headers } = registered('POST /user/register');
  await expect(toast(page, messageOf(registered('POST /user/register')))).toBeVisible();
  expect(body).toEqual({
    name: person.name,
    email: person.email,
    password: person.password,
    confirmpassword: person.password,
  });
  expect(headers).not.toHaveProperty('authorization');
  const user = await storedUser(page);
  expect(user).toEqual({
    ...guest,
    _id: expect.stringMatching(/./),
    token: expect.stringMatching(/./),
    name: person.name,
    email: person.email,
    role: 'user',
  });
  expect(registered('GET').headers).toMatchObject({ authorization: `Bearer ${user.token}` });

  await test.step('the live connection [S4.SOCK.1] [S4.SOCK.4] [S7.SOCK.1] [S7.SOCK.2]', async () => {
    await expect(isLive(page)).toBeVisible();
    await expect.poll(live.isOpen).toBe(true);
    expect(live.handshakes.map((query) => query.get('userId'))).toEqual([user._id]);
    await expect.poll(() => live.sent).toEqual([{ name: 'join_user', payload: user._id }]);
  });

  const reloaded = await step(
    'a reload keeps the session and shows no other screen in between [S4.PERS.1] [S4.PERS.3] [S1.HEAD.1] [S6.BEAR.1]',
    ['GET /user/connected_accounts'],
    async () => {
      await page.reload();
      await expect(page.getByRole('banner')).toContainText(`Hello, ${person.name}`);
      await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/overview');
      expect(await headingsSeen(page)).toEqual(['Overview']);
    },
  );
  expect(reloaded('GET').headers).toMatchObject({ authorization: `Bearer ${user.token}` });
  expect(await storedUser(page)).toEqual(user);

  await step(
    'logging out [S2.MENU.6] [S2.MENU.7] [S2.MENU.8] [S3.USER.14] [S4.SOCK.3]',
    ['POST /user/logout'],
    async () => {
      await expect.poll(live.isOpen).toBe(true);
      await logOut(page);
      await expect(page).toHaveURL(/\/sign-in$/);
      await expect.poll(live.isOpen).toBe(false);
      expect(await storedUser(page)).toEqual(guest);
    },
  );

  const refused = await step(
    'registering the same address again [S8.AUTH.2]',
    ['POST /user/register 409'],
    async () => {
      faults.allow(/409/);
      await page.goto('/register');
      await fillRegistration(page, person);
      await button.click();
    },
  );
  await expect(toast(page, messageOf(refused('POST')))).toBeVisible();
  expect(await storedUser(page)).toEqual(guest);
});
