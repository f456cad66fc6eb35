import type { Page } from '@playwright/test';
import { register } from './people.ts';
import { connect } from './platforms.ts';
import { expect, test } from './test.ts';

const openGooglePreview = async (page: Page): Promise<void> => {
  await register(page);
  await connect(page, 'google');
  await page.getByRole('grid').getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Next Data (Preview)' }).click();
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
};

test('a failure behind an open dialog is shown above its backdrop and outlives the dialog [S8.GG.1]', async ({
  page,
  faults,
}) => {
  faults.allow(/502/, /Asleep/);
  await openGooglePreview(page);
  await page.route('**/api/ads/multi/campaigns/google', (route) =>
    route.fulfill({ status: 502, json: { success: false, message: 'Asleep' } }),
  );
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Apply Changes' }).click();
  const message = page.locator('[data-sonner-toast]').filter({ hasText: 'Asleep' });
  // The click proves that neither the backdrop nor the dialog covers the toast.
  await message.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(message).toBeVisible();
});

test('the Export button keeps the focus while the export runs', async ({ page }) => {
  await openGooglePreview(page);
  const button = page.getByRole('button', { name: 'Export Google Sheet' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Google export completed successfully!')).toBeVisible();
  await expect(button).toBeFocused();
});
