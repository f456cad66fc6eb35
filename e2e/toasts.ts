import type { Locator, Page } from '@playwright/test';

/** The toast with exactly this text. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ has: page.getByText(text, { exact: true }) });
