import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

export type Person = { name: string; email: string; password: string };

export const newPerson = (): Person => ({
  name: 'Ada Example',
  email: `ada-${randomBytes(5).toString('hex')}@example.test`,
  password: 'a long enough one',
});

/** Fills the registration form and sends it. */
export const sendRegistration = async (page: Page, person: Person): Promise<void> => {
  await page.goto('/register');
  await page.getByLabel('Name', { exact: true }).fill(person.name);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
};

/** Registers through the form, which signs in and ends on the overview. */
export const register = async (page: Page, person: Person = newPerson()): Promise<Person> => {
  await sendRegistration(page, person);
  await expect(page).toHaveURL(/\/overview$/);
  return person;
};

/** Logs out through the user menu, which ends on the sign-in screen. */
export const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
};

type StoredUser = { _id: string; token: string; google: boolean; facebook: boolean; tiktok: boolean } & Record<
  string,
  unknown
>;

/** The person as the app keeps them in the browser. */
export const storedUser = (page: Page): Promise<StoredUser> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('persist:user') ?? '{}').state);
