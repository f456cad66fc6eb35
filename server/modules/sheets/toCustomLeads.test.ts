import { expect, test } from 'vitest';
import { customLeadColumns, customLeadKeys } from '#shared/customLeadColumns.ts';
import { readHeader, toCustomLeads } from './toCustomLeads.ts';

const headers = customLeadColumns.map(({ header }) => header);

test('a header is recognized by its export title, table title or key, in any spelling', () => {
  expect(readHeader(headers)).toEqual(customLeadKeys);
  expect(readHeader(customLeadColumns.map(({ title }) => title))).toEqual(customLeadKeys);
  expect(readHeader(customLeadKeys.map((key) => ` ${key.toUpperCase()} `))).toEqual(customLeadKeys);
  expect(readHeader(headers.toReversed())).toEqual(customLeadKeys.toReversed());
});

test('an unknown header is read by position in our column order, and ignored in any other order', () => {
  const question = headers.map((header, index) => (index === 18 ? 'May we call you?' : header));
  expect(readHeader(question)).toEqual(customLeadKeys);
  expect(readHeader(['a', 'b'])).toEqual(customLeadKeys);
  expect(readHeader([])).toEqual(customLeadKeys);
  expect(readHeader(['Name', 'Phone', 'e-mail']).slice(0, 3)).toEqual(['Name', null, 'EmailAddress']);
  expect(readHeader(['id', 'name', 'ID']).slice(0, 3)).toEqual(['id', 'Name', null]);
});

test('rows keep their sheet number, and empty rows and a 23rd column are ignored', () => {
  const cells = (name: string) => customLeadKeys.map((key) => (key === 'Name' ? name : ''));
  const leads = [
    ...toCustomLeads([[...headers, 'Name'], [...cells('Ada'), 'x'], [], ['', ' '], cells(' Ben ').slice(0, 2)]),
  ];
  expect(leads.map(({ row, values }) => [row, values.Name])).toEqual([
    [2, 'Ada'],
    [5, ' Ben '],
  ]);
  expect(Object.keys(leads[0]?.values ?? {})).toEqual(customLeadKeys);
  expect([...toCustomLeads([headers])]).toEqual([]);
  expect([...toCustomLeads([])]).toEqual([]);
});
