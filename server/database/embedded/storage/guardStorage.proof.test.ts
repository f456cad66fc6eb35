import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { listConnections } from '#shared/contracts/connections.ts';
import { listFacebookLeads } from '#shared/contracts/leads.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { createSheetSync, listSheetSyncRuns, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { login, logout, sendOtp } from '#shared/contracts/users.ts';
import { utcDay } from '#shared/lib/dateRange.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import { reservedBytes } from './freeSpace.ts';

const startWithDisk = async () => {
  const disk = { freeBytes: reservedBytes * 2 };
  const api = await startTestApi({ isEmbedded: true, readFreeBytes: async () => disk.freeBytes });
  const readyz = async () => (await (await fetch(`${api.url}/readyz`)).json()) as { storage?: string };
  return {
    ...api,
    readyz,
    fill: async () => {
      disk.freeBytes = reservedBytes - 1;
      await api.waitUntil(async () => (await readyz()).storage === 'full');
      // The connections see the changed setting a moment later.
      await api.waitUntil(async () => {
        const { rows } = await api.context.pool.query<{ isReadOnly: string }>(
          `select current_setting('default_transaction_read_only') as "isReadOnly"`,
        );
        return rows[0]?.isReadOnly === 'on';
      });
    },
    makeRoom: async () => {
      disk.freeBytes = reservedBytes * 2;
      await api.waitUntil(async () => (await readyz()).storage === undefined);
    },
  };
};

describe('the embedded database on a nearly full disk', () => {
  let api: Awaited<ReturnType<typeof startWithDisk>>;
  beforeAll(async () => {
    api = await startWithDisk();
  });
  afterAll(() => api.close());

  test('refuses writes with an explanation, still reads and signs people in and out, and resumes writing when there is room', async () => {
    const { user, token } = await api.registerUser({ password: 'a long enough one' });
    const save = (name: string) => api.request(saveCustomLeads, { token, body: { leads: [{ Name: name }] } });
    expect((await save('Ada')).status).toBe(200);
    await connectPlatform(api, { userId: user._id, token }, 'facebook');

    await api.fill();
    expect(await save('Alan')).toMatchObject({
      status: 507,
      body: {
        success: false,
        code: 'STORAGE_FULL',
        message:
          'The disk of this install is full, so nothing can be saved right now. What is stored is safe and can be read.',
      },
    });
    expect(await api.request(sendOtp, { body: { email: user.email } })).toMatchObject({ status: 507 });
    // These endpoints enqueue background work when they are called.
    for (const endpoint of [listConnections, listNotifications, listFacebookLeads])
      expect([endpoint.path, (await api.request(endpoint, { token })).status]).toEqual([endpoint.path, 200]);
    const query = { since: utcDay(new Date()), until: utcDay(new Date()) };
    expect((await api.request(getOverview, { token, query })).status).toBe(200);
    const leads = await api.request(listCustomLeads, { token });
    expect([leads.status, leads.body.totalItems]).toEqual([200, 1]);
    const body = { email: user.email, password: 'a long enough one' };
    const signedIn = await api.request(login, { body });
    expect(signedIn.status).toBe(200);
    expect((await api.request(logout, { token: signedIn.body.data.token })).status).toBe(200);
    expect(await api.readyz()).toEqual({ status: 'ready', storage: 'full' });

    await api.makeRoom();
    expect((await save('Alan')).status).toBe(200);
    expect((await api.request(listCustomLeads, { token })).body.totalItems).toBe(2);
  });

  test('delays background work without losing any', async () => {
    const { token } = await api.registerUser();
    const rows = [['Name'], ['Ada'], ['Grace']];
    const url = await putSheet(api.sandbox, '1'.repeat(44), { rows, shared: 'public' });
    const added = await api.request(createSheetSync, { token, body: { url, type: 'meta' } });
    await api.fill();
    expect((await api.request(listSheetSyncs, { token })).body.totalItems).toBe(1);
    await api.makeRoom();
    // Another worker takes over an interrupted run when its lease has expired.
    await api.waitUntil(async () => {
      const params = { id: added.body.data._id };
      const { data } = (await api.request(listSheetSyncRuns, { token, params })).body;
      return data.some(({ state }) => state === 'done');
    });
    // The last run may find rows that an earlier run stored, so the test counts the list.
    expect((await api.request(listCustomLeads, { token })).body.totalItems).toBe(2);
  }, 120_000);
});
