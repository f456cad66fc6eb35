import type { Locator, Page } from '@playwright/test';

/** The short message at the top of the screen that says exactly this. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ has: page.getByText(text, { exact: true }) });
