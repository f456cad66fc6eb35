import type { Locator, Page } from '@playwright/test';

/** The toast with exactly this text, unless it is closing. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]:not([data-removed=true])').filter({ has: page.getByText(text, { exact: true }) });
