import type { Page } from '@playwright/test';
import { expect } from './expect.ts';

export const themes = ['light', 'dark'] as const;

const withoutMessages = '[data-sonner-toaster] { visibility: hidden }';

type TakePictureOptions = { theme: (typeof themes)[number]; isWhole?: boolean; withMessages?: boolean };

/** Takes a PNG of the page after everything is loaded and animations have ended. */
export const takePicture = async (page: Page, options: TakePictureOptions): Promise<Buffer> => {
  // No element is hovered.
  await page.mouse.move(0, 0);
  await page.emulateMedia({ colorScheme: options.theme, reducedMotion: 'reduce' });
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await page.evaluate(async (isWhole) => {
    for (const image of document.images) {
      // Lazy images further down would not load without scrolling.
      if (isWhole) image.loading = 'eager';
      if (isWhole || image.loading !== 'lazy') await image.decode();
    }
  }, options.isWhole === true);
  return page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    fullPage: options.isWhole === true,
    ...(options.withMessages ? {} : { style: withoutMessages }),
  });
};
