import { afterAll, beforeAll, expect, test } from 'vitest';
import { getInsightsSummary } from '#shared/contracts/findings.ts';
import type { AppContext } from '#server/AppContext.ts';
import { eq } from '#server/database/drizzle.ts';
import { findings, insightSummaries } from '#server/database/schema.ts';
import { deleteFindingsOf } from '#server/modules/findings/findingConnections.ts';
import { isSomebodyWaiting } from '#testing/database/isSomebodyWaiting.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { listDueSummaries } from './insightSummaries.store.ts';
import { writeSummaryJob } from './summary.jobs.ts';
import { weekOf, writeSummary } from './summary.service.ts';
import { insertFinding } from './testing/insertFinding.ts';

let api: TestApi;
let beside: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  beside = await startTestApi({ beside: api });
});
afterAll(async () => {
  await beside.close();
  await api.close();
});

const plain =
  'Cost per conversion of “Spring offer” rose from €21 to €36 since Wednesday, January 14; nine tenths of it because fewer visitors send the form.';

const write = ({ workspaceId }: TestPerson, context: AppContext = api.context): Promise<void> =>
  writeSummary(context, workspaceId);

const rowOf = async ({ workspaceId }: TestPerson) => {
  const [row] = await api.context.db
    .select()
    .from(insightSummaries)
    .where(eq(insightSummaries.workspaceId, workspaceId));
  return row;
};

const newOwner = async (...changes: Parameters<typeof insertFinding>[2][]): Promise<TestPerson> => {
  const person = await api.registerUser();
  for (const change of changes) await insertFinding(api.context.db, person.workspaceId, change);
  return person;
};

const readAs = async (person: TestPerson) => (await api.request(getInsightsSummary, person)).body.data;

test('the summary needs a session and is missing without findings', async () => {
  expect((await api.request(getInsightsSummary)).status).toBe(401);
  const person = await newOwner();
  await write(person);
  expect(await readAs(person)).toBeNull();
});

test('the job stores the sentences of the three largest unexplained findings', async () => {
  const person = await newOwner(
    { entityId: 'Small', stake: '10' },
    {},
    { entityId: 'Largest', stake: '900' },
    { entityId: 'Smallest', stake: '1' },
    { entityId: 'Wanted', stake: '1000', mark: 'expected', markedAt: new Date() },
    { entityId: 'Mended', stake: '1000', mark: 'fixed', markedAt: new Date() },
    { entityId: 'Over', stake: '1000', endedOn: '2026-01-24', endedWhy: 'over' },
  );
  await api.context.jobs.enqueue(writeSummaryJob, { workspaceId: person.workspaceId });
  const summary = await api.waitUntil(() => readAs(person));
  expect(summary).toEqual({
    week: weekOf(new Date()),
    text: ['Largest', 'Spring offer', 'Small'].map((name) => plain.replace('Spring offer', name)).join(' '),
    writtenAt: expect.any(String),
  });
});

test('the summary is hidden from other workspaces, and disappears when all findings have ended', async () => {
  const [person, other] = [await newOwner({}), await newOwner({})];
  await write(person);
  expect(await readAs(other)).toBeNull();
  expect(await readAs(person)).toMatchObject({ text: plain });
  await api.context.db
    .update(findings)
    .set({ endedOn: '2026-01-24', endedWhy: 'over' })
    .where(eq(findings.workspaceId, person.workspaceId));
  expect(await readAs(person)).toBeNull();
});

test('a week has one summary, and the next week replaces it', async () => {
  const person = await newOwner({});
  await write(person);
  await insertFinding(api.context.db, person.workspaceId, { entityId: 'Later', stake: '900' });
  await write(person);
  expect(await readAs(person)).toMatchObject({ text: plain });
  const nextWeek = new Date(Date.now() + 7 * 86_400_000);
  await write(person, { ...api.context, clock: { now: () => nextWeek } });
  expect(await rowOf(person)).toMatchObject({ week: weekOf(nextWeek), text: expect.stringContaining('“Later”') });
  expect(await api.context.db.$count(insightSummaries, eq(insightSummaries.workspaceId, person.workspaceId))).toBe(1);
});

const isDue = async ({ workspaceId }: TestPerson, openedBefore: number): Promise<boolean> =>
  (await listDueSummaries(api.context.db, weekOf(new Date()), new Date(openedBefore), 1000)).includes(workspaceId);

test('a summary becomes due a while after the first finding of the week', async () => {
  const person = await newOwner(
    { openedAt: new Date(Date.now() - 60_000) },
    { entityId: 'Second', openedAt: new Date(Date.now() - 60_000) },
  );
  expect([await isDue(person, Date.now() - 120_000), await isDue(person, Date.now())]).toEqual([false, true]);
  await write(person);
  expect(await isDue(person, Date.now())).toBe(false);
});

test.for([
  { case: 'the words of a language model', text: 'Sign in again at example.test: costs fell.', writtenBy: 'model' },
  { case: 'a cleared text', text: '', writtenBy: 'rules' },
] as const)('replaces $case that 2.0.0 has stored, and does not show it', async ({ text, writtenBy }) => {
  const person = await newOwner({});
  const { db } = api.context;
  const at = new Date();
  await db.insert(insightSummaries).values({
    workspaceId: person.workspaceId,
    week: weekOf(at),
    text,
    writtenBy,
    writtenAt: at,
  });
  expect(await readAs(person)).toBeNull();
  expect(await isDue(person, Date.now() + 60_000)).toBe(true);
  await write(person);
  expect(await readAs(person)).toMatchObject({ text: plain });
  expect(await rowOf(person)).toMatchObject({ writtenBy: 'rules' });
  expect(await isDue(person, Date.now() + 60_000)).toBe(false);
});

test('a week begins on Monday in UTC', () => {
  const days = ['2026-01-12', '2026-01-18'].flatMap((day) => [`${day}T00:00:00Z`, `${day}T23:59:59Z`]);
  expect(days.map((at) => weekOf(new Date(at)))).toEqual(days.map(() => '2026-01-12'));
  expect(weekOf(new Date('2026-01-19T00:00:00Z'))).toBe('2026-01-19');
});

test('two processes store one summary per week', async () => {
  const person = await newOwner({});
  await Promise.all([write(person), write(person, beside.context), write(person)]);
  expect(await readAs(person)).toMatchObject({ text: plain });
  expect(await api.context.db.$count(insightSummaries, eq(insightSummaries.workspaceId, person.workspaceId))).toBe(1);
});

test('disconnecting deletes the summary, and the job writes a new one from the other findings', async () => {
  const person = await newOwner({}, { platform: 'google', entityId: 'Autumn offer' });
  const { workspaceId } = person;
  await write(person);
  expect(await readAs(person)).toMatchObject({ text: expect.stringContaining('Spring offer') });
  await api.context.db.transaction((tx) => deleteFindingsOf(tx, { workspaceId, platform: 'facebook' }));
  expect(await rowOf(person)).toBeUndefined();
  await write(person);
  expect(await readAs(person)).toMatchObject({ text: plain.replace('Spring', 'Autumn') });
});

test('a summary written during a disconnect waits and leaves out the deleted findings', async () => {
  const person = await newOwner({});
  const { db, pool } = api.context;
  const writing = await db.transaction(async (tx) => {
    await deleteFindingsOf(tx, { workspaceId: person.workspaceId, platform: 'facebook' });
    const begun = write(person);
    await api.waitUntil(() => isSomebodyWaiting(pool));
    return { begun };
  });
  await writing.begun;
  expect(await rowOf(person)).toBeUndefined();
});
