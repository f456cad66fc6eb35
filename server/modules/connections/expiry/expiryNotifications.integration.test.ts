import { and, eq } from '#server/database/drizzle.ts';
import { describe, expect, it } from 'vitest';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { disconnect } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { insightAccounts, leadForms } from '#server/database/schema.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { clearFaults, orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { findLeadRead } from '#server/modules/leads/collect/reconcile/leadReads.store.ts';
import { notifyExpiries } from './connectionExpiry.handler.ts';
import { loseConnection } from '#server/modules/connections/access/loseConnection.ts';
import {
  access,
  api,
  endIn,
  eventsOf,
  failure,
  newConnected,
  onSandbox,
  otherProcess,
  requireRow,
  revokeAtGoogle,
  stateOf,
} from '#server/modules/connections/testing/connectionTests.ts';
import type { Person } from '#server/modules/connections/testing/connectionTests.ts';

const dayMs = 86_400_000;
const inADay = new Date(Date.now() + dayMs);

/** A process whose clock is ahead by this time. */
const processIn = (ms: number): AppContext =>
  otherProcess({ clock: { now: () => new Date(api.context.clock.now().getTime() + ms) } });
const noticesOf = async (person: Person) =>
  (await eventsOf(person)).filter(({ event }) => event === 'connection_expiring' || event === 'connection_lost');
const expiring = (notificationId: number, days: number) => ({
  event: 'connection_expiring',
  payload: { platform: 'facebook', days, message: messages.connections.expiring('facebook', days), notificationId },
});
const lost = (notificationId: number, platform: 'google' | 'facebook' | 'tiktok', message: string) => ({
  event: 'connection_lost',
  payload: { platform, message, notificationId },
});

describe('a grant that cannot be renewed', () => {
  it('sends one reminder 7 days before, 2 days before and on the last day, then a loss notification', async () => {
    const person = await newConnected('facebook');
    await endIn(person, 'facebook', 30 * dayMs);
    for (const daysBefore of [23, 22.9, 7, 6.5, 2, 1.5, 1, 0.1, -0.1, -1]) {
      const ahead = (30 - daysBefore) * dayMs;
      const workers = [processIn(ahead), processIn(ahead)];
      await Promise.all(workers.map(notifyExpiries));
      await Promise.all(workers.map(notifyExpiries));
    }
    expect(await noticesOf(person)).toEqual([
      expiring(2, 7),
      expiring(3, 2),
      expiring(4, 0),
      lost(5, 'facebook', messages.connections.expired('facebook')),
    ]);
    expect(messages.connections.expiring('facebook', 7)).toMatch(/in 7 days/);
    expect(messages.connections.expiring('facebook', 0)).toMatch(/today/);
    expect(await requireRow(person, 'facebook')).toMatchObject({
      reconnectReason: messages.connections.expired('facebook'),
    });
  });

  it('sends one reminder with the correct days left after a downtime', async () => {
    const person = await newConnected('facebook');
    await endIn(person, 'facebook', 30 * dayMs);
    await notifyExpiries(processIn(25.5 * dayMs));
    expect(await noticesOf(person)).toEqual([expiring(2, 5)]);
    await notifyExpiries(processIn(29.5 * dayMs));
    expect(await noticesOf(person)).toEqual([expiring(2, 5), expiring(3, 0)]);
  });

  it('restarts the reminders with a new grant', async () => {
    const person = await newConnected('facebook');
    await endIn(person, 'facebook', 1.5 * dayMs);
    await notifyExpiries(api.context);
    await connectPlatform(api, person, 'facebook');
    await notifyExpiries(api.context);
    expect(await noticesOf(person)).toEqual([expiring(2, 2)]);
    await endIn(person, 'facebook', 6.5 * dayMs);
    await notifyExpiries(api.context);
    expect(await noticesOf(person)).toEqual([expiring(2, 2), expiring(4, 7)]);
  });

  it('sends no reminder for a Google grant with a refresh token', async () => {
    const person = await newConnected('google');
    await endIn(person, 'google', -1);
    await notifyExpiries(api.context);
    expect(await noticesOf(person)).toEqual([]);
    expect(await stateOf(person, 'google')).toMatchObject({ state: 'connected', expiresAt: null });
  });
});

describe('a grant that is lost', () => {
  it.each([
    ['google', revokeAtGoogle],
    ['facebook', () => onSandbox('POST', '/control/facebook/expire-tokens')],
    ['tiktok', () => onSandbox('POST', '/control/tiktok/revoke-tokens')],
  ] as const)('at %s sends one notification, and another one only after a new grant', async (platform, revoke) => {
    const person = await newConnected(platform);
    const socket = openSocket(api.url, person);
    expect(await socket.handshake).toBeNull();
    const lose = async () => {
      await revoke(person);
      const calls = Array.from({ length: 5 }, () => api.request(listAdAccounts[platform], { token: person.token }));
      for (const { status } of await Promise.all(calls)) expect(status).toBe(409);
    };
    await lose();
    const { reason } = (await stateOf(person, platform)) ?? {};
    expect(reason).toEqual(expect.stringContaining('access'));
    expect(await noticesOf(person)).toEqual([lost(2, platform, reason ?? '')]);
    const received = () =>
      socket.received.flatMap(({ event, payload }) => (event === 'connection_lost' ? payload : []));
    await api.waitUntil(() => received().length === 1);
    await connectPlatform(api, person, platform);
    await lose();
    expect(await noticesOf(person)).toEqual([lost(2, platform, reason ?? ''), lost(4, platform, reason ?? '')]);
    await api.waitUntil(() => received().length === 2);
    expect(received()).toEqual((await noticesOf(person)).map(({ payload }) => payload));
    socket.close();
  });

  it('is notified once when many processes detect it, and not after a newer consent', async () => {
    const person = await newConnected('google');
    const refuse = () => Promise.reject(failure('reconnect'));
    const processes = [otherProcess(), otherProcess()];
    await Promise.all(
      processes.flatMap((context) =>
        Array.from({ length: 5 }, () =>
          expect(access(context, person, 'google', refuse)).rejects.toBeInstanceOf(Error),
        ),
      ),
    );
    expect(await noticesOf(person)).toEqual([lost(2, 'google', 'Sample reason: reconnect')]);

    const seen = await requireRow(person, 'google');
    await Promise.all([
      connectPlatform(api, person, 'google'),
      loseConnection(processes[0] ?? api.context, seen, 'too late'),
    ]);
    expect(await stateOf(person, 'google')).toMatchObject({ state: 'connected' });
    expect(await noticesOf(person)).toHaveLength(1);
  });

  it('does not affect the other platforms', async () => {
    const person = await newConnected('facebook');
    await connectPlatform(api, person, 'google');
    await onSandbox('POST', '/control/facebook/expire-tokens');
    expect((await api.request(listAdAccounts.facebook, { token: person.token })).status).toBe(409);
    expect((await api.request(listAdAccounts.google, { token: person.token })).status).toBe(200);
  });
});

describe('the assets of a connection', () => {
  const assetsOf = async (person: Person, platform: 'google' | 'facebook') =>
    (await stateOf(person, platform))?.assets ?? [];

  it('are listed with state, reason and time of the last successful read', async () => {
    const person = await newConnected('google');
    // Otherwise the first read of the metrics would overwrite the rows below.
    await api.waitUntil(async () => {
      const reads = (await assetsOf(person, 'google')).map(({ lastReadAt }) => lastReadAt);
      return reads.length > 1 && !reads.includes(null);
    });
    const [first, second] = await assetsOf(person, 'google');
    if (!first || !second) throw new Error('the sandbox has two ad accounts');
    expect(first).toMatchObject({ kind: 'ad_account', name: expect.stringMatching(/./) });

    const readAt = new Date('2026-11-20T08:00:00.000Z');
    const writeRead = (accountId: string, problem: string | null) =>
      api.context.db
        .update(insightAccounts)
        .set({ nextReadAt: inADay, readAt, problem, problemCode: problem === null ? null : 'PLATFORM_FAILED' })
        .where(and(eq(insightAccounts.workspaceId, person.workspaceId), eq(insightAccounts.accountId, accountId)));
    await writeRead(first.id, null);
    await writeRead(second.id, 'It is closed');
    expect((await assetsOf(person, 'google')).slice(0, 2)).toEqual([
      { ...first, state: 'ok', reason: null, lastReadAt: readAt.toISOString() },
      { ...second, state: 'failing', reason: 'It is closed', lastReadAt: readAt.toISOString() },
    ]);
    expect(await assetsOf(await newConnected('google'), 'google')).not.toContainEqual(
      expect.objectContaining({ state: 'failing' }),
    );
    await api.request(disconnect, { token: person.token, params: { platform: 'google' } });
    expect(await assetsOf(person, 'google')).toEqual([]);
  });

  it('show a Page with forms as read only after a form read, not after the lead subscription', async () => {
    const person = await newConnected('facebook');
    const pages = async () => (await assetsOf(person, 'facebook')).filter(({ kind }) => kind === 'lead_page');
    const key = { workspaceId: person.workspaceId, platform: 'facebook' } as const;
    await api.waitUntil(async () => (await findLeadRead(api.context.db, key))?.finishedAt);
    const [page] = await pages();
    if (!page) throw new Error('the sandbox has a Page');
    const ofPage = and(eq(leadForms.workspaceId, person.workspaceId), eq(leadForms.pageId, page.id));
    await api.context.db.update(leadForms).set({ readAt: null }).where(ofPage);
    expect((await pages()).find(({ id }) => id === page.id)).toEqual({ ...page, state: 'unread', lastReadAt: null });
    await api.context.db.delete(leadForms).where(ofPage);
    expect((await pages()).find(({ id }) => id === page.id)).toMatchObject({ state: 'ok' });
  });

  it('include the name of an unreadable lead form with its Page', async () => {
    await orderFaults(api.sandbox, { provider: 'facebook', path: '/leads', kind: 'permission', count: 1 });
    const person = await newConnected('facebook');
    const pagesIn = async (state: string) =>
      (await assetsOf(person, 'facebook')).filter((asset) => asset.kind === 'lead_page' && asset.state === state);
    await api.waitUntil(async () => (await pagesIn('failing')).length > 0);
    await clearFaults(api.sandbox);
    const failing = await pagesIn('failing');
    expect(failing).toHaveLength(1);
    expect(failing[0]?.reason).toMatch(/^“.+”: /);
  });
});
