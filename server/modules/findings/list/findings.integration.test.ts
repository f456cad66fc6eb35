import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  getFinding,
  listBudgets,
  listFindingCampaigns,
  listFindings,
  markFinding,
  saveBudget,
} from '#shared/contracts/findings.ts';
import type { FindingsQuery } from '#shared/contracts/findings.ts';
import { connectedAccounts, disconnect } from '#shared/contracts/connections.ts';
import { deleteAccount } from '#shared/contracts/privacy.ts';
import { findingLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { adAccounts, adObjects, findingRuns, findings } from '#server/database/schema.ts';
import { eq, sql } from '#server/database/drizzle.ts';
import { newId } from '#server/lib/ids.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { storeCampaignDay } from '#server/modules/ads/testing/storeCampaignDay.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { insertFinding } from '../testing/insertFinding.ts';
import { deleteOldFindings } from './findings.store.ts';
import type { FindingRow } from './findings.store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const noMetrics = [0n, 0n, 0n, 0n, 0n];

const addAccount = async (
  { workspaceId }: TestPerson,
  platform: PlatformId,
  accountId: string,
  currency = 'EUR',
): Promise<void> => {
  const owner = { workspaceId, platform, accountId };
  const { db } = api.context;
  await db
    .insert(adAccounts)
    .values({ ...owner, name: `Account ${accountId}`, currency, timeZone: 'UTC', position: 0, listedAt: new Date() });
  const object = { ...owner, status: 'delivering' as const, totalsBefore: noMetrics, totalsAfter: noMetrics };
  const seen = { firstSeenAt: new Date(), lastSeenAt: new Date(), budgetKind: 'daily' as const };
  await db.insert(adObjects).values([
    { ...object, ...seen, level: 'campaign', objectId: `${accountId}1`, name: 'Spring', budget: '10' },
    { ...object, ...seen, level: 'campaign', objectId: `${accountId}2`, name: 'Summer', budget: '20.5' },
    { ...object, ...seen, level: 'ad', objectId: `${accountId}3`, campaignId: `${accountId}1`, name: 'Red shoes' },
  ]);
};

const addFinding = async (
  { workspaceId }: TestPerson,
  accountId: string,
  rest: Partial<FindingRow> = {},
): Promise<string> => {
  const id = newId();
  await insertFinding(api.context.db, { workspaceId, platform: 'facebook', accountId }, id, rest);
  return id;
};

const list = async ({ token }: TestPerson, query: FindingsQuery = {}) =>
  (await api.request(listFindings, { token, query })).body.data;
/** The count in the sidebar. */
const countNew = async ({ token }: TestPerson) =>
  (await api.request(connectedAccounts, { token })).body.workspace.unmarkedFindings;
const idsOf = async (person: TestPerson, query?: FindingsQuery) =>
  (await list(person, query)).findings.map(({ id }) => id);

test('lists open findings by stake within their currency and ended findings by date, with filters', async () => {
  const ada = await api.registerUser();
  await addAccount(ada, 'facebook', '1');
  await addAccount(ada, 'google', '2', 'USD');
  const small = await addFinding(ada, '1', { stake: '5', entityId: '12', level: 'campaign', kind: 'cpl-shift' });
  const unknown = await addFinding(ada, '1', { stake: null, kind: 'leads-stopped' });
  const large = await addFinding(ada, '1', { stake: '900' });
  const dollars = await addFinding(ada, '2', { stake: '5000', currency: 'USD', platform: 'google' });
  const older = await addFinding(ada, '1', { endedOn: '2026-11-14', endedWhy: 'over', foundOn: '2026-11-12' });
  const newer = await addFinding(ada, '1', { endedOn: '2026-11-15', endedWhy: 'corrected', foundOn: '2026-11-11' });
  expect(await idsOf(ada)).toEqual([large, small, unknown, dollars]);
  expect(await idsOf(ada, { state: 'ended' })).toEqual([newer, older]);
  expect(await idsOf(ada, { state: 'all', limit: '5' })).toEqual([large, small, unknown, dollars, newer]);
  expect(await idsOf(ada, { state: 'all', limit: '5', page: '2' })).toEqual([older]);
  expect(await idsOf(ada, { kind: 'cpl-shift,leads-stopped' })).toEqual([small, unknown]);
  expect(await idsOf(ada, { platform: 'google' })).toEqual([dollars]);
  expect(await idsOf(ada, { account: 'google:2,facebook:9' })).toEqual([dollars]);
  for (const query of [
    { kind: 'odd' },
    { platform: 'x' },
    { account: 'facebook' },
    { account: 'facebook:\u0000' },
  ] as FindingsQuery[])
    expect((await api.request(listFindings, { token: ada.token, query })).status).toBe(400);
});

test('a finding has names, causes and evidence, and the list reports its coverage', async () => {
  const ada = await api.registerUser();
  await addAccount(ada, 'facebook', '1');
  const id = await addFinding(ada, '1');
  await addFinding(ada, '1', { level: 'account', entityId: '1', kind: 'pacing' });
  await addFinding(ada, '1', { level: 'campaign', entityId: '11', kind: 'cpl-shift' });
  const finishedAt = new Date('2026-11-14T08:00:00Z');
  const learning = [{ kind: 'creative-decay' as const, until: '2026-11-30' }];
  const run = { workspaceId: ada.workspaceId, platform: 'facebook' as const, accountId: '1', campaigns: 2, forms: 1 };
  await api.context.db.insert(findingRuns).values({ ...run, nextRunAt: new Date('9999-01-01'), finishedAt, learning });
  const { findings: found, watched } = await list(ada);
  expect(await countNew(ada)).toBe(3);
  expect(watched).toEqual({
    accounts: 1,
    campaigns: 2,
    forms: 1,
    checkedAt: finishedAt.toISOString(),
    learning: [{ platform: 'facebook', accountId: '1', accountName: 'Account 1', ...learning[0] }],
  });
  const shown = found.find((each) => each.id === id);
  expect(shown).toMatchObject({
    accountName: 'Account 1',
    entity: { level: 'ad', id: '13', name: 'Red shoes' },
    campaign: { id: '11', name: 'Spring' },
    causes: [{ entity: { name: 'Red shoes' }, factor: 'impressions', part: 150 }],
    stake: 100,
    ended: null,
    mark: null,
  });
  const detail = (await api.request(getFinding, { token: ada.token, params: { id } })).body.data;
  expect(detail).toEqual({ ...shown, evidence: expect.any(Object), series: expect.any(Object) });
  const marked = (await api.request(listFindingCampaigns, { token: ada.token })).body.data;
  expect(marked).toEqual([{ platform: 'facebook', campaignId: '11', findings: 2 }]);
});

test('colleagues see when a person marks a finding, and can remove the mark', async () => {
  const ada = await api.registerUser();
  const bea = await newColleague(api, ada);
  await addAccount(ada, 'facebook', '1');
  const id = await addFinding(ada, '1');
  const socket = openSocket(api.url, bea);
  expect(await socket.handshake).toBeNull();
  const mark = (body: unknown, token = ada.token) =>
    api.request(markFinding, { token, params: { id }, body: body as never });
  const marked = await mark({ mark: 'expected', note: '  Trade fair  ' });
  expect(marked.body).toMatchObject({
    message: messages.findingMarks.marked('expected'),
    data: { mark: { kind: 'expected', note: 'Trade fair', byName: ada.user.name } },
  });
  await api.waitUntil(() => socket.received.some(({ event }) => event === 'findings_changed'));
  expect(await countNew(bea)).toBe(0);
  expect((await mark({ mark: null }, bea.token)).body.data.mark).toBeNull();
  for (const body of [
    { mark: 'gone' },
    {},
    { mark: 'seen', note: 'x'.repeat(findingLimits.note + 1) },
    { mark: null, id },
  ])
    expect((await mark(body)).status).toBe(400);
  socket.close();
});

test('strangers see no findings, and deleting an account removes the author name from its marks', async () => {
  const ada = await api.registerUser();
  const bea = await newColleague(api, ada);
  const stranger = await api.registerUser();
  await addAccount(ada, 'facebook', '1');
  const id = await addFinding(ada, '1');
  for (const unknown of [id, newId(), 'x'])
    expect([
      (await api.request(getFinding, { token: stranger.token, params: { id: unknown } })).status,
      (await api.request(markFinding, { token: stranger.token, params: { id: unknown }, body: { mark: 'seen' } }))
        .status,
    ]).toEqual([404, 404]);
  expect((await list(stranger)).findings).toEqual([]);
  expect((await api.request(listFindingCampaigns, { token: stranger.token })).body.data).toEqual([]);
  await api.request(markFinding, { token: bea.token, params: { id }, body: { mark: 'seen' } });
  await api.request(deleteAccount, { token: bea.token, body: { email: bea.user.email } });
  await api.waitUntil(async () => (await list(ada)).findings[0]?.mark?.byName === null);
});

test('a workspace keeps only its most recently ended findings', async () => {
  const ada = await api.registerUser();
  const { db } = api.context;
  await addFinding(ada, '1');
  await addFinding(ada, '2', { endedOn: '2026-10-01', endedWhy: 'over' });
  const { workspaceId } = ada;
  await db.execute(sql`
    insert into ${findings} (workspace_id, platform, account_id, id, kind, level, entity_id, direction, since, found_on, opened_at,
      changed_at, ended_on, ended_why, said)
    select workspace_id, platform, account_id, id || n, kind, level, 'x' || n, direction, since, found_on, opened_at, changed_at,
      '2026-11-20', 'over', said
    from ${findings}, generate_series(1, ${findingLimits.keptEnded}) as n
    where workspace_id = ${workspaceId} and ended_on is null`);
  await db.transaction((tx) => deleteOldFindings(tx, workspaceId));
  expect(await db.$count(findings, eq(findings.workspaceId, workspaceId))).toBe(findingLimits.keptEnded + 1);
  expect((await list(ada, { state: 'all', account: 'facebook:2' })).totalItems).toBe(0);
});

test('detection covers an account after its metrics are read, until it is disconnected', async () => {
  const ada = await api.registerUser();
  await connectPlatform(api, ada, 'facebook');
  await api.waitUntil(async () => ((await list(ada)).watched.campaigns > 0 ? true : null));
  await api.request(disconnect, { token: ada.token, params: { platform: 'facebook' } });
  const { watched } = await list(ada);
  expect(watched).toEqual({ accounts: 0, campaigns: 0, forms: 0, checkedAt: null, learning: [] });
  const { db } = api.context;
  expect(await db.$count(findingRuns, eq(findingRuns.workspaceId, ada.workspaceId))).toBe(0);
});

test('saves and removes a budget, and returns it with the platform’s daily budgets', async () => {
  const ada = await api.registerUser();
  const stranger = await api.registerUser();
  await addAccount(ada, 'facebook', '1');
  const month = new Date().toISOString().slice(0, 7);
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const day = `${month}-01`;
  await storeCampaignDay(
    api.context.db,
    { workspaceId: ada.workspaceId, platform: 'facebook', accountId: '1' },
    { day, id: '11', spend: '12.5', currency: 'EUR' },
  );
  const save = (amount: number | null, rest: object = {}, { token }: TestPerson = ada) =>
    api.request(saveBudget, { token, body: { platform: 'facebook', accountId: '1', month, amount, ...rest } });
  const budget = {
    platform: 'facebook',
    accountId: '1',
    accountName: 'Account 1',
    currency: 'EUR',
    month,
    amount: null,
    platformAmount: 30.5 * days,
    spent: 12.5,
  };
  const listed = async ({ token }: TestPerson) =>
    (await api.request(listBudgets, { token, query: { month } })).body.data;
  expect(await listed(ada)).toEqual([budget]);
  expect((await save(1500.25)).body).toMatchObject({
    message: messages.budgets.saved,
    data: { ...budget, amount: 1500.25 },
  });
  expect((await save(1600)).body.data.amount).toBe(1600);
  expect(await listed(ada)).toEqual([{ ...budget, amount: 1600 }]);
  expect((await save(null)).body).toMatchObject({ message: messages.budgets.removed, data: budget });
  expect((await save(5, {}, stranger)).status).toBe(404);
  expect(await listed(stranger)).toEqual([]);
  for (const wrong of [
    { month: '1999-01' },
    { month: '2026-13' },
    { amount: 0 },
    { amount: findingLimits.budget * 2 },
    { more: 1 },
  ])
    expect((await save(5, wrong)).status).toBe(400);
});
