import { storedUser } from './people.ts';
import { expect, test } from './test.ts';

test('the Google button signs in [S4.SESS.3] [S4.SESS.4] [S2.LOGIN.2]', async ({ page }) => {
  await page.goto('/sign-in');
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: /with Google/ }).click(),
  ]);
  await popup.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/overview$/);
  expect(await storedUser(page)).toMatchObject({ email: 'sam.sandbox@gmail.com' });
});
