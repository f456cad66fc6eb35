import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { savePhoneCountry } from '#shared/contracts/duplicates.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import {
  changeLead,
  getWorkedLead,
  leadSortKeys,
  listLeadStatuses,
  listWorkedLeads,
  saveLeadStatuses,
} from '#shared/contracts/leadWork.ts';
import { listMembers } from '#shared/contracts/workspaces.ts';
import type { LeadDetail, WorkedLead, WorkedLeadsQuery } from '#shared/contracts/leadWork.ts';
import { deleteAccount, erasePerson } from '#shared/contracts/privacy.ts';
import { defaultLeadStatuses } from '#shared/leadStatuses.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { eq } from '#server/database/drizzle.ts';
import { leadEntries, leadWork } from '#server/database/schema.ts';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const ask = (token: string, query: WorkedLeadsQuery) => api.request(listWorkedLeads, { token, query });
const list = async ({ token }: TestPerson, query: WorkedLeadsQuery = {}): Promise<WorkedLead[]> => {
  const leads: WorkedLead[] = [];
  for (let page: number | null = 1; page !== null;) {
    const answer: Awaited<ReturnType<typeof ask>> = await ask(token, { ...query, page: String(page) });
    const { status, body } = answer;
    expect([status, body.message]).toEqual([200, undefined]);
    leads.push(...body.data);
    if (body.nextPage === null) expect(body.totalItems).toBe(leads.length);
    page = body.nextPage;
  }
  return leads;
};
const read = async ({ token }: TestPerson, id: string): Promise<LeadDetail> =>
  (await api.request(getWorkedLead, { token, params: { id } })).body.data;
const change = ({ token }: TestPerson, id: string, body: BodyOf<typeof changeLead>, version?: number, headers = {}) =>
  api.request(changeLead, {
    token,
    params: { id },
    body,
    headers: { ...headers, ...(version === undefined ? {} : { 'If-Match': `"${version}"` }) },
  });

const idsOf = (leads: readonly WorkedLead[]) => leads.map(({ id }) => id);

/** Registers a person and stores two leads in each list. */
const newOwner = async (): Promise<TestPerson> => {
  const person = await api.registerUser();
  for (const [index, platform] of (['facebook', 'tiktok'] as const).entries())
    await api.context.db.transaction((tx) =>
      upsertLeads(
        tx,
        person.workspaceId,
        platform,
        [1, 2].map((number) =>
          newLead(`${platform}-${number}`, {
            contact: { name: `${platform} ${number}`, email: `${platform}${number}@example.test`, phone: '' },
            campaignName: platform === 'facebook' ? 'Spring' : null,
            createdAt: new Date(Date.UTC(2026, 10, 1 + index, number)),
          }),
        ),
        new Date(),
      ),
    );
  const rows = [
    { Name: 'Grace', EmailAddress: 'grace@example.test', campaign_name: 'Spring', country: 'DE' },
    { Name: 'Joan', Number: '0171 2345678', form_name: 'Newsletter' },
  ];
  await api.request(saveCustomLeads, { token: person.token, body: { leads: rows } });
  return person;
};

test('shows the leads of all lists in one list, newest first and untouched', async () => {
  const ada = await newOwner();
  const leads = await list(ada, { limit: '4' });
  expect(leads.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Grace', 'Joan', 'facebook 1', 'facebook 2', 'tiktok 1', 'tiktok 2']),
  );
  expect(leads.map(({ createdAt }) => createdAt)).toEqual(
    leads.map(({ createdAt }) => createdAt).toSorted((a, b) => b.localeCompare(a)),
  );
  const untouched = { statusId: 'new', assigneeId: null, tags: [], value: null, respondedAt: null, version: 0 };
  for (const lead of leads) expect(lead).toMatchObject({ ...untouched, activeAt: lead.createdAt });
  const grace = leads.find(({ name }) => name === 'Grace');
  const { answers, entries, campaignName } = await read(ada, grace?.id ?? '');
  expect(answers).toEqual([
    { name: 'Name', values: ['Grace'] },
    { name: 'EmailAddress', values: ['grace@example.test'] },
    { name: 'Campaign Name', values: ['Spring'] },
    { name: 'Country', values: ['DE'] },
  ]);
  expect([campaignName, entries]).toEqual(['Spring', []]);
});

test('shows the phone number with the country of the workspace', async () => {
  const ada = await newOwner();
  const joan = (await list(ada)).find(({ name }) => name === 'Joan');
  const phoneE164 = async () => (await read(ada, joan?.id ?? '')).phoneE164;
  expect(await phoneE164()).toBeNull();
  await api.request(savePhoneCountry, { token: ada.token, body: { country: 'DE' } });
  await expect.poll(phoneE164).toBe('+491712345678');
});

test('stores a change with its author, time, and values before and after', async () => {
  const ada = await newOwner();
  const bea = await newColleague(api, ada);
  const socket = openSocket(api.url, bea);
  expect(await socket.handshake).toBeNull();
  const id = 'facebook:facebook-1';
  const first = await change(ada, id, { assigneeId: bea.userId, tags: ['hot', 'hot'] }, 0);
  expect([first.status, first.body.message]).toEqual([200, messages.leadWork.changed]);
  expect(first.body.data).toMatchObject({ version: 1, respondedAt: null, tags: ['hot'], assigneeId: bea.userId });
  await api.waitUntil(() => socket.received.some(({ event }) => event === 'leads_changed'));
  socket.close();

  const won = { statusId: 'won', value: { amount: 1200.5, currency: 'EUR' }, note: '  Signed today <b>\n' };
  const { data } = (await change(bea, id, won, 1)).body;
  expect(data).toMatchObject({ statusId: 'won', value: won.value, respondedAt: data.activeAt, version: 2 });
  const by = { authorId: bea.userId, authorName: bea.user.name, note: null };
  expect(data.entries.map(({ id: _id, at: _at, ...entry }) => entry)).toEqual(
    expect.arrayContaining([
      { ...by, kind: 'note', note: 'Signed today <b>', before: null, after: null },
      { ...by, kind: 'value', before: null, after: '1200.5 EUR' },
      { ...by, kind: 'status', before: 'New', after: 'Won' },
      { ...by, authorId: ada.userId, authorName: ada.user.name, kind: 'tags', before: null, after: 'hot' },
      { ...by, authorId: ada.userId, authorName: ada.user.name, kind: 'assignee', before: null, after: bea.user.name },
    ]),
  );
  expect(data.entries).toHaveLength(5);
  // A lead that is no longer won has no value.
  expect((await change(ada, id, { statusId: 'lost' }, 2)).body.data.value).toBeNull();
  // A change without a difference adds no entry.
  expect((await change(ada, id, { statusId: 'lost', tags: ['hot'] }, 3)).body.data).toMatchObject({ version: 3 });
  const elsewhere = await list(ada, { sort: 'activity' });
  expect(elsewhere[0]?.id).toBe(id);
});

test('only one of several simultaneous changes of a lead succeeds; the others get an error', async () => {
  const ada = await newOwner();
  const team = [ada];
  for (let count = 0; count < 4; count += 1) team.push(await newColleague(api, ada));
  const id = 'tiktok:tiktok-2';
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const person = team[index % team.length] ?? ada;
      return change(person, id, { assigneeId: person.userId }, 0);
    }),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(49);
  for (const { status, body } of refused)
    expect([status, body.code, body.message]).toEqual([412, 'CHANGED_MEANWHILE', messages.leadWork.changedMeanwhile]);
  // Simultaneous notes all succeed.
  const notes = await Promise.all(team.map((person, index) => change(person, id, { note: `Note ${index}` })));
  expect(notes.map(({ status, body }) => [status, body.message])).toEqual(
    team.map(() => [200, messages.leadWork.noted]),
  );
  const { entries, version } = await read(ada, id);
  expect([version, entries.map(({ kind }) => kind).toSorted()]).toEqual([1, ['assignee', ...team.map(() => 'note')]]);
});

test('a repeated request changes a lead once', async () => {
  const ada = await newOwner();
  const again = () =>
    change(ada, 'facebook:facebook-1', { note: 'Called', statusId: 'contacted' }, 0, {
      'Idempotency-Key': 'one click',
    });
  expect((await again()).body).toEqual((await again()).body);
  expect((await read(ada, 'facebook:facebook-1')).entries).toHaveLength(2);
});

test.each<[BodyOf<typeof changeLead>, number | undefined, string]>([
  [{ statusId: 'no-such' }, 0, messages.leadWork.unknownStatus],
  [{ statusId: 'won' }, undefined, messages.leadWork.versionMissing],
  [{ assigneeId: 'no-such' }, 0, messages.leadWork.unknownAssignee],
  [{ value: { amount: 1, currency: 'EUR' } }, 0, messages.leadWork.onlyWon],
  [{ statusId: 'won', value: { amount: 1, currency: 'eur' } }, 0, messages.leadWork.unknownCurrency],
  [{ note: ' ' }, undefined, messages.validation.invalidField('note')],
  [{ note: 'x'.repeat(leadWorkLimits.note + 1) }, undefined, messages.validation.invalidField('note')],
  [{ tags: Array.from({ length: 21 }, (_, index) => `${index}`) }, 0, messages.validation.invalidField('tags')],
])('rejects an invalid change with a message (case %#)', async (body, version, message) => {
  const ada = await newOwner();
  const answer = await change(ada, 'facebook:facebook-1', body, version);
  expect([answer.status, answer.body.message]).toEqual([400, message]);
  expect((await read(ada, 'facebook:facebook-1')).entries).toEqual([]);
});

test('members of other workspaces cannot read, change or be assigned leads', async () => {
  const ada = await newOwner();
  const stranger = await api.registerUser();
  expect(await list(stranger)).toEqual([]);
  const custom = (await list(ada, { list: 'custom' }))[0]?.id ?? '';
  for (const id of ['facebook:facebook-1', custom, 'facebook:', 'google:1', 'no-such', 'custom:\u0000']) {
    const found = await api.request(getWorkedLead, { token: stranger.token, params: { id } });
    const changed = await change(stranger, id, { note: 'Mine' });
    expect([id, found.status, changed.status]).toEqual([id, 404, 404]);
  }
  const foreign = await change(ada, custom, { assigneeId: stranger.userId }, 0);
  expect([foreign.status, foreign.body.message]).toEqual([400, messages.leadWork.unknownAssignee]);
  const { data } = (await api.request(listMembers, { token: ada.token })).body;
  expect(data).toEqual([{ id: ada.userId, name: ada.user.name, email: ada.user.email, role: 'owner' }]);
});

describe('filters', () => {
  let ada: TestPerson;
  let all: WorkedLead[];
  beforeAll(async () => {
    ada = await newOwner();
    await change(ada, 'facebook:facebook-1', { statusId: 'contacted', assigneeId: ada.userId, tags: ['hot'] }, 0);
    await change(ada, 'tiktok:tiktok-1', { statusId: 'won', tags: ['hot', 'vip'] }, 0);
    await change(ada, 'tiktok:tiktok-2', { statusId: 'new', assigneeId: ada.userId }, 0);
    all = await list(ada);
  });

  test('any combination returns exactly the matching leads', async () => {
    expect(all).toHaveLength(6);
    const pick = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          list: pick('facebook', 'custom', 'facebook,tiktok'),
          status: pick('new', 'contacted', 'won,new', 'working', 'no-such'),
          assignee: pick('none', ada.userId, `none,${ada.userId}`),
          tag: pick('hot', 'vip', 'ho'),
          campaign: pick('Spring', 'Sprin'),
          form: pick('Test drive', 'Newsletter'),
          search: pick('GRACE', 'tiktok1@', '0171', '%'),
          since: pick('2026-11-02'),
          until: pick('2026-11-01', '2026-11-02'),
          sort: pick(...leadSortKeys),
          order: pick<'asc' | 'desc'>('asc', 'desc'),
        }),
        async ({ sort, order, ...query }) => {
          const statuses = query.status === 'working' ? ['contacted'] : query.status?.split(',');
          const isPicked = (lead: WorkedLead): boolean =>
            (!query.list || query.list.split(',').includes(lead.list)) &&
            (!statuses || statuses.includes(lead.statusId)) &&
            (!query.assignee || query.assignee.split(',').includes(lead.assigneeId ?? 'none')) &&
            (!query.tag || lead.tags.includes(query.tag)) &&
            (!query.campaign || lead.campaignName === query.campaign) &&
            (!query.form || lead.formName === query.form) &&
            (!query.search ||
              [lead.name, lead.email, lead.phone, lead.formName, lead.campaignName]
                .join('\n')
                .toLowerCase()
                .includes(query.search.toLowerCase())) &&
            (!query.since || lead.createdAt >= query.since) &&
            (!query.until || lead.createdAt.slice(0, 10) <= query.until);
          const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
          const found = await list(ada, { ...given, ...(sort ? { sort } : {}), ...(order ? { order } : {}) });
          const picked = all.filter(isPicked);
          const isNewestFirst = (sort ?? 'arrival') === 'arrival' && order !== 'asc';
          const inOrder = (ids: string[]) => (isNewestFirst ? ids : ids.toSorted());
          expect(inOrder(idsOf(found))).toEqual(inOrder(idsOf(picked)));
        },
      ),
      { numRuns: 150 },
    );
  });

  test.each<WorkedLeadsQuery>([{ status: '\u0000' }, { assignee: 'a\u0000b' }])(
    'finds nothing by %j, which the database cannot store',
    async (query) => {
      expect(await list(ada, query)).toEqual([]);
    },
  );

  test.each<WorkedLeadsQuery>([{ list: 'google' }, { sort: 'profit' as 'name' }, { since: 'yesterday' }])(
    'refuses %j',
    async (query) => {
      const { status, body } = await ask(ada.token, query);
      expect([status, body.code]).toEqual([400, 'VALIDATION']);
    },
  );
});

test('a workspace can edit its statuses without a lead losing its status', async () => {
  const ada = await newOwner();
  const { token } = ada;
  const ladder = async () => (await api.request(listLeadStatuses, { token })).body.data;
  type Body = BodyOf<typeof saveLeadStatuses>;
  const save = (statuses: Body['statuses'], basedOn?: Body['basedOn']) =>
    api.request(saveLeadStatuses, { token, body: { statuses, basedOn } });
  expect(await ladder()).toEqual(defaultLeadStatuses);
  await change(ada, 'facebook:facebook-1', { statusId: 'contacted' }, 0);

  const inUse = await save(defaultLeadStatuses.filter(({ id }) => id !== 'contacted'));
  expect([inUse.status, inUse.body.message]).toEqual([409, messages.leadWork.statusInUse('Contacted', 1)]);
  const [first, ...others] = defaultLeadStatuses;
  const rest = others.filter(({ id }) => id !== 'junk');
  const steps = [{ name: 'Fresh', color: 'gray', meaning: 'new' } as const, ...rest.toReversed()];
  const saved = await save(steps, [...defaultLeadStatuses]);
  expect([saved.status, saved.body.message]).toEqual([200, messages.leadWork.statusesSaved]);
  expect(await ladder()).toEqual(steps.map((step) => ({ ...step, id: expect.any(String) })));
  const stale = await save([...defaultLeadStatuses], [...defaultLeadStatuses]);
  expect([stale.status, stale.body.message]).toEqual([412, messages.leadWork.statusesChangedMeanwhile]);
  const [fresh] = await ladder();
  expect((await list(ada, { list: 'tiktok' })).map(({ statusId }) => statusId)).toEqual([fresh?.id, fresh?.id]);

  for (const [statuses, message] of [
    [rest, messages.leadWork.newStatusMissing],
    [[...steps, { ...steps[0], name: 'FRESH' }], messages.leadWork.statusNamesDiffer],
    [[{ ...first, id: 'no-such' }], messages.leadWork.unknownStatus],
    [[], messages.validation.invalidField('statuses')],
  ] as const) {
    const refused = await save(statuses as Body['statuses']);
    expect([refused.status, refused.body.message]).toEqual([400, message]);
  }
});

test('erasing a lead deletes its work and entries, and closing an account removes the name from entries', async () => {
  const ada = await newOwner();
  const bea = await newColleague(api, ada);
  const { db } = api.context;
  const count = (table: typeof leadWork | typeof leadEntries) =>
    db.$count(table, eq(table.workspaceId, ada.workspaceId));
  const custom = (await list(ada, { search: 'Grace' }))[0]?.id ?? '';
  for (const id of [custom, 'facebook:facebook-1', 'facebook:facebook-2'])
    await change(bea, id, { assigneeId: bea.userId, note: 'Called' }, 0);
  expect([await count(leadWork), await count(leadEntries)]).toEqual([3, 6]);
  const other = 'facebook:facebook-2';
  await change(bea, other, { tags: ['vip', 'like grace@example.test'], note: 'Knows Grace@example.test' }, 1);
  for (const email of ['grace@example.test', 'facebook1@example.test'])
    expect((await api.request(erasePerson, { token: ada.token, body: { email } })).status).toBe(200);
  expect([await count(leadWork), await count(leadEntries)]).toEqual([1, 2]);
  expect((await read(ada, other)).tags).toEqual(['vip']);

  await api.request(deleteAccount, { token: bea.token, body: { email: bea.user.email } });
  await api.waitUntil(async () => (await read(ada, 'facebook:facebook-2')).assigneeId === null);
  const { entries } = await read(ada, 'facebook:facebook-2');
  expect(entries.map(({ authorName, kind }) => [authorName, kind])).toEqual(
    expect.arrayContaining([
      [null, 'note'],
      [null, 'assignee'],
    ]),
  );
});
