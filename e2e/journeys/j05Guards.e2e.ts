import { headingsSeen, navigationState, storedState, watchHeadings } from '../browserState.ts';
import { startJourney } from '../journey.ts';
import { guest, register, storedUser } from '../people.ts';
import { expect, test } from '../test.ts';

/** Screens that guests must not see, with the rows of the specification. */
const closed: [path: string, rows: string][] = [
  ['/overview', '[S2.GUARD.1]'],
  ['/google', '[S2.GUARD.2]'],
  ['/facebook', '[S2.GUARD.3]'],
  ['/tiktok', '[S2.GUARD.4]'],
  ['/campaigns', '[S2.GUARD.5]'],
  ['/google-sheets', '[S2.GUARD.6]'],
  ['/preview', '[S2.GUARD.7]'],
  ['/old_leads', '[S2.GUARD.8]'],
  ['/leads', '[S2.GUARD.9]'],
  ['/custom-leads', '[S2.GUARD.10]'],
  ['/ai-insights', '[S2.GUARD.11]'],
  ['/settings', '[S2.GUARD.12]'],
  ['/login', '[S2.ROUTE.23]'],
  ['/dashboard', '[S2.ROUTE.22]'],
];

const guestOnly: [path: string, rows: string][] = [
  ['/sign-in', '[S2.GUEST.1] [S2.GUEST.5]'],
  ['/register', '[S2.GUEST.2]'],
  ['/forgot-password', '[S2.GUEST.3]'],
  ['/reset-password', '[S2.GUEST.4]'],
  ['/login', '[S2.GUEST.5]'],
];

test('J05 guards and aliases', async ({ page, faults }) => {
  const step = startJourney(page);
  await watchHeadings(page);

  for (const [path, rows] of closed)
    await step(`a guest at ${path} sees only the sign-in ${rows}`, [], async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/sign-in');
      expect(await headingsSeen(page)).toEqual(['Welcome back']);
      expect(await storedUser(page)).toEqual(guest);
    });

  await step('registered', ['POST /user/register', 'GET /user/connected_accounts'], async () => {
    await register(page);
  });
  for (const [path, rows] of guestOnly)
    await step(`with a session, ${path} leads to the overview ${rows}`, ['GET /user/connected_accounts'], async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/overview');
      expect(await navigationState(page)).toEqual({ from: path });
      expect(await headingsSeen(page)).toEqual(['Overview']);
    });

  await step('the logo leads to the overview [S2.ROUTE.22] [S2.NAV.1]', [], async () => {
    const logo = page.getByRole('link', { name: 'Leadlight' });
    await expect(logo).toHaveAttribute('href', '/dashboard');
    await logo.click();
    await expect(page).toHaveURL(/\/overview$/);
    expect(await headingsSeen(page)).toEqual(['Overview']);
  });

  await step('an unknown address [S2.ROUTE.21] [S2.404.1] [S2.404.2] [S2.404.3]', [], async () => {
    faults.allow(/404/);
    expect((await page.goto('/no-such-page'))?.status()).toBe(404);
    await expect(page.getByText('404', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    await expect(page.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible();
  });

  await step('back to the previous page [S2.404.5]', ['GET /user/connected_accounts'], async () => {
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await expect(page).toHaveURL(/\/overview$/);
  });

  await step('home, still signed in [S2.404.4]', [], async () => {
    const user = await storedUser(page);
    await page.goForward();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('link', { name: 'Get Started Free' })).toBeVisible();
    expect(await storedState(page, 'persist:user')).toEqual(user);
    expect(user._id).not.toBe('');
  });
});
