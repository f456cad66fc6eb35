import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sheetActivity } from '#shared/activityKinds.ts';
import { listActivity, undoActivity } from '#shared/contracts/activity.ts';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { changeLeads } from '#shared/contracts/leadBulk.ts';
import { changeLead, getWorkedLead } from '#shared/contracts/leadWork.ts';
import type { EditableValues } from '#shared/customLeadColumns.ts';
import { messages } from '#shared/messages.ts';
import { and, eq, isNull } from '#server/database/drizzle.ts';
import { leads } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import { newSyncPerson } from '#server/modules/sheets/syncs/testing/sheetSyncTests.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** A person with a sheet. `run` puts rows into the sheet and returns the run that reads them. */
const newSheetPerson = async (type: 'meta' | 'tiktok' = 'meta') => {
  const person = await newSyncPerson(api);
  const { token, workspaceId } = person;
  const sheetId = `rules-${newId()}`;
  let syncId: string | null = null;
  const stored = () =>
    api.context.db
      .select()
      .from(leads)
      .where(and(eq(leads.workspaceId, workspaceId), isNull(leads.deletedAt)));
  const publicIdOf = async (name: string): Promise<string> => {
    const found = (await stored()).find((lead) => lead.name === name);
    return `${found?.list}:${found?.leadId}`;
  };
  return {
    ...person,
    stored,
    /** The records of all leads, with their answers, by name. */
    records: async () =>
      (await stored())
        .map(({ record, answers }) => ({
          ...record,
          ...Object.fromEntries(answers.map(({ name, values }) => [name, values[0]])),
        }))
        .toSorted((a, b) => ((a.Name ?? '') < (b.Name ?? '') ? -1 : 1)),
    run: async (rows: string[][]) => {
      const url = await putSheet(api.sandbox, sheetId, { rows, shared: 'public' });
      if (syncId !== null) return person.comeDue(syncId);
      const { id, run } = await person.createAndRun(url, type);
      syncId = id;
      return run;
    },
    edit: async (name: string, values: EditableValues) => {
      const params = { id: await publicIdOf(name) };
      const { version } = (await api.request(getWorkedLead, { token, params })).body.data;
      const changed = await api.request(changeLead, {
        token,
        params,
        body: { values },
        headers: { 'if-match': `"${version}"` },
      });
      expect(changed.status).toBe(200);
    },
    remove: async (name: string) => {
      const body = { ids: [await publicIdOf(name)], action: { kind: 'delete' as const } };
      expect((await api.request(changeLeads, { token, body })).status).toBe(200);
    },
  };
};

const counts = ({ state, rowsAdded, rowsChanged, rowsUnchanged, rowsRejected }: Record<string, unknown>) => [
  state,
  rowsAdded,
  rowsChanged,
  rowsUnchanged,
  rowsRejected,
];

const header = ['id', 'Name', 'Email', 'Status'];
const rows = [
  ['101', 'Ada', 'ada@example.test', 'New'],
  ['102', 'Ben', 'ben@example.test', 'New'],
];
const records = rows.map(([id, Name, EmailAddress, Status]) => ({ id, Name, EmailAddress, Status }));
const [ada, ben] = records;

test('a missing column, blank cells and errors take no value away, and are notified once', async () => {
  const person = await newSheetPerson();
  expect(counts(await person.run([header, ...rows]))).toEqual(['done', 2, 0, 0, 0]);
  const short = [header.slice(0, 2), ...rows.map((row) => row.slice(0, 2))];
  expect(counts(await person.run(short))).toEqual(['done', 0, 0, 2, 0]);
  expect(counts(await person.run([...short, ['', '']]))).toEqual(['done', 0, 0, 2, 0]);
  expect(await person.records()).toEqual(records);
  const damaged = rows.map(([id = '']) => [id, '', 'Loading...', '#REF!']);
  expect(counts(await person.run([header, ...damaged]))).toEqual(['done', 0, 0, 2, 0]);
  expect(counts(await person.run([header, ...rows.toReversed()]))).toEqual(['done', 0, 0, 2, 0]);
  expect(await person.records()).toEqual(records);
  expect((await person.notifications()).map(({ event, payload }) => [event, payload['message']])).toEqual([
    ['sheet_sync_remarks', messages.sheetSyncs.remarks([messages.sheetSyncs.columnsMissing(['Email', 'Status'])])],
    ['sheet_sync_remarks', messages.sheetSyncs.remarks([messages.sheetSyncs.errorCells(2)])],
  ]);
});

/** TikTok's leads have a list of their own, but the same rules. */
const types = ['meta', 'tiktok'] as const;

test.each(types)(
  'a lost header of a %s sheet fails the run and keeps every lead, and the next good run continues',
  async (type) => {
    const person = await newSheetPerson(type);
    await person.run([header, ...rows]);
    const failed = await person.run(rows);
    expect([failed.state, failed.error]).toEqual(['failed', messages.sheetSyncs.headerLost]);
    expect(await person.records()).toEqual(records);
    expect(counts(await person.run([['Leads of November'], [], header, ...rows]))).toEqual(['done', 0, 0, 2, 0]);
    expect(await person.records()).toEqual(records);
  },
);

test('an edit by hand is never overwritten, and the run names the conflict', async () => {
  const person = await newSheetPerson();
  await person.run([header, ...rows]);
  await person.edit('Ada', { Name: 'Ada by hand' });
  const run = await person.run([header, ['101', 'Ada in the sheet', 'ada@example.test', 'Won'], ...rows.slice(1)]);
  expect([counts(run), run.conflicts]).toEqual([['done', 0, 1, 1, 0], [{ row: 2, column: 'Name' }]]);
  expect((await person.records())[0]).toEqual({ ...ada, Name: 'Ada by hand', Status: 'Won' });
  // The same holds for a file.
  const body = { leads: [{ id: '101', Name: 'Ada in a file', Status: '' }] };
  const saved = await api.request(saveCustomLeads, { token: person.token, body });
  expect(saved.body.data).toEqual({ inserted: 0, updated: 1, unchanged: 1 });
  expect((await person.records())[0]).toEqual({ ...ada, Name: 'Ada by hand', Status: 'Won' });
});

test('a row without an id is known by its contact and time, and its lead takes over an id that comes later', async () => {
  const person = await newSheetPerson();
  const form = ['Timestamp', 'Email', 'Name', 'Phone number', 'Status'];
  const sent = '2026-11-02T09:15:00Z';
  const row = [sent, 'ada@example.test', 'Ada', '+44 7400 123401', 'New'];
  await person.run([form, row]);
  const corrected = [sent, 'ada.new@example.test', 'Ada', '+44 7400 123401', 'Called'];
  expect(counts(await person.run([form, corrected]))).toEqual(['done', 0, 1, 0, 0]);
  const again = ['2026-11-20T08:00:00Z', ...corrected.slice(1)];
  expect(counts(await person.run([form, corrected, again]))).toEqual(['done', 1, 0, 1, 0]);
  const withIds = [
    ['Lead ID', ...form],
    ['l:101', ...corrected],
    ['l:102', ...again],
  ];
  expect(counts(await person.run(withIds))).toEqual(['done', 0, 2, 0, 0]);
  const found = await person.stored();
  expect(found.map(({ identity }) => identity ?? '').toSorted()).toEqual(['lead:101', 'lead:102']);
  const rounded = withIds.map(([, ...cells], index) => [index === 0 ? 'Lead ID' : '9E+15', ...cells]);
  expect(counts(await person.run(rounded))).toEqual(['done', 0, 0, 2, 0]);
  expect((await person.stored()).map(({ identity }) => identity ?? '').toSorted()).toEqual(['lead:101', 'lead:102']);
});

test('two people with one phone number stay two leads', async () => {
  const person = await newSheetPerson();
  const family = [
    ['Name', 'Email', 'Phone number'],
    ['Ada', 'ada@example.test', '+44 7400 123401'],
    ['Ben', 'ben@example.test', '+44 7400 123401'],
  ];
  expect(counts(await person.run(family))).toEqual(['done', 2, 0, 0, 0]);
  const [titles = [], ...people] = family;
  expect(counts(await person.run([titles, ['Cleo', 'cleo@example.test', '+44 7400 123401'], ...people]))).toEqual([
    'done',
    1,
    0,
    2,
    0,
  ]);
  expect((await person.records()).map(({ Name }) => Name)).toEqual(['Ada', 'Ben', 'Cleo']);
});

test('a deleted lead stays away, and a collected lead is not added again', async () => {
  const person = await newSheetPerson();
  const { workspaceId } = person;
  const collected = [newLead('101', { contact: { name: 'Ada', email: 'ada@example.test', phone: '' } })];
  await api.context.db.transaction((tx) => upsertLeads(tx, workspaceId, 'facebook', collected, new Date()));
  const prefixed = rows.map(([id, ...cells]) => [`l:${id}`, ...cells]);
  expect(counts(await person.run([header, ...prefixed]))).toEqual(['done', 1, 1, 0, 0]);
  expect((await person.stored()).map(({ list }) => list).toSorted()).toEqual(['custom', 'facebook']);
  await person.remove('Ben');
  const changed = prefixed.map(([id = '', name = '', email = '']) => [id, name, email, 'Won']);
  expect(counts(await person.run([header, ...changed]))).toEqual(['done', 0, 1, 0, 1]);
  expect(await person.records()).toMatchObject([{ Name: 'Ada', Status: 'Won' }]);
  expect(ben).toBeDefined();
});

test('a TikTok sheet adds to the list of TikTok, and a file adds its leads to the imported leads', async () => {
  const person = await newSheetPerson('tiktok');
  const { workspaceId } = person;
  const collect = (id: string) => {
    const collected = [newLead(id, { contact: { name: 'By TikTok', email: `${id}@example.test`, phone: '' } })];
    return api.context.db.transaction((tx) => upsertLeads(tx, workspaceId, 'tiktok', collected, new Date()));
  };
  await collect('100');
  const sheet = [header, ['100', 'Own', '', 'New'], ...rows, ['', 'Cleo', 'cleo@example.test', 'New']];
  expect(counts(await person.run(sheet))).toEqual(['done', 3, 0, 1, 0]);
  const listed = async () =>
    (await person.tiktokLeads()).map(({ field_data: fields }) => fields['full name']).toSorted();
  const imported = async () => (await person.customLeads()).map(({ Name }) => Name);
  expect([await listed(), await imported()]).toEqual([['Ada', 'Ben', 'By TikTok', 'Cleo'], []]);

  await person.remove('Ben');
  const body = { leads: [{ id: '101', Name: 'Ada', EmailAddress: 'ada@example.test' }] };
  expect((await api.request(saveCustomLeads, { token: person.token, body })).status).toBe(200);
  expect([await listed(), await imported()]).toEqual([['Ada', 'By TikTok', 'Cleo'], ['Ada']]);
  expect(counts(await person.run([...sheet, ['', 'Dan', 'dan@example.test', '']]))).toEqual(['done', 1, 0, 3, 1]);
  // TikTok sends the lead itself.
  await collect('101');
  expect(await listed()).toEqual(['By TikTok', 'By TikTok', 'Cleo', 'Dan']);
  expect(counts(await person.run(sheet))).toEqual(['done', 0, 0, 3, 1]);
  expect([await listed(), await imported()]).toEqual([['By TikTok', 'By TikTok', 'Cleo', 'Dan'], ['Ada']]);
});

test.each(types)(
  'a run of a %s sheet that changes leads can be undone, and the next run does not repeat it',
  async (type) => {
    const person = await newSheetPerson(type);
    const { token } = person;
    await person.run([header, ...rows.slice(0, 1)]);
    const won = ['101', 'Ada', 'ada@example.test', 'Won'];
    await person.run([header, won, ...rows.slice(1)]);
    await person.run([header, ...rows.slice(1), won]);
    const activities = async () => (await api.request(listActivity, { token })).body.data;
    const [last, first] = await activities();
    expect(await activities()).toHaveLength(2);
    expect(
      [last, first].map((each) => [each?.kind, each?.given, each?.leads, each?.updated, each?.authorName]),
    ).toEqual([
      ['import', sheetActivity, 1, 1, null],
      ['import', sheetActivity, 1, 0, null],
    ]);
    const undone = await api.request(undoActivity, { token, params: { id: last?.id ?? '' } });
    expect([undone.status, undone.body.data?.undone?.restored]).toEqual([200, 2]);
    expect(await person.records()).toEqual([ada]);
    const cleo = ['103', 'Cleo', 'cleo@example.test', 'New'];
    expect(counts(await person.run([header, won, ...rows.slice(1), cleo]))).toEqual(['done', 1, 0, 1, 1]);
    expect((await person.records()).map(({ Name, Status }) => [Name, Status])).toEqual([
      ['Ada', 'New'],
      ['Cleo', 'New'],
    ]);
  },
);

const columns = ['id', 'Name', 'Email', 'Status', 'Town'] as const;
type Column = (typeof columns)[number];
type Person = Record<Column, string>;
type Step =
  | { kind: 'cell'; who: number; column: 'Status' | 'Town'; value: string }
  | { kind: 'edit'; who: number; value: string }
  | { kind: 'column'; column: Column }
  | { kind: 'add' | 'sort' | 'prefix' | 'drop' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('cell' as const),
    who: fc.nat(9),
    column: fc.constantFrom('Status' as const, 'Town' as const),
    value: fc.constantFrom('', '#N/A', 'Won', 'Lost', 'Porto'),
  }),
  fc.record({ kind: fc.constant('edit' as const), who: fc.nat(9), value: fc.constantFrom('By hand', 'Call back') }),
  fc.record({ kind: fc.constant('column' as const), column: fc.constantFrom(...columns) }),
  fc.record({ kind: fc.constantFrom('add' as const, 'sort' as const, 'prefix' as const, 'drop' as const) }),
);

/** A sheet, the leads that it must have given, and which cells its runs have seen. */
const createModel = () => {
  const people: Person[] = [];
  const cells = new Map<Person, Person>();
  let shown: Column[] = [...columns];
  let isPrefixed = false;
  const known = new Map<Person, { lead: Record<string, string>; seen: Record<string, string>; isEdited: boolean }>();
  let number = 0;
  const add = (): void => {
    number += 1;
    const Email = `person${number}@example.test`;
    const person = { id: String(9_000_000 + number), Name: `Person ${number}`, Email, Status: 'New', Town: 'Lagos' };
    people.push(person);
    cells.set(person, { ...person });
  };
  add();
  add();
  return {
    change: (given: Step): void => {
      if (given.kind === 'add') add();
      else if (given.kind === 'sort') people.reverse();
      else if (given.kind === 'prefix') isPrefixed = !isPrefixed;
      else if (given.kind === 'drop' && people.length > 2) people.pop();
      else if (given.kind === 'cell') {
        const person = people[given.who % people.length];
        const row = person && cells.get(person);
        if (row) row[given.column] = given.value;
      } else if (given.kind === 'column') {
        const rest = shown.filter((column) => column !== given.column);
        const isRest = rest.length < shown.length;
        // A row needs an id or an address, and its name, by which this model finds the lead.
        if (isRest && given.column !== 'Name' && (rest.includes('id') || rest.includes('Email'))) shown = rest;
        else if (!isRest) shown = [given.column, ...shown];
      }
    },
    sheet: (): string[][] => [
      [...shown],
      ...people.map((person) =>
        shown.map((column) => {
          const text = cells.get(person)?.[column] ?? '';
          return column === 'id' && isPrefixed ? `l:${text}` : text;
        }),
      ),
    ],
    /** The person whose status a hand edits, if the lead exists. */
    edit: (who: number, value: string): string | null => {
      const person = people[who % people.length];
      const lead = person && known.get(person);
      if (!person || !lead || lead.lead['Status'] === value) return null;
      lead.lead['Status'] = value;
      lead.isEdited = true;
      return person.Name;
    },
    /** Applies the rules to the model. @returns the counts of the run */
    run: (): number[] => {
      let added = 0;
      let changed = 0;
      for (const person of people) {
        const entry = known.get(person) ?? { lead: {}, seen: {}, isEdited: false };
        let hasChanged = false;
        for (const column of shown) {
          const text = cells.get(person)?.[column] ?? '';
          if (text === '' || text === '#N/A' || entry.seen[column] === text) continue;
          entry.seen[column] = text;
          if (entry.lead[column] === text || (column === 'Status' && entry.isEdited)) continue;
          entry.lead[column] = text;
          hasChanged = true;
        }
        if (!known.has(person)) added += 1;
        else if (hasChanged) changed += 1;
        known.set(person, entry);
      }
      return [added, changed, people.length - added - changed];
    },
    leads: () => [...known.values()].map(({ lead }) => lead),
  };
};

test('any sequence of sheets and edits keeps the rules', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...types), fc.array(step, { minLength: 4, maxLength: 9 }), async (type, steps) => {
      const person = await newSheetPerson(type);
      const model = createModel();
      const check = async (): Promise<void> => {
        const run = await person.run(model.sheet());
        const [added, changed, unchanged] = model.run();
        expect(counts(run)).toEqual(['done', added, changed, unchanged, 0]);
        const found = (await person.records()).map(({ EmailAddress, ...record }) =>
          EmailAddress === undefined ? record : { ...record, Email: EmailAddress },
        );
        const byName = (list: Record<string, unknown>[]) =>
          list.toSorted((a, b) => (String(a['Name']) < String(b['Name']) ? -1 : 1));
        expect(byName(found)).toEqual(byName(model.leads()));
      };
      await check();
      for (const each of steps) {
        if (each.kind === 'edit') {
          const name = model.edit(each.who, each.value);
          if (name !== null) await person.edit(name, { Status: each.value });
        } else {
          model.change(each);
          await check();
        }
      }
    }),
    { numRuns: 8 },
  );
});
