import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { getPhoneCountry, listSamePerson, savePhoneCountry } from '#shared/contracts/duplicates.ts';
import { listWorkedLeads } from '#shared/contracts/leadWork.ts';
import type { WorkedLeadsQuery } from '#shared/contracts/leadWork.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { duplicateLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { eq, sql } from '#server/database/drizzle.ts';
import { migrationsFolder } from '#server/database/knownMigrations.ts';
import { leadContactFills, leadContacts } from '#server/database/schema.ts';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import type { NewLead } from '#server/modules/leads/store/leads.store.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { fillContacts } from './fillContacts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const store = ({ workspaceId }: TestPerson, platform: LeadPlatformId, ...leads: NewLead[]) =>
  api.context.db.transaction((tx) => upsertLeads(tx, workspaceId, platform, leads, new Date()));
const lead = (id: string, contact: Partial<NewLead['contact']>, changes: Partial<NewLead> = {}): NewLead =>
  newLead(id, { contact: { name: id, email: '', phone: '', ...contact }, ...changes });
const at = (hour: number) => ({ createdAt: new Date(Date.UTC(2026, 10, 1, hour)) });

const list = async ({ token }: TestPerson, query: WorkedLeadsQuery = {}) =>
  (await api.request(listWorkedLeads, { token, query: { limit: '100', ...query } })).body;
/** The repeat leads, each with the number of leads of its person. */
const repeats = async (person: TestPerson): Promise<Record<string, number | undefined>> => {
  const { data, totalItems } = await list(person, { duplicates: 'true' });
  expect(totalItems).toBe(data.length);
  const marked = (await list(person)).data.filter(({ personLeads }) => personLeads !== undefined);
  expect(data).toEqual(expect.arrayContaining(marked));
  return Object.fromEntries(data.map(({ name, personLeads }) => [name, personLeads]));
};
const setCountry = ({ token }: TestPerson, country: string | null) =>
  api.request(savePhoneCountry, { token, body: { country } });
const isFilled = async ({ workspaceId }: TestPerson): Promise<boolean> =>
  (await api.context.db.$count(leadContactFills, eq(leadContactFills.workspaceId, workspaceId))) === 0;

test('marks a new lead of a known person as a repeat, whatever its source', async () => {
  const ada = await api.registerUser();
  await store(ada, 'facebook', lead('first', { email: 'Grace@Example.test', phone: '+49 171 2345678' }, at(1)));
  expect(await repeats(ada)).toEqual({});
  await store(ada, 'tiktok', lead('by phone', { phone: '+49171/2345678' }, at(2)));
  await store(ada, 'tiktok', lead('somebody else', { email: 'joan@example.test', phone: '+49 171 9999999' }, at(3)));
  const rows = [
    { Name: 'by mail', EmailAddress: ' grace@example.TEST ' },
    { Name: 'own country', Number: '0171 2345678', country: 'Germany' },
    { Name: 'unknown country', Number: '0171 2345678' },
  ];
  await api.request(saveCustomLeads, { token: ada.token, body: { leads: rows } });
  expect(await repeats(ada)).toEqual({ 'by phone': 3, 'by mail': 2, 'own country': 3 });
  const [first] = (await list(ada, { search: 'first' })).data;
  const person = await api.request(listSamePerson, { token: ada.token, params: { id: first?.id ?? '' } });
  expect(person.body.data.map(({ name, shares }) => [name, shares])).toEqual([
    ['by phone', ['phone']],
    ['by mail', ['email']],
    ['own country', ['phone']],
  ]);
  // Another workspace does not know the person.
  const bea = await api.registerUser();
  await store(bea, 'facebook', lead('first', { email: 'grace@example.test' }));
  expect(await repeats(bea)).toEqual({});
});

test('orders leads by the time they were sent, not by the time they were read', async () => {
  const ada = await api.registerUser();
  const email = 'grace@example.test';
  await store(ada, 'facebook', lead('third', { email }, at(3)));
  await store(ada, 'facebook', lead('first', { email }, at(1)), lead('fourth', { email }, at(4)));
  await store(ada, 'tiktok', lead('second', { email }, at(2)));
  expect(await repeats(ada)).toEqual({ second: 4, third: 4, fourth: 4 });
});

test('compares a lead again when its contact changes', async () => {
  const ada = await api.registerUser();
  await store(ada, 'facebook', lead('first', { email: 'grace@example.test' }, at(1)), lead('other', {}, at(2)));
  await store(ada, 'facebook', lead('other', { email: 'grace@example.test' }, at(2)));
  expect(await repeats(ada)).toEqual({ other: 2 });
  await store(ada, 'facebook', lead('other', { email: 'joan@example.test' }, at(2)));
  expect(await repeats(ada)).toEqual({});
});

test('marks all but the first of several leads of a person that arrive at the same moment', async () => {
  const ada = await api.registerUser();
  for (let round = 0; round < 10; round += 1) {
    const email = `grace${round}@example.test`;
    const body = { leads: [{ Name: `imported ${round}`, EmailAddress: email }] };
    await Promise.all([
      store(ada, 'facebook', lead(`facebook ${round}`, { email }, at(1))),
      store(ada, 'tiktok', lead(`tiktok ${round}`, { email }, at(2))),
      api.request(saveCustomLeads, { token: ada.token, body }),
    ]);
  }
  expect(Object.values(await repeats(ada))).toEqual(Array.from({ length: 20 }, () => 3));
});

test('a large import marks repeats within the file and repeats of known leads', async () => {
  const ada = await api.registerUser();
  await setCountry(ada, 'DE');
  await api.waitUntil(() => isFilled(ada));
  await store(ada, 'facebook', lead('known', { phone: '+49 171 2000000' }, at(1)));
  const leads = Array.from({ length: 2_500 }, (_, index) => ({
    id: `${index}`,
    Name: `row ${index}`,
    EmailAddress: index === 2_400 ? 'ROW7@example.test' : `row${index}@example.test`,
    Number: index === 2_300 ? '0171 2000000' : '',
  }));
  const { status } = await api.request(saveCustomLeads, { token: ada.token, body: { leads } });
  expect(status).toBe(200);
  expect(await repeats(ada)).toEqual({ 'row 2300': 2, 'row 2400': 2 });
  // A second import of the same file changes nothing.
  await api.request(saveCustomLeads, { token: ada.token, body: { leads } });
  expect(await repeats(ada)).toEqual({ 'row 2300': 2, 'row 2400': 2 });
});

test('a new country of the workspace compares all numbers again', async () => {
  const ada = await api.registerUser();
  await store(ada, 'facebook', lead('first', { phone: '+49 171 2345678' }, at(1)));
  await store(ada, 'facebook', lead('second', { phone: '0171 2345678' }, at(2)));
  expect(await repeats(ada)).toEqual({});
  const saved = await setCountry(ada, 'DE');
  expect(saved.body).toMatchObject({ message: messages.duplicates.countrySaved, data: { country: 'DE' } });
  await api.waitUntil(() => isFilled(ada));
  expect(await repeats(ada)).toEqual({ second: 2 });
  const { data } = (await api.request(getPhoneCountry, { token: ada.token })).body;
  expect([data.country, data.countries.includes('DE')]).toEqual(['DE', true]);
  await setCountry(ada, null);
  await api.waitUntil(() => isFilled(ada));
  expect(await repeats(ada)).toEqual({});
  for (const country of ['XX', 'de', 'Germany', ''])
    expect([country, (await setCountry(ada, country)).status]).toEqual([country, 400]);
});

test('a background job fills in the contacts of older leads and continues after a stop', async () => {
  const ada = await api.registerUser();
  const { db } = api.context;
  const leads = Array.from({ length: 1_200 }, (_, index) =>
    lead(`lead-${String(index).padStart(4, '0')}`, { email: `lead${index % 1_199}@example.test` }, at(index)),
  );
  await store(ada, 'facebook', ...leads);
  const isOwn = eq(leadContacts.workspaceId, ada.workspaceId);
  await db.delete(leadContacts).where(isOwn);
  expect(await repeats(ada)).toEqual({});
  await db.insert(leadContactFills).values({ workspaceId: ada.workspaceId, list: 'facebook' });
  await expect(fillContacts(api.context, AbortSignal.abort())).rejects.toThrow(/aborted/);
  await fillContacts(api.context, AbortSignal.timeout(60_000));
  expect([await db.$count(leadContacts, isOwn), await isFilled(ada)]).toEqual([1_200, true]);
  expect(await repeats(ada)).toEqual({ 'lead-1199': 2 });
});

test('compares numbers outside every numbering plan, including stored ones after the upgrade', async () => {
  const ada = await api.registerUser();
  const { db } = api.context;
  await store(ada, 'facebook', lead('of an ad', { phone: '+447700900123' }, at(1)));
  const rows = [
    { Name: 'by hand', Number: '07700 900123', country: 'United Kingdom' },
    { Name: 'as sent', Number: '+44 7700 900 123' },
  ];
  await api.request(saveCustomLeads, { token: ada.token, body: { leads: rows } });
  expect(await repeats(ada)).toEqual({ 'by hand': 3, 'as sent': 3 });
  const isOwn = eq(leadContacts.workspaceId, ada.workspaceId);
  await db.update(leadContacts).set({ phoneKey: null, isRepeat: false }).where(isOwn);
  expect(await repeats(ada)).toEqual({});
  await db.execute(sql.raw(await readFile(join(migrationsFolder, '0026_phone_keys.sql'), 'utf8')));
  await fillContacts(api.context, AbortSignal.timeout(60_000));
  expect(await repeats(ada)).toEqual({ 'by hand': 3, 'as sent': 3 });
});

test('counts the leads that share a placeholder up to a limit', async () => {
  const ada = await api.registerUser();
  await store(
    ada,
    'facebook',
    ...Array.from({ length: 120 }, (_, index) => lead(`${index}`, { email: 'info@example.test' }, at(index))),
  );
  const { data } = await list(ada);
  expect(new Set(data.map(({ personLeads }) => personLeads))).toEqual(new Set([duplicateLimits.counted]));
  const person = await api.request(listSamePerson, { token: ada.token, params: { id: 'facebook:5' } });
  expect([person.body.data.length, person.body.total]).toEqual([duplicateLimits.shown, duplicateLimits.counted]);
});
