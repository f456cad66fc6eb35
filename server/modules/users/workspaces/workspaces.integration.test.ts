import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { listConnections } from '#shared/contracts/connections.ts';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportList, getExport, listExports } from '#shared/contracts/exports.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { deleteAccount } from '#shared/contracts/privacy.ts';
import { listPrivateSheets } from '#shared/contracts/sheets.ts';
import { createSheetSync, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { defaultRange, utcDay } from '#shared/lib/dateRange.ts';
import { eq } from '#server/database/drizzle.ts';
import { memberships, workspaces } from '#server/database/schema.ts';
import { awaitReads } from '#server/modules/ads/testing/insightTests.ts';
import { awaitFirstRead } from '#server/modules/leads/testing/leadTests.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { newColleague } from './testing/newColleague.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** All workspace data that a member can read. */
const readAll = async ({ token }: TestPerson) => {
  const query = defaultRange(utcDay(api.context.clock.now()));
  const connections = (await api.request(listConnections, { token })).body.data;
  const adAccounts = await api.request(listAdAccounts.facebook, { token });
  const overview = (await api.request(getOverview, { token, query })).body.data;
  const leads = (await api.request(listLeads.facebook, { token, query: { limit: '100' } })).body;
  const customLeads = (await api.request(listCustomLeads, { token })).body.data;
  const exports = (await api.request(listExports, { token })).body.data;
  const sheetSyncs = (await api.request(listSheetSyncs, { token })).body.data;
  const sheets = (await api.request(listPrivateSheets, { token })).body.data;
  return { connections, adAccounts, overview, leads, customLeads, exports, sheetSyncs, sheets };
};

const newBusyPerson = async (): Promise<TestPerson> => {
  const person = await api.registerUser();
  const { token } = person;
  for (const platform of ['facebook', 'google'] as const) {
    await connectPlatform(api, person, platform);
    await awaitReads(api, person, platform);
  }
  await awaitFirstRead(api, person, 'facebook');
  await api.request(saveCustomLeads, { token, body: { leads: [{ Name: 'Grace' }] } });
  const url = await putSheet(api.sandbox, `sheet-of-${person.userId}`, {
    rows: [['Name'], ['Joan']],
    shared: 'public',
  });
  await api.request(createSheetSync, { token, body: { url, type: 'meta' } });
  const { id } = (await api.request(exportList, { token, body: { list: 'custom' } })).body.data;
  await api.waitUntil(async () => {
    const { state } = (await api.request(getExport, { token, params: { id } })).body.data;
    const [sync] = (await api.request(listSheetSyncs, { token })).body.data;
    return state === 'complete' && sync?.lastRun?.state === 'done';
  });
  return person;
};

test('two members of a workspace see the same data and events, and a stranger sees none', async () => {
  const stranger = await api.registerUser();
  const nothing = await readAll(stranger);
  const ada = await newBusyPerson();
  const bea = await newColleague(api, ada, 'owner');
  const sockets = [ada, bea, stranger].map((person) => openSocket(api.url, person));
  for (const { handshake } of sockets) expect(await handshake).toBeNull();

  const all = await readAll(ada);
  expect(all.leads.totalItems).toBeGreaterThan(5);
  expect(all.customLeads.totalItems).toBe(2);
  expect([all.exports.length, all.sheetSyncs.length]).toEqual([1, 1]);
  expect(await readAll(bea)).toEqual(all);
  expect(await readAll(stranger)).toEqual(nothing);

  await api.request(saveCustomLeads, { token: bea.token, body: { leads: [{ Name: 'Edith' }] } });
  expect((await readAll(ada)).customLeads.totalItems).toBe(3);
  await connectPlatform(api, bea, 'tiktok');
  const told = sockets.map(({ received }) => received);
  await api.waitUntil(() =>
    told
      .slice(0, 2)
      .every((events) =>
        ['leads_changed', 'tiktok_connected'].every((name) => events.some(({ event }) => event === name)),
      ),
  );
  expect(told[2]).toEqual([]);
  for (const { token } of [ada, bea]) {
    const { data } = (await api.request(listNotifications, { token })).body;
    expect(data.at(-1)?.event).toBe('tiktok_connected');
  }
  for (const socket of sockets) socket.close();
});

test('deleting an account keeps the workspace data until the last member leaves', async () => {
  const ada = await newBusyPerson();
  const bea = await newColleague(api, ada);
  const { connections, customLeads } = await readAll(ada);
  const erase = ({ user, token }: TestPerson) => api.request(deleteAccount, { token, body: { email: user.email } });
  expect((await erase(ada)).status).toBe(200);
  await api.waitUntil(
    async () =>
      (await api.context.db.select().from(memberships).where(eq(memberships.userId, ada.userId))).length === 0,
  );
  const left = await readAll(bea);
  expect([left.connections, left.customLeads]).toEqual([connections, customLeads]);

  // Both delete at once: one of them is the last member.
  const cleo = await newColleague(api, bea);
  expect((await Promise.all([erase(bea), erase(cleo)])).map(({ status }) => status)).toEqual([200, 200]);
  const { db } = api.context;
  await api.waitUntil(async () => (await db.$count(workspaces, eq(workspaces.id, ada.workspaceId))) === 0);
});
