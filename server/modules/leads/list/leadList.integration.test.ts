import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import {
  changeLead,
  getLeadBoard,
  getLeadFacets,
  getLeadStatusUse,
  getWorkedLead,
  listWorkedLeads,
  saveLeadStatuses,
} from '#shared/contracts/leadWork.ts';
import type { LeadSortKey, WorkedLeadsQuery } from '#shared/contracts/leadWork.ts';
import { defaultLeadStatuses } from '#shared/leadStatuses.ts';
import { messages } from '#shared/messages.ts';
import { sql } from '#server/database/drizzle.ts';
import { addToLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const list = async ({ token }: TestPerson, query: WorkedLeadsQuery = {}) =>
  (await api.request(listWorkedLeads, { token, query })).body;
const names = async (person: TestPerson, query: WorkedLeadsQuery = {}): Promise<string[]> =>
  (await list(person, query)).data.map(({ name }) => name);
const change = async ({ token }: TestPerson, name: string, body: BodyOf<typeof changeLead>): Promise<void> => {
  const [lead] = (await api.request(listWorkedLeads, { token, query: { search: name } })).body.data;
  const headers = { 'If-Match': `"${lead?.version}"` };
  const { status } = await api.request(changeLead, { token, params: { id: lead?.id ?? '' }, body, headers });
  expect(status).toBe(200);
};
const importLeads = (person: TestPerson, leads: Record<string, string>[]) =>
  api.request(saveCustomLeads, { token: person.token, body: { leads } });
const saveLadder = (person: TestPerson, body: Partial<BodyOf<typeof saveLeadStatuses>>) =>
  api.request(saveLeadStatuses, { token: person.token, body: { statuses: [...defaultLeadStatuses], ...body } });

type Given = {
  name: string;
  platform?: 'facebook' | 'tiktok';
  day: number;
  campaign?: string;
  form?: string;
  model?: string;
};

const arrive = (person: TestPerson, ...given: Given[]) =>
  api.context.db.transaction(async (tx) => {
    for (const { name, platform = 'facebook', day, campaign = null, form = 'Test drive', model = 'Van' } of given)
      await upsertLeads(
        tx,
        person.workspaceId,
        platform,
        [
          newLead(`${platform}-${name}`, {
            contact: { name, email: `${name}@example.test`, phone: '' },
            answers: [
              { name: 'full_name', values: [name] },
              { name: 'which_model?', values: [model] },
            ],
            campaignName: campaign,
            formName: form,
            createdAt: new Date(Date.UTC(2026, 9, day)),
          }),
        ],
        new Date(),
      );
  });

test('every column sorts in both directions, with empty values last', async () => {
  const ada = await api.registerUser();
  const bea = await newColleague(api, ada);
  await arrive(
    ada,
    { name: 'cleo', day: 1, campaign: 'spring', form: 'Zeta' },
    { name: 'Bo', day: 2, campaign: 'Autumn', form: 'Alpha' },
    { name: 'dan', day: 3, platform: 'tiktok' },
    { name: '', day: 4, platform: 'tiktok', form: 'Beta' },
  );
  await change(ada, 'Bo', { assigneeId: bea.userId });
  await change(ada, 'cleo', { statusId: 'won', value: { amount: 9.5, currency: 'EUR' } });
  await change(ada, 'dan', { statusId: 'won', value: { amount: 100, currency: 'EUR' }, assigneeId: ada.userId });
  // Both people have the same name, like all people in tests, so their ids decide the order.
  const [first, second] = ada.userId < bea.userId ? ['dan', 'Bo'] : ['Bo', 'dan'];
  const expected: Record<LeadSortKey, [ascending: string[], descending: string[]]> = {
    arrival: [
      ['cleo', 'Bo', 'dan', ''],
      ['', 'dan', 'Bo', 'cleo'],
    ],
    activity: [
      ['', 'Bo', 'cleo', 'dan'],
      ['dan', 'cleo', 'Bo', ''],
    ],
    name: [
      ['Bo', 'cleo', 'dan', ''],
      ['dan', 'cleo', 'Bo', ''],
    ],
    status: [
      ['', 'Bo', 'dan', 'cleo'],
      ['dan', 'cleo', '', 'Bo'],
    ],
    assignee: [
      [first ?? '', second ?? '', '', 'cleo'],
      [second ?? '', first ?? '', '', 'cleo'],
    ],
    source: [
      ['Bo', 'cleo', '', 'dan'],
      ['dan', '', 'cleo', 'Bo'],
    ],
    campaign: [
      ['Bo', 'cleo', '', 'dan'],
      ['cleo', 'Bo', '', 'dan'],
    ],
    value: [
      ['cleo', 'dan', '', 'Bo'],
      ['dan', 'cleo', '', 'Bo'],
    ],
  };
  for (const [sort, [ascending, descending]] of Object.entries(expected)) {
    const by = { sort: sort as LeadSortKey };
    expect([sort, await names(ada, { ...by, order: 'asc' })]).toEqual([sort, ascending]);
    expect([sort, await names(ada, { ...by, order: 'desc' })]).toEqual([sort, descending]);
  }
});

test('filters find leads by a form answer or an imported column, and offer only existing values', async () => {
  const ada = await api.registerUser();
  await arrive(
    ada,
    { name: 'cleo', day: 1, campaign: 'Spring', model: 'Roadster' },
    { name: 'Bo', day: 2, platform: 'tiktok', form: 'Other' },
  );
  await importLeads(ada, [
    { Name: 'Grace', country: 'DE', form_name: 'Newsletter', Status: 'Call back' },
    { Name: 'Joan', country: 'AT' },
  ]);
  await change(ada, 'cleo', { tags: ['vip'] });
  expect(await names(ada, { question: 'which_model?', answer: 'Roadster' })).toEqual(['cleo']);
  expect(await names(ada, { question: 'Country', answer: 'DE' })).toEqual(['Grace']);
  expect(await names(ada, { question: 'Country', answer: 'Van' })).toEqual([]);
  const incomplete = await api.request(listWorkedLeads, { token: ada.token, query: { answer: 'DE' } });
  expect([incomplete.status, incomplete.body.message]).toEqual([400, messages.leadWork.answerIncomplete]);

  const { data } = (await api.request(getLeadFacets, { token: ada.token })).body;
  expect(data.forms.map(({ name }) => name).toSorted()).toEqual(expect.arrayContaining(['Newsletter']));
  expect(data.campaigns.map(({ name }) => name)).toEqual(['Spring']);
  expect(data.tags).toEqual(['vip']);
  expect(data.questions).toEqual(
    expect.arrayContaining([
      { name: 'Country', answers: expect.arrayContaining(['AT', 'DE']) },
      { name: 'which_model?', answers: expect.arrayContaining(['Roadster', 'Van']) },
      { name: 'Status', answers: ['Call back'] },
    ]),
  );
  // Filters do not offer names, which people search for.
  expect(data.questions.map(({ name }) => name)).not.toContain('full_name');
  for (const { id, name } of data.forms) {
    const found = await list(ada, { form: id });
    expect([name, found.totalItems > 0]).toEqual([name, true]);
  }
  const stranger = await api.registerUser();
  expect((await api.request(getLeadFacets, { token: stranger.token })).body.data).toEqual({
    forms: [],
    campaigns: [],
    tags: [],
    questions: [],
  });
});

describe('imported statuses', () => {
  test('an imported text maps to the step with the same name or the chosen step, until a person changes the lead', async () => {
    const ada = await api.registerUser();
    await importLeads(ada, [
      { Name: 'Grace', Status: ' wON ' },
      { Name: 'Joan', Status: 'Hot lead' },
      { Name: 'Kim', Status: 'hot LEAD' },
      { Name: 'Lou', Status: '' },
    ]);
    const statuses = async () =>
      Object.fromEntries((await list(ada)).data.map(({ name, statusId }) => [name, statusId]));
    const use = async () => (await api.request(getLeadStatusUse, { token: ada.token })).body.data;
    expect(await statuses()).toEqual({ Grace: 'won', Joan: 'new', Kim: 'new', Lou: 'new' });
    expect((await use()).texts).toEqual([
      { text: expect.stringMatching(/^hot lead$/i), leads: 2, statusId: null, isMapped: false },
      { text: 'wON', leads: 1, statusId: 'won', isMapped: false },
    ]);

    expect((await saveLadder(ada, { texts: [{ text: 'HOT lead', statusId: 'qualified' }] })).status).toBe(200);
    expect(await statuses()).toEqual({ Grace: 'won', Joan: 'qualified', Kim: 'qualified', Lou: 'new' });
    expect((await use()).texts[0]).toMatchObject({ statusId: 'qualified', isMapped: true });
    expect((await names(ada, { status: 'qualified' })).toSorted()).toEqual(['Joan', 'Kim']);
    expect(await names(ada, { status: 'new' })).toEqual(['Lou']);

    await change(ada, 'Joan', { statusId: 'lost' });
    const [joan] = (await list(ada, { status: 'lost' })).data;
    const detail = (await api.request(getWorkedLead, { token: ada.token, params: { id: joan?.id ?? '' } })).body.data;
    expect(detail.entries).toEqual([expect.objectContaining({ kind: 'status', before: 'Qualified', after: 'Lost' })]);
    expect(detail.answers).toContainEqual({ name: 'Status', values: ['Hot lead'] });

    await saveLadder(ada, { texts: [{ text: 'hot lead', statusId: null }] });
    expect(await statuses()).toEqual({ Grace: 'won', Joan: 'lost', Kim: 'new', Lou: 'new' });
    const unknown = await saveLadder(ada, { texts: [{ text: 'x', statusId: 'no-such' }] });
    expect([unknown.status, unknown.body.message]).toEqual([400, messages.leadWork.unknownStatus]);
  });

  test('the texts of the sample file have a known meaning, until a step has their name', async () => {
    const ada = await api.registerUser();
    const texts = ['Accepted', 'REJECTED', 'Waiting'];
    await importLeads(
      ada,
      texts.map((Status) => ({ Name: Status, Status })),
    );
    const statuses = async () =>
      Object.fromEntries((await list(ada)).data.map(({ name, statusId }) => [name, statusId]));
    expect(await statuses()).toEqual({ Accepted: 'qualified', REJECTED: 'lost', Waiting: 'new' });
    const renamed = defaultLeadStatuses.map((step) => (step.id === 'won' ? { ...step, name: 'Accepted' } : step));
    await saveLadder(ada, { statuses: renamed });
    expect(await statuses()).toEqual({ Accepted: 'won', REJECTED: 'lost', Waiting: 'new' });
  });

  test('leads and texts of a removed step move to another step, with an entry for each changed lead', async () => {
    const ada = await api.registerUser();
    await arrive(ada, { name: 'cleo', day: 1 }, { name: 'Bo', day: 2 });
    await importLeads(ada, [{ Name: 'Grace', Status: 'Signed' }]);
    await saveLadder(ada, { texts: [{ text: 'signed', statusId: 'won' }] });
    await change(ada, 'cleo', { statusId: 'won', value: { amount: 9.5, currency: 'EUR' } });
    const rest = defaultLeadStatuses.filter(({ id }) => id !== 'won');
    const refused = await saveLadder(ada, { statuses: rest });
    expect([refused.status, refused.body.message]).toEqual([409, messages.leadWork.statusInUse('Won', 1)]);
    const nowhere = await saveLadder(ada, { statuses: rest, moves: [{ from: 'won', to: 'won' }] });
    expect([nowhere.status, nowhere.body.message]).toEqual([400, messages.leadWork.unknownStatus]);
    expect((await saveLadder(ada, { statuses: rest, moves: [{ from: 'won', to: 'qualified' }] })).status).toBe(200);
    const moved = (await list(ada, { status: 'qualified' })).data;
    expect(moved.map(({ name, value, version }) => [name, value, version])).toEqual([
      ['Grace', null, 0],
      ['cleo', null, 2],
    ]);
    const id = moved.find(({ name }) => name === 'cleo')?.id ?? '';
    const { entries } = (await api.request(getWorkedLead, { token: ada.token, params: { id } })).body.data;
    const by = { authorId: ada.userId, note: null };
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...by, kind: 'status', before: 'Won', after: 'Qualified' }),
        expect.objectContaining({ ...by, kind: 'value', before: '9.5 EUR', after: null }),
      ]),
    );
    expect(entries).toHaveLength(4);
  });
});

test('the board has the newest leads, the lead count and the value per currency of each step', async () => {
  const ada = await api.registerUser();
  await arrive(
    ada,
    ...Array.from({ length: 25 }, (_, index) => ({ name: `lead${index}`, day: 1 + index })),
    { name: 'cleo', day: 1, campaign: 'Spring' },
    { name: 'ivy', day: 2, platform: 'tiktok' as const },
    { name: 'dan', day: 3 },
  );
  for (const [name, amount, currency] of [
    ['cleo', 9.5, 'EUR'],
    ['ivy', 20, 'EUR'],
    ['dan', 5, 'USD'],
  ] as const)
    await change(ada, name, { statusId: 'won', value: { amount, currency } });
  const board = async (query = {}) => (await api.request(getLeadBoard, { token: ada.token, query })).body.data;
  const columns = await board();
  expect(columns.map(({ statusId, totalItems }) => [statusId, totalItems])).toEqual(
    defaultLeadStatuses.map(({ id }) => [id, { new: 25, won: 3 }[id] ?? 0]),
  );
  const won = columns.find(({ statusId }) => statusId === 'won');
  expect(won?.values).toEqual([
    { amount: 29.5, currency: 'EUR' },
    { amount: 5, currency: 'USD' },
  ]);
  expect(won?.leads.map(({ name }) => name)).toEqual(['dan', 'ivy', 'cleo']);
  const first = columns.find(({ statusId }) => statusId === 'new')?.leads ?? [];
  const more = await list(ada, { status: 'new', page: '2', limit: '20' });
  expect([...first, ...more.data].map(({ name }) => name)).toEqual(
    Array.from({ length: 25 }, (_, index) => `lead${24 - index}`),
  );
  expect((await board({ campaign: 'Spring', status: 'won,lost' })).map(({ totalItems }) => totalItems)).toEqual([1, 0]);
});

test('a filter of a very long list reads the newest leads first and marks its total as an estimate', async () => {
  const ada = await api.registerUser();
  const { db } = api.context;
  const rows = 200_100;
  // This test does not use the index, and filling it would take most of the time.
  await db.execute(sql`drop index leads_search`);
  await db.execute(sql`
    insert into leads (workspace_id, list, lead_id, answers, name, email, phone, created_at, updated_at)
    select ${ada.workspaceId}, 'facebook', 'lead-' || n, '[]', case when n % 2 = 0 then 'Even' when n = 150001 then 'Rare' else 'Odd' end, '', '',
      now() - n * interval '1 minute', now()
    from generate_series(1, ${rows}) n`);
  await db.transaction((tx) => addToLeadCount(tx, ada.workspaceId, 'facebook', rows));
  const ids = async (query: WorkedLeadsQuery) => {
    const { data, totalItems, isTotalEstimated = false } = await list(ada, { limit: '2', ...query });
    return { ids: data.map(({ id }) => id), totalItems, isTotalEstimated };
  };
  const exact = { totalItems: rows, isTotalEstimated: false };
  expect(await ids({})).toEqual({ ids: ['facebook:lead-1', 'facebook:lead-2'], ...exact });
  expect(await ids({ order: 'asc', page: '2' })).toEqual({
    ids: ['facebook:lead-200098', 'facebook:lead-200097'],
    ...exact,
  });
  expect(await ids({ search: 'even' })).toEqual({
    ids: ['facebook:lead-2', 'facebook:lead-4'],
    totalItems: 110_000,
    isTotalEstimated: true,
  });
  expect(await ids({ search: 'rare' })).toEqual({
    ids: ['facebook:lead-150001'],
    totalItems: 1,
    isTotalEstimated: false,
  });
});
