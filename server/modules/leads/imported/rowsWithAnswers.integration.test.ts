import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { getWorkedLead, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import { erasePerson } from '#shared/contracts/privacy.ts';
import { importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const newPerson = async () => {
  const { token } = await api.registerUser();
  const all = async () => (await api.request(listWorkedLeads, { token, query: {} })).body.data;
  return {
    token,
    all,
    save: (leads: Record<string, unknown>[]) => api.request(saveCustomLeads, { token, body: { leads } }),
    detailOf: async (name: string) => {
      const id = (await all()).find((lead) => lead.name === name)?.id ?? '';
      return (await api.request(getWorkedLead, { token, params: { id } })).body.data;
    },
  };
};

test('answers of an imported row are shown with its lead, in file order', async () => {
  const person = await newPerson();
  const long = 'q'.repeat(importLimits.answerName + 50);
  const answers = { Town: 'Porto', ' Budget ': 10, Empty: ' ', [long]: 'a', [`${long}2`]: 'b' };
  expect(
    (
      await person.save([
        { id: '1', Name: 'Ada', answers },
        { Name: 'Ben', answers: 'no answers' },
      ])
    ).status,
  ).toBe(200);
  const shown = (await person.detailOf('Ada')).answers.filter(({ name }) => !['Name', 'id'].includes(name));
  const short = long.slice(0, importLimits.answerName);
  expect(shown).toEqual([
    { name: 'Town', values: ['Porto'] },
    { name: 'Budget', values: ['10'] },
    { name: short, values: ['a'] },
    { name: `${short} (2)`, values: ['b'] },
  ]);
  expect((await person.detailOf('Ben')).answers.map(({ name }) => name)).toEqual(['Name']);
});

test('rejects rows with too many or too long answers', async () => {
  const person = await newPerson();
  const many = Object.fromEntries(Array.from({ length: importLimits.answers + 1 }, (_, index) => [`q${index}`, 'a']));
  const tooMany = await person.save([{ Name: 'Ada', answers: many }]);
  expect([tooMany.status, tooMany.body]).toMatchObject([400, { message: messages.customLeads.tooManyAnswers }]);
  const value = 'x'.repeat(importLimits.valueCharacters + 1);
  const tooLong = await person.save([{ Name: 'Ada', answers: { Town: value } }]);
  expect([tooLong.status, tooLong.body]).toMatchObject([400, { message: messages.customLeads.valueTooLong }]);
  expect(await person.all()).toEqual([]);
});

test('marks test leads by their mark, their values or their address', async () => {
  const person = await newPerson();
  await person.save([
    { Name: 'Ada' },
    { Name: 'Ben', isTest: true },
    { Name: '<test lead: dummy data for full_name>' },
    { Name: 'Cleo', EmailAddress: 'Test@Meta.com' },
    { Name: 'Dan', answers: { Town: '<test lead: dummy data for town>' } },
    { Name: 'Eve', isTest: 'yes' },
  ]);
  const marked = (await person.all()).filter(({ isTest }) => isTest).map(({ name }) => name);
  expect(marked.toSorted()).toEqual(['<test lead: dummy data for full_name>', 'Ben', 'Cleo', 'Dan']);
});

test('an erasure finds a person in the answers of an imported lead', async () => {
  const person = await newPerson();
  await person.save([{ Name: 'Ada', answers: { 'Second address': 'grace@example.test' } }, { Name: 'Ben' }]);
  await api.request(erasePerson, { token: person.token, body: { email: 'grace@example.test' } });
  expect((await person.all()).map(({ name }) => name)).toEqual(['Ben']);
});

test('a text that is too long for an index is kept in its column', async () => {
  const person = await newPerson();
  const long = randomBytes(7_000)
    .toString('base64')
    .slice(0, importLimits.valueCharacters - 1);
  const texts = { ad_id: long, adset_id: long, campaign_id: long, form_id: long };
  expect((await person.save([{ id: '1', Name: 'Ada', ...texts }])).status).toBe(200);
  const { answers } = await person.detailOf('Ada');
  expect(answers.filter(({ values }) => values[0] === long)).toHaveLength(4);
});
