import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

export type Person = { name: string; email: string; password: string };

export const newPerson = (): Person => ({
  name: 'Ada Example',
  email: `ada-${randomBytes(5).toString('hex')}@example.test`,
  password: 'a long enough one',
});

/** Fills the open registration form. */
export const fillRegistration = async (page: Page, person: Person): Promise<void> => {
  await page.getByLabel('Name', { exact: true }).fill(person.name);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password);
};

/** Opens, fills and sends the registration form. */
export const sendRegistration = async (page: Page, person: Person): Promise<void> => {
  await page.goto('/register');
  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
};

/** Registers through the form, which ends signed in on the overview. */
export const register = async (page: Page, person: Person = newPerson()): Promise<Person> => {
  await sendRegistration(page, person);
  await expect(page).toHaveURL(/\/overview$/);
  return person;
};

/** Fills the open sign-in form and sends it. */
export const sendSignIn = async (
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
};

/** Logs out through the user menu, which ends on the sign-in screen. */
export const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
};

/** The stored user of a guest. */
export const guest = {
  _id: '',
  name: '',
  email: '',
  role: '',
  token: '',
  google: false,
  facebook: false,
  tiktok: false,
  defaultAccounts: { google: [], facebook: [], tiktok: [] },
};

type StoredUser = { _id: string; token: string; google: boolean; facebook: boolean; tiktok: boolean } & Record<
  string,
  unknown
>;

/** The user that the app stores in the browser. */
export const storedUser = (page: Page): Promise<StoredUser> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('persist:user') ?? '{}').state);
