import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { changeLead, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { getResponseGoal, getResponseTimes, responseGroupings, saveResponseGoal } from '#shared/contracts/responses.ts';
import type { ResponseGrouping } from '#shared/contracts/responses.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import { officeMs } from '#shared/lib/officeTime.ts';
import { waitingOf } from '#shared/lib/waiting.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import { messages } from '#shared/messages.ts';
import type { OfficeHours, ResponseGoal } from '#shared/responseGoal.ts';
import { eq } from '#server/database/drizzle.ts';
import { leadEntries, leadWork, workspaces } from '#server/database/schema.ts';
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

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const allDay: OfficeHours = { days: [1, 2, 3, 4, 5, 6, 7], opens: '00:00', closes: '24:00', timeZone: 'UTC' };
const berlin: OfficeHours = { days: [1, 2, 3, 4, 5], opens: '09:00', closes: '17:30', timeZone: 'Europe/Berlin' };
const chicago: OfficeHours = { days: [2, 6, 7], opens: '06:15', closes: '24:00', timeZone: 'America/Chicago' };

const readGoal = async ({ token }: TestPerson) => (await api.request(getResponseGoal, { token })).body.data;
const save = ({ token }: TestPerson, body: ResponseGoal) => api.request(saveResponseGoal, { token, body });

const listAll = async ({ token }: TestPerson, response?: 'waiting' | 'overdue'): Promise<WorkedLead[]> => {
  const found: WorkedLead[] = [];
  for (let page: number | null = 1; page !== null;) {
    const query = { page: String(page), limit: '100', ...(response ? { response } : {}) };
    const answer: Awaited<ReturnType<typeof api.request<typeof listWorkedLeads>>> = await api.request(listWorkedLeads, {
      token,
      query,
    });
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    found.push(...answer.body.data);
    page = answer.body.nextPage;
  }
  return found;
};

type Stored = { arrival: number; response: number | null; formId: string; campaignId: string | null; author: string };

/** Inserts leads of the last 40 days. Most have a first response by one of the authors. */
const insertLeads = async ({ workspaceId }: TestPerson, authors: readonly string[]): Promise<Stored[]> => {
  // Even seconds: half a second would be rounded to even by PostgreSQL, and up by JavaScript.
  const now = Math.floor(Date.now() / 2000) * 2000;
  const stored = Array.from({ length: 160 }, (_, index): Stored => {
    const arrival = now - ((index * 37) % 160) * 0.25 * dayMs - 90_000;
    const response = Math.min(arrival + ((index * index * 7919) % 5000) * minuteMs, now - 2000);
    return {
      arrival,
      response: index % 4 === 0 ? null : response,
      formId: `form-${index % 3}`,
      campaignId: index % 5 === 0 ? null : `campaign-${index % 2}`,
      author: authors[index % authors.length] ?? '',
    };
  });
  const keys = stored.map((_, index) => ({ list: leadPlatformIds[index % 2] ?? 'facebook', leadId: `timed-${index}` }));
  const { db } = api.context;
  for (const platform of leadPlatformIds) {
    const own = stored.flatMap(({ arrival, formId, campaignId }, index) => {
      const key = keys[index];
      const createdAt = new Date(arrival);
      const facts = { createdAt, formId, formName: formId.toUpperCase(), campaignId };
      return key?.list === platform ? newLead(key.leadId, facts) : [];
    });
    await db.transaction((tx) => upsertLeads(tx, workspaceId, platform, own, new Date()));
  }
  const answered = stored.flatMap(({ response, author }, index) => {
    const key = keys[index];
    return key && response !== null ? [{ ...key, workspaceId, author, at: new Date(response) }] : [];
  });
  await db
    .insert(leadWork)
    .values(answered.map(({ author: _author, at, ...key }) => ({ ...key, respondedAt: at, activeAt: at, version: 1 })));
  await db.insert(leadEntries).values(
    answered.flatMap(({ author, at, ...key }) => [
      { ...key, id: `note-${key.leadId}`, at, authorId: author, kind: 'note' as const, note: 'Called' },
      // A later change by another person does not count as the first response.
      {
        ...key,
        id: `later-${key.leadId}`,
        at: new Date(at.getTime() + 500),
        authorId: authors[0] ?? null,
        kind: 'status' as const,
      },
    ]),
  );
  return stored;
};

const setSince = ({ workspaceId }: TestPerson, at: number) =>
  api.context.db
    .update(workspaces)
    .set({ responsesSince: new Date(at) })
    .where(eq(workspaces.id, workspaceId));

test('the goal requires a session', async () => {
  expect((await api.request(getResponseGoal, {})).status).toBe(401);
  expect((await api.request(saveResponseGoal, { body: { minutes: 5, officeHours: null } })).status).toBe(401);
});

test('a workspace starts with a goal of an hour; an owner can change it, and all members see the change', async () => {
  const ada = await api.registerUser();
  const bea = await newColleague(api, ada);
  const { since, ...first } = await readGoal(ada);
  expect(first).toEqual({ minutes: 60, officeHours: null });
  const socket = openSocket(api.url, bea);
  expect(await socket.handshake).toBeNull();
  const goal = { minutes: 30, officeHours: { ...berlin, days: [5, 1, 5] } };
  const { status, body } = await save(ada, goal);
  expect([status, body.message]).toEqual([200, messages.responses.saved]);
  await api.waitUntil(() => socket.received.some(({ event }) => event === 'leads_changed'));
  socket.close();
  expect(await readGoal(bea)).toEqual({ minutes: 30, officeHours: { ...berlin, days: [1, 5] }, since });
  expect((await save(ada, { minutes: null, officeHours: null })).body.data).toEqual({
    minutes: null,
    officeHours: null,
    since,
  });
  expect((await readGoal(await api.registerUser())).minutes).toBe(60);
});

test.each([
  [{ minutes: 0, officeHours: null }],
  [{ minutes: 1.5, officeHours: null }],
  [{ minutes: 10_081, officeHours: null }],
  [{ minutes: 60, officeHours: { ...berlin, days: [] } }],
  [{ minutes: 60, officeHours: { ...berlin, days: [8] } }],
  [{ minutes: 60, officeHours: { ...berlin, opens: '18:00' } }],
  [{ minutes: 60, officeHours: { ...berlin, closes: '24:01' } }],
  [{ minutes: 60, officeHours: { ...berlin, timeZone: 'Mars/Olympus' } }],
])('refuses %j', async (goal) => {
  const ada = await api.registerUser();
  const { status, body } = await save(ada, goal);
  expect([status, body.message]).toEqual([400, expect.stringMatching(/\w+ \w+/)]);
  expect((await readGoal(ada)).minutes).toBe(60);
});

test('imported leads and leads from before the workspace began are never overdue', async () => {
  const ada = await api.registerUser();
  await insertLeads(ada, [ada.userId]);
  await api.request(saveCustomLeads, { token: ada.token, body: { leads: [{ Name: 'Grace' }] } });
  expect(await listAll(ada)).toHaveLength(161);
  expect(await listAll(ada, 'waiting')).toEqual([]);
  expect(await listAll(ada, 'overdue')).toEqual([]);
});

test('the filters find waiting and overdue leads with any office hours', async () => {
  const ada = await api.registerUser();
  await insertLeads(ada, [ada.userId]);
  await setSince(ada, Date.now() - 35 * dayMs);
  const all = await listAll(ada);
  const idsOf = (found: readonly WorkedLead[]) => new Set(found.map(({ id }) => id));
  const range = { since: addDays(utcDay(new Date()), -6), until: utcDay(new Date()) };
  for (const officeHours of [null, allDay, berlin, chicago])
    for (const minutes of [null, 1, 60, 600, 10_080]) {
      await save(ada, { minutes, officeHours });
      const clock = await readGoal(ada);
      const inState = (...states: string[]) =>
        idsOf(all.filter((lead) => states.includes(waitingOf(lead, clock, Date.now()).state)));
      expect([minutes, officeHours, idsOf(await listAll(ada, 'waiting'))]).toEqual([
        minutes,
        officeHours,
        inState('waiting', 'overdue'),
      ]);
      const overdue = inState('overdue');
      expect([minutes, officeHours, idsOf(await listAll(ada, 'overdue'))]).toEqual([minutes, officeHours, overdue]);
      const { body } = await api.request(getOverview, { token: ada.token, query: range });
      expect(body.data.overdue).toEqual(minutes === null ? null : { leads: overdue.size, minutes });
    }
});

test('a first response removes a lead from the overdue leads, also on the overview', async () => {
  const ada = await api.registerUser();
  await insertLeads(ada, [ada.userId]);
  await setSince(ada, Date.now() - 20 * dayMs);
  const [lead, ...others] = await listAll(ada, 'overdue');
  if (!lead) throw new Error('no lead is overdue');
  const { status } = await api.request(changeLead, {
    token: ada.token,
    params: { id: lead.id },
    body: { note: 'Called' },
  });
  expect(status).toBe(200);
  expect((await listAll(ada, 'overdue')).map(({ id }) => id)).toEqual(others.map(({ id }) => id));
  const day = utcDay(new Date());
  const { body } = await api.request(getOverview, { token: ada.token, query: { since: day, until: day } });
  expect(body.data.overdue?.leads).toBe(others.length);
});

test('a status that is taken back is no response, but a note and an earlier status stay one', async () => {
  const ada = await api.registerUser();
  await insertLeads(ada, [ada.userId]);
  await setSince(ada, Date.now() - 20 * dayMs);
  const [slip, noted, worked] = (await listAll(ada, 'overdue')).map(({ id }) => id);
  const overdue = async () => (await listAll(ada, 'overdue')).map(({ id }) => id);
  const change = async (id: string | undefined, body: BodyOf<typeof changeLead>): Promise<void> => {
    const version = (await listAll(ada)).find((lead) => lead.id === id)?.version;
    const headers = { 'If-Match': `"${version}"` };
    const { status } = await api.request(changeLead, { token: ada.token, params: { id: id ?? '' }, body, headers });
    expect(status).toBe(200);
  };
  await change(slip, { statusId: 'contacted' });
  await change(slip, { statusId: 'new', isUndo: true });
  await change(noted, { statusId: 'contacted', note: 'Called' });
  await change(noted, { statusId: 'new', isUndo: true });
  await change(worked, { statusId: 'contacted' });
  await change(worked, { statusId: 'qualified' });
  await change(worked, { statusId: 'contacted', isUndo: true });
  const shown = await overdue();
  expect([slip, noted, worked].map((id) => shown.includes(id ?? ''))).toEqual([true, false, false]);
});

/** Computes a percentile like `percentile_cont`, in whole seconds. */
const percentile = (values: readonly number[], share: number): number | null => {
  const sorted = values.toSorted((one, other) => one - other);
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low === undefined || high === undefined ? null : Math.round(low + (at - Math.floor(at)) * (high - low));
};

const timesOf = (own: readonly Stored[], officeHours: OfficeHours | null) => {
  const seconds = own.flatMap(({ arrival, response }) =>
    response === null ? [] : officeMs(officeHours, arrival, response) / 1000,
  );
  return {
    answered: seconds.length,
    unanswered: own.length - seconds.length,
    median: percentile(seconds, 0.5),
    p90: percentile(seconds, 0.9),
  };
};

const keyOf: Record<ResponseGrouping, (lead: Stored) => string | null> = {
  form: ({ formId }) => formId,
  campaign: ({ campaignId }) => campaignId,
  person: ({ response, author }) => (response === null ? null : author),
};

test('response times match the times computed lead by lead, with any office hours', async () => {
  const ada = await api.registerUser();
  const bea = await newColleague(api, ada);
  const stored = await insertLeads(ada, [ada.userId, bea.userId]);
  const sinceMs = Date.now() - 35 * dayMs;
  await setSince(ada, sinceMs);
  const until = utcDay(new Date());
  for (const officeHours of [null, berlin, chicago])
    for (const days of [2, 60])
      for (const by of responseGroupings) {
        await save(ada, { minutes: 60, officeHours });
        const range = { since: addDays(until, -days), until };
        const { status, body } = await api.request(getResponseTimes, { token: ada.token, query: { ...range, by } });
        expect([status, body.message]).toEqual([200, undefined]);
        const counted = stored.filter(({ arrival }) => arrival >= sinceMs && utcDay(new Date(arrival)) >= range.since);
        expect(body.data.total).toEqual(timesOf(counted, officeHours));
        const groups = [...Map.groupBy(counted, keyOf[by])]
          // Leads without a response belong to no person.
          .filter(([id]) => by !== 'person' || id !== null)
          .map(
            ([id, own]) =>
              [id, { ...timesOf(own, officeHours), ...(by === 'person' ? { unanswered: null } : {}) }] as const,
          );
        expect(new Map(body.data.rows.map(({ id, name: _name, ...times }) => [id, times]))).toEqual(new Map(groups));
      }
});

test('response times include the names of forms and people', async () => {
  const ada = await api.registerUser();
  await insertLeads(ada, [ada.userId]);
  await setSince(ada, 0);
  const day = utcDay(new Date());
  const names = async (by: ResponseGrouping) => {
    const query = { since: addDays(day, -60), until: day, by };
    const { body } = await api.request(getResponseTimes, { token: ada.token, query });
    return new Set(body.data.rows.map(({ name }) => name));
  };
  expect(await names('form')).toEqual(new Set(['FORM-0', 'FORM-1', 'FORM-2']));
  expect(await names('person')).toEqual(new Set(['Ada Example']));
});

test('response times are empty without leads in a closed office', async () => {
  const ada = await api.registerUser();
  const day = utcDay(new Date());
  const closed = 1 + ((new Date().getUTCDay() + 2) % 7);
  await save(ada, { minutes: 60, officeHours: { ...allDay, days: [closed] } });
  const { body } = await api.request(getResponseTimes, {
    token: ada.token,
    query: { since: day, until: day, by: 'form' },
  });
  expect(body.data).toMatchObject({ total: { answered: 0, unanswered: 0, median: null, p90: null }, rows: [] });
});
