import type { Page } from '@playwright/test';
import { expect } from './expect.ts';

export const themes = ['light', 'dark'] as const;

const withoutMessages = '[data-sonner-toaster] { visibility: hidden }';

/** Takes a PNG of the visible part of the page after everything is loaded and animations have ended. */
export const takePicture = async (page: Page, theme: (typeof themes)[number]): Promise<Buffer> => {
  // No element is hovered.
  await page.mouse.move(0, 0);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await page.evaluate(async () => {
    for (const image of document.images) if (image.loading !== 'lazy') await image.decode();
  });
  return page.screenshot({ animations: 'disabled', caret: 'hide', style: withoutMessages });
};
