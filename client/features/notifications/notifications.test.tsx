import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  buildConnection,
  buildUser,
  isConnected,
  renderApp,
  untilConnected,
  buildWorkspace,
} from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { readUser, updateUser } from '#client/stores/userStore.ts';
import { connectedAccounts, listConnections } from '#shared/contracts/connections.ts';
import { listNewestNotifications, listNotifications, readNotifications } from '#shared/contracts/notifications.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import { notificationLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { ServerEventName } from '#shared/socketEvents.ts';

setUpFakeServer();

/** Notifications stored on the server, oldest first. */
let stored: Notification[] = [];
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const store = (event: ServerEventName, payload: Record<string, unknown>): Notification => {
  const id = stored.length + 1;
  const notification = {
    id,
    event,
    payload: { ...payload, notificationId: id },
    createdAt: minutesAgo(5),
    readAt: null,
  };
  stored.push(notification);
  return notification;
};
const storeFailure = (message: string): Notification => store('export_error', { message });
/** Sends an event as the server does. The event may be lost. */
const send = ({ event, payload }: Notification): void => {
  for (const socket of fakeServer().sockets()) socket.emit(event, payload);
};

/** Repeats an event until the bell counts it, because a busy machine may drop the connection meanwhile. */
const sendUntilCounted = async (notification: Notification, name: string): Promise<void> =>
  waitFor(() => {
    send(notification);
    expect(bell()).toHaveAccessibleName(name);
  });

const counters = () => ({ unread: stored.filter(({ readAt }) => readAt === null).length, lastId: stored.length });
beforeEach(() => {
  stored = [];
  fakeServer().on(listNewestNotifications, ({ query }) => {
    const before = Number(query['before'] ?? Infinity);
    const data = stored.filter(({ id }) => id < before).slice(-notificationLimits.newest);
    return { data: data.toReversed(), ...counters() };
  });
  fakeServer().on(listNotifications, ({ query }) => ({
    data: stored.filter(({ id }) => id > Number(query['after'])).slice(0, 100),
    ...counters(),
  }));
  fakeServer().on(readNotifications, ({ body }) => {
    const { upTo } = body as { upTo: number };
    stored = stored.map((notification) =>
      notification.id <= upTo ? { ...notification, readAt: minutesAgo(0) } : notification,
    );
    return { message: messages.notifications.read };
  });
});

const bell = (): HTMLElement => screen.getByRole('button', { name: /^Notifications/ });
/** Opens the app and waits until it has read missed notifications. */
const open = async (path = '/campaigns', user = buildUser()) => {
  const before = fakeServer().calls(listNewestNotifications).length;
  const rendered = await renderApp({ path, user });
  await untilConnected();
  await waitFor(() => expect(fakeServer().calls(listNewestNotifications).length).toBeGreaterThan(before));
  await waitFor(() => expect(fakeServer().isIdle()).toBe(true));
  return rendered;
};
/** Leaves the page and removes its toasts. */
const close = (): void => {
  cleanup();
  toast.dismiss();
};
const pointers = (): unknown => JSON.parse(localStorage.getItem('persist:notices') ?? '{}').state?.people['user-1'];
const toastTexts = (): string[] =>
  [...document.querySelectorAll('[data-sonner-toast] [data-title]')].map(({ textContent }) => textContent);
const failed = (message: string): string => `Export failed: ${message}`;
/** Titles of error toasts in order, including toasts that have disappeared. */
const watchToasts = (): string[] => {
  const seen: string[] = [];
  const look = (): void => {
    for (const text of toastTexts().toReversed()) if (!seen.includes(text)) seen.push(text);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  return seen;
};

describe('missed notifications', () => {
  it('are only counted in a new browser', async () => {
    storeFailure('long ago');
    await open();
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications, 1 unread'));
    expect(pointers()).toEqual({ shown: 1, read: 0 });
    expect(toastTexts()).toEqual([]);
  });

  it('are shown once and in order by a reopened browser, and not again after a reload', async () => {
    storeFailure('first');
    await open();
    close();
    storeFailure('second');
    storeFailure('third');
    const seen = watchToasts();
    await open();
    await waitFor(() => expect(seen).toEqual([failed('second'), failed('third')]));
    expect(pointers()).toEqual({ shown: 3, read: 0 });
    close();
    const seenLater = watchToasts();
    await open();
    send(storeFailure('fourth'));
    await waitFor(() => expect(seenLater).toEqual([failed('fourth')]));
  });

  it('show at most three toasts and a count of the rest, and reload the screens', async () => {
    await open();
    close();
    for (let count = 1; count <= 13; count += 1) storeFailure(`number ${count}`);
    const seen = watchToasts();
    await open();
    await waitFor(() => expect(seen).toHaveLength(3));
    expect(seen.toSorted()).toEqual(
      [messages.notifications.more(11), failed('number 12'), failed('number 13')].toSorted(),
    );
    expect(messages.notifications.more(11)).toBe('11 more notifications under the bell');
    expect(bell()).toHaveAccessibleName('Notifications, 9+ unread');
    expect(bell()).toHaveTextContent('9+');
    await waitFor(() => expect(fakeServer().calls(connectedAccounts)).toHaveLength(3));
  });
});

describe('a notification from the socket', () => {
  it('is shown once and in order despite lost, reordered and repeated events and disconnects', async () => {
    await open();
    const seen = watchToasts();
    const [one, , three] = [storeFailure('one'), storeFailure('two'), storeFailure('three')];
    send(one);
    send(three);
    send(one);
    await waitFor(() => expect(seen).toEqual(['one', 'two', 'three'].map(failed)));
    expect(
      fakeServer()
        .calls(listNotifications)
        .map(({ query }) => query),
    ).toEqual([{ after: '1' }]);

    for (const socket of fakeServer().sockets()) socket.conn.close();
    await waitFor(() => expect(isConnected()).toBe(false));
    storeFailure('four');
    await untilConnected();
    const five = storeFailure('five');
    send(five);
    send(three);
    await waitFor(() => expect(seen).toEqual(['one', 'two', 'three', 'four', 'five'].map(failed)));
    expect(pointers()).toEqual({ shown: 5, read: 0 });
    expect(bell()).toHaveAccessibleName('Notifications, 5 unread');
  });

  it('is counted even if it arrives before an older response', async () => {
    await open();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    fakeServer().on(listNotifications, async () => {
      const answer = { data: [], ...counters() };
      await isReleased;
      return answer;
    });
    for (const socket of fakeServer().sockets()) socket.conn.close();
    await waitFor(() => expect(fakeServer().calls(listNotifications)).toHaveLength(1));
    await untilConnected();
    await sendUntilCounted(storeFailure('meanwhile'), 'Notifications, 1 unread');
    release();
    await waitFor(() => expect(fakeServer().isIdle()).toBe(true));
    await sendUntilCounted(storeFailure('afterwards'), 'Notifications, 2 unread');
  });

  it('never reaches the next person, even if it arrives late', async () => {
    await open();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    fakeServer().on(listNotifications, async () => {
      await isReleased;
      return { data: [], unread: 7, lastId: 9 };
    });
    storeFailure('lost');
    send(storeFailure('came'));
    await waitFor(() => expect(fakeServer().calls(listNotifications)).toHaveLength(1));
    stored = [];
    const before = fakeServer().calls(listNewestNotifications).length;
    act(() => updateUser({ _id: 'user-2', token: 'token-2' }));
    await waitFor(() => expect(fakeServer().calls(listNewestNotifications).length).toBeGreaterThan(before));
    await untilConnected();
    release();
    await waitFor(() => expect(fakeServer().isIdle()).toBe(true));
    await sendUntilCounted(storeFailure('of their own'), 'Notifications, 1 unread');
  });

  it('is read again after the list failed to load', async () => {
    expectConsoleError(/notifications/);
    expectConsoleError(/could not be read/);
    await open();
    const seen = watchToasts();
    let isAway = true;
    fakeServer().on(listNotifications, ({ query }) =>
      isAway ? { status: 503 } : { data: stored.filter(({ id }) => id > Number(query['after'])), ...counters() },
    );
    storeFailure('lost');
    send(storeFailure('came'));
    await waitFor(() => expect(fakeServer().calls(listNotifications)).toHaveLength(1));
    expect(seen).toEqual([]);
    isAway = false;
    await waitFor(() => expect(seen).toEqual(['lost', 'came'].map(failed)));
  });
});

describe('the bell', () => {
  it('opens the newest notifications as text with links, and marks them as read', async () => {
    const sheet = 'https://docs.example.test/spreadsheets/d/1';
    store('google_connected', { userId: 'user-1', platform: 'google', connected: true });
    store('fb_export_complete', { message: 'Facebook export completed successfully!', url: sheet, error: null });
    store('tiktok_export_complete', { message: '', url: null, error: 'The sheet is full' });
    store('sheet_sync_failed', { syncId: '1', url: sheet, message: 'It is gone' });
    store('sheet_taken_over', { url: sheet, message: 'It was taken over' });
    store('connection_expiring', { platform: 'tiktok', days: 2, message: 'It runs out in 2 days.' });
    stored.push({ ...storeFailure('of a later version'), event: 'something_new' });
    stored.splice(-2, 1);
    storeFailure('No room');
    const { actor } = await open();
    await actor.click(bell());
    const list = await screen.findByRole('region', { name: 'List of notifications' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(7));
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'New: Export failed: No room5 minutes ago',
      'New: It runs out in 2 days.5 minutes agoGrant access again',
      'New: It was taken over5 minutes agoOpen Sheet',
      'New: It is gone5 minutes agoSee the sheets',
      'New: The sheet is full5 minutes ago',
      'New: Facebook export completed successfully!5 minutes agoOpen Sheet',
      'New: Google was connected5 minutes agoSee its ad accounts',
    ]);
    for (const link of within(list).getAllByRole('link', { name: 'Open Sheet' }))
      expect(link).toHaveAttribute('href', sheet);
    expect(within(list).getAllByText('5 minutes ago')[0]).toHaveAttribute('title', expect.stringMatching(/ at /));
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications'));
    expect(
      fakeServer()
        .calls(readNotifications)
        .map(({ body }) => body),
    ).toEqual([{ upTo: 8 }]);
    expect(pointers()).toEqual({ shown: 8, read: 8 });

    send(storeFailure('while it is open'));
    expect(await within(list).findByText(failed('while it is open'))).toBeVisible();
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications'));

    await actor.click(within(list).getByRole('link', { name: 'Grant access again' }));
    expect(await screen.findByRole('heading', { name: 'TikTok Ads' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'List of notifications' })).toBeNull();
  });

  it('does not show read notifications again after the storage was cleared', async () => {
    storeFailure('read');
    const { actor } = await open();
    localStorage.removeItem('persist:notices');
    await actor.click(bell());
    await waitFor(() => expect(pointers()).toEqual({ shown: 1, read: 1 }));
  });

  it('closes on Escape and regains the focus', async () => {
    const { actor } = await open();
    bell().focus();
    await actor.keyboard('{Enter}');
    const list = await screen.findByRole('region', { name: 'List of notifications' });
    expect(await within(list).findByText('No notifications yet')).toBeVisible();
    await actor.tab();
    expect(list).toHaveFocus();
    await actor.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'List of notifications' })).toBeNull();
    expect(bell()).toHaveFocus();
  });

  it('shows older notifications on request, to the end', async () => {
    for (let count = 1; count <= 45; count += 1) storeFailure(`number ${count}`);
    const { actor } = await open();
    await actor.click(bell());
    const list = await screen.findByRole('region', { name: 'List of notifications' });
    const count = (): number => within(list).queryAllByRole('listitem').length;
    await waitFor(() => expect(count()).toBe(20));
    for (const expected of [40, 45]) {
      await actor.click(within(list).getByRole('button', { name: 'Show older' }));
      await waitFor(() => expect(count()).toBe(expected));
    }
    expect(within(list).queryByRole('button', { name: 'Show older' })).toBeNull();
    expect(within(list).getAllByRole('listitem').at(-1)).toHaveTextContent(failed('number 1'));
  });

  it('reports a list that fails to load, and retries', async () => {
    expectConsoleError(/notifications/);
    const { actor } = await open();
    let isAway = true;
    fakeServer().on(listNewestNotifications, () => (isAway ? { status: 500 } : { data: [], ...counters() }));
    await actor.click(bell());
    expect(await screen.findByText(messages.notifications.loadFailed)).toBeVisible();
    isAway = false;
    await actor.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No notifications yet')).toBeVisible();
  });
});

describe('a lost grant', () => {
  const reason = messages.connections.expired('facebook');
  /** State of the Facebook connection on the server. */
  const serve = (state: 'connected' | 'reconnect'): void => {
    const facebook = state === 'connected';
    const data = { google: false, facebook, tiktok: false, accounts: [] };
    fakeServer().on(connectedAccounts, () => ({ data: { ...data, data }, workspace: buildWorkspace() }));
    fakeServer().on(listConnections, () => ({
      data: [buildConnection('facebook', { state, reason: facebook ? null : reason })],
    }));
  };

  it('is shown above every screen until it is renewed, even after a reload', async () => {
    serve('connected');
    await open('/campaigns', buildUser({ facebook: true }));
    expect(fakeServer().calls(listConnections)).toEqual([]);
    serve('reconnect');
    send(store('connection_lost', { platform: 'facebook', message: reason }));
    const link = await screen.findByRole('link', { name: 'Reconnect Facebook' });
    expect(link.closest('output')).toHaveTextContent(reason);
    await waitFor(() => expect(readUser().facebook).toBe(false));
    close();

    const { actor } = await open();
    await actor.click(await screen.findByRole('link', { name: 'Reconnect Facebook' }));
    expect(await screen.findByRole('button', { name: 'Reconnect Facebook' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Reconnect Facebook' })).toBeNull();
    await actor.click(screen.getByRole('link', { name: 'Campaigns' }));
    await screen.findByRole('link', { name: 'Reconnect Facebook' });
    serve('connected');
    send(store('facebook_connected', { userId: 'user-1', platform: 'facebook', connected: true }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Reconnect Facebook' })).toBeNull());
    expect(readUser().facebook).toBe(true);
  });

  it('is no longer shown once the platform is disconnected elsewhere', async () => {
    store('connection_lost', { platform: 'facebook', message: reason });
    await open();
    await waitFor(() => expect(fakeServer().calls(listConnections)).not.toEqual([]));
    await waitFor(() => expect(fakeServer().isIdle()).toBe(true));
    expect(screen.queryByRole('link', { name: 'Reconnect Facebook' })).toBeNull();
  });
});
