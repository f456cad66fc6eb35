import { expect, test } from 'vitest';
import { cellsOf, mergeRow } from './mergeRow.ts';
import type { KnownContent, RowContent } from './mergeRow.ts';

const row = (record: RowContent['record'], answers: Record<string, string> = {}): RowContent => ({
  record,
  answers: Object.entries(answers).map(([name, value]) => ({ name, values: [value] })),
  isTest: false,
});
const known = (content: RowContent, part: Partial<KnownContent> = {}): KnownContent => ({
  ...content,
  edited: [],
  seen: null,
  ...part,
});
const ada = row({ id: '1', Name: 'Ada', Status: 'New' }, { Town: 'Porto' });

test('a missing column and an empty cell change nothing', () => {
  const merged = mergeRow(known(ada), row({ Name: 'Ada' }));
  expect(merged).toMatchObject({ ...ada, hasChanged: false, conflicts: [] });
});

test('a cell with an error, or an id that identifies nobody, replaces no value', () => {
  const damaged = row({ id: '9E+15', Name: '#REF!', Status: 'Loading...' });
  expect(mergeRow(known(ada), damaged)).toMatchObject({ ...ada, hasChanged: false });
  expect(mergeRow(known(row({})), damaged).record).toEqual(damaged.record);
});

test('applies only the cells that changed since the last run of the sheet', () => {
  const lead = known({ ...ada, record: { ...ada.record, Name: 'Ada, corrected elsewhere' } }, { seen: cellsOf(ada) });
  const merged = mergeRow(lead, row({ id: '1', Name: 'Ada', Status: 'Won' }, { Town: 'Lisbon' }));
  expect(merged).toMatchObject({ hasChanged: true, record: { Name: 'Ada, corrected elsewhere', Status: 'Won' } });
  expect(merged.answers).toEqual([{ name: 'Town', values: ['Lisbon'] }]);
});

test('a column that is gone and comes back has not changed', () => {
  const { seen } = mergeRow(known(ada, { seen: cellsOf(ada) }), row({ id: '1', Name: 'Ada' }));
  const edited = known({ ...ada, record: { ...ada.record, Status: 'Won' } }, { seen });
  expect(mergeRow(edited, ada)).toMatchObject({ hasChanged: false, record: { Status: 'Won' } });
});

test('never overwrites a column that a person has edited, and names the conflict', () => {
  const lead = known(
    { ...ada, record: { ...ada.record, Name: 'Ada by hand' } },
    { edited: ['Name'], seen: cellsOf(ada) },
  );
  const merged = mergeRow(lead, row({ id: '1', Name: 'Ada in the sheet', Status: 'Won' }));
  expect(merged).toMatchObject({ conflicts: ['Name'], record: { Name: 'Ada by hand', Status: 'Won' } });
  expect(mergeRow({ ...lead, ...merged }, row({ Name: 'Ada in the sheet' })).conflicts).toEqual([]);
});

test('a time in another notation and an id with a prefix are the same value', () => {
  const lead = row({ id: '123', created_time: '2026-11-02T09:15:00.000Z' });
  const other = row({ id: 'l:123', created_time: '2026-11-02T10:15:00+01:00' });
  expect(mergeRow(known(lead), other)).toMatchObject({ ...lead, hasChanged: false });
});
