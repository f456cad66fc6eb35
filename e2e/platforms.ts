import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

/**
 * The calls that read the state of the connections. A Connect screen and the end of a consent window make them, once or
 * several times, because both the live connection and the window report the end.
 */
export const connectionReads = ['GET /connections', 'GET /user/connected_accounts'] as const;

/** The button that opens the consent popup. */
export const grantButton = (page: Page, platform: PlatformId) =>
  page.getByRole('button', { name: new RegExp(`Grant ${platformNames[platform]} Ads Access`, 'i') });

/** The consent popup of the open Connect screen. */
const openConsent = async (page: Page, platform: PlatformId): Promise<Page> => {
  const [popup] = await Promise.all([page.waitForEvent('popup'), grantButton(page, platform).click()]);
  return popup;
};

/** Grants or denies access in the popup of the open Connect screen. */
export const answerConsent = async (page: Page, platform: PlatformId, answer: 'Allow' | 'Deny'): Promise<Page> => {
  const popup = await openConsent(page, platform);
  await popup.getByRole('button', { name: answer }).click();
  return popup;
};

/** Grants access on the open Connect screen, and waits until the window has closed itself. */
export const allow = async (page: Page, platform: PlatformId): Promise<void> => {
  const popup = await answerConsent(page, platform, 'Allow');
  await popup.waitForEvent('close');
};

/**
 * Opens the Connect screen, connects the platform and waits for the list of ad accounts.
 * @param withEvents adds the sandbox's ad account with events, for findings
 */
export const connect = async (page: Page, platform: PlatformId, { withEvents = false } = {}): Promise<void> => {
  await page.goto(`/${platform}`);
  const popup = await openConsent(page, platform);
  if (withEvents) await popup.getByRole('checkbox', { name: 'Also the ad account with events' }).check();
  await popup.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('columnheader', { name: 'Account Name' })).toBeVisible();
  // The popup would close itself a moment later.
  await popup.close();
};
