import type { Locator, Page } from '@playwright/test';
import { listNotifications } from '#shared/contracts/notifications.ts';
import type { ResponseOf } from '#shared/contracts/endpoint.ts';
import { messages } from '#shared/messages.ts';
import { storedUser, register } from './people.ts';
import { allow, connect, grantButton } from './platforms.ts';
import { isLive, listenToLive } from './liveEvents.ts';
import { expireTokens } from './sandbox.ts';
import { expect, offlineFaults, test } from './test.ts';

const bell = (page: Page): Locator => page.getByRole('button', { name: /^Notifications/ });

/** Calls of the same person by another program, without a browser. */
const asProgram = async (page: Page, baseURL: string | undefined) => {
  const { token } = await storedUser(page);
  const send = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${baseURL}/api${path}`, { ...init, headers });
    return response.json();
  };
  const notifications = async () => ((await send('/notifications')) as ResponseOf<typeof listNotifications>).data;
  return {
    notifications,
    /** Exports rows, and waits until their end is announced. */
    exportRows: async (count: number): Promise<void> => {
      const before = (await notifications()).length;
      const data = Array.from({ length: count }, (_, row) => ({ name: `Lead ${row}` }));
      await send('/ads/export-google-sheet', { method: 'POST', body: JSON.stringify({ data }) });
      await expect.poll(async () => (await notifications()).length).toBe(before + 1);
    },
  };
};

interface WatchedWindow {
  /** The WebSockets of live connections, without those that are still probing. */
  liveSockets: WebSocket[];
}

/** Lets a test cut the WebSockets of later documents, because going offline does not close open sockets. */
const watchSockets = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const liveSockets: WebSocket[] = [];
    Object.assign(window, { liveSockets } satisfies WatchedWindow);
    // The Engine.IO packet that completes the upgrade from polling.
    const upgrade = '5';
    window.WebSocket = class extends WebSocket {
      override send(data: Parameters<WebSocket['send']>[0]): void {
        super.send(data);
        if (data === upgrade) liveSockets.push(this);
      }
    };
  });
};
const goOffline = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => (window as unknown as WatchedWindow).liveSockets.length > 0);
  await page.context().setOffline(true);
  await page.evaluate(() => {
    for (const socket of (window as unknown as WatchedWindow).liveSockets) socket.close();
  });
};

/** Records every toast of the page, in order, once each. */
const watchToasts = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.evaluate(() => {
    const seen: string[] = [];
    const known = new WeakSet<Element>();
    Object.assign(window, { toastsSeen: seen });
    new MutationObserver(() => {
      // The newest toast is first in the DOM.
      for (const toast of [...document.querySelectorAll('[data-sonner-toast]')].toReversed()) {
        const title = toast.querySelector('[data-title]')?.textContent;
        if (title === undefined || known.has(toast)) continue;
        known.add(toast);
        seen.push(title);
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { toastsSeen: string[] }).toastsSeen);
};

test('exports that end while the browser is offline or closed are shown once, in order, and stay under the bell [S8.EXP.6]', async ({
  page,
  context,
  baseURL,
  faults,
}) => {
  faults.allow(offlineFaults);
  await watchSockets(page);
  await register(page);
  await connect(page, 'google');
  const program = await asProgram(page, baseURL);
  await page.goto('/campaigns');
  await expect(isLive(page)).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');

  await test.step('offline', async () => {
    const toasts = await watchToasts(page);
    await goOffline(page);
    await expect(isLive(page)).toHaveCount(0);
    await program.exportRows(2);
    await program.exportRows(3);
    await context.setOffline(false);
    const texts = (await program.notifications()).slice(1).map(({ payload }) => String(payload['message']));
    expect(new Set(texts).size).toBe(2);
    await expect.poll(toasts).toEqual(texts);
    await expect(page.getByRole('button', { name: 'Open Sheet' })).toHaveCount(2);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread');
    // The next one over the socket shows that nothing else is in transit.
    await program.exportRows(4);
    await expect.poll(async () => (await toasts()).length).toBe(3);
  });

  await test.step('closed', async () => {
    await page.goto('about:blank');
    for (let rows = 5; rows < 10; rows += 1) await program.exportRows(rows);
    await page.goto('/campaigns');
    await expect(page.getByText(messages.notifications.more(3))).toBeVisible();
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(3);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 9 unread');
    await page.reload();
    await expect(isLive(page)).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName('Notifications, 9 unread');
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  });

  await test.step('the bell, here and in another tab', async () => {
    const other = await context.newPage();
    await other.goto('/campaigns');
    await expect(bell(other)).toHaveAccessibleName('Notifications, 9 unread');
    await bell(page).click();
    const list = page.getByRole('region', { name: 'List of notifications' });
    await expect(list.getByRole('listitem')).toHaveCount(9);
    await expect(list.getByRole('link', { name: 'Open Sheet' })).toHaveCount(8);
    const [sheet] = await Promise.all([
      context.waitForEvent('page'),
      list.getByRole('link', { name: 'Open Sheet' }).first().click(),
    ]);
    await expect(sheet.getByRole('table').locator('tbody tr')).toHaveCount(10);
    for (const each of [page, other]) await expect(bell(each)).toHaveAccessibleName('Notifications');
    await page.bringToFront();
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(bell(page)).toBeFocused();
  });
});

test('a revoked grant is shown within seconds, and a new grant restores access', async ({ page, faults }) => {
  faults.allow(/409|grant access again/);
  const live = listenToLive(page);
  await register(page);
  await connect(page, 'facebook');
  await page.goto('/google');
  await expect(isLive(page)).toBeVisible();
  await expireTokens('facebook');
  // Any call to the platform detects it.
  await page.getByRole('link', { name: 'Facebook', exact: true }).click();
  await expect.poll(() => live.received.map(({ name }) => name)).toContain('connection_lost');
  await expect(page.getByRole('button', { name: 'Reconnect Facebook' })).toBeVisible();
  await expect(grantButton(page, 'facebook')).toContainText('Not connected');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');

  await page.getByRole('link', { name: 'Campaigns' }).click();
  await page.getByRole('link', { name: 'Reconnect Facebook' }).click();
  await allow(page, 'facebook');
  await expect(grantButton(page, 'facebook')).toContainText('Connected');
  await expect(page.getByRole('columnheader', { name: 'Account Name' })).toBeVisible();
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reconnect Facebook' })).toHaveCount(0);
  await bell(page).click();
  await expect(page.getByRole('link', { name: 'Grant access again' })).toBeVisible();
});
