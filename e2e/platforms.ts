import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

/** The button that opens the consent popup. */
export const grantButton = (page: Page, platform: PlatformId) =>
  page.getByRole('button', { name: new RegExp(`Grant ${platformNames[platform]} Ads Access`, 'i') });

/** Grants or denies access in the popup of a Connect screen that is open. */
export const answerConsent = async (page: Page, platform: PlatformId, answer: 'Allow' | 'Deny'): Promise<Page> => {
  const [popup] = await Promise.all([page.waitForEvent('popup'), grantButton(page, platform).click()]);
  await popup.getByRole('button', { name: answer }).click();
  return popup;
};

/** Opens the Connect screen and connects the platform; the list of ad accounts is there afterwards. */
export const connect = async (page: Page, platform: PlatformId): Promise<void> => {
  await page.goto(`/${platform}`);
  const popup = await answerConsent(page, platform, 'Allow');
  await popup.waitForEvent('close');
  await expect(page.getByText('Connected', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Account Name' })).toBeVisible();
};
