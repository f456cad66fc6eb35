import { expect, test } from 'vitest';
import { customLeadColumns, customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadKey } from '#shared/customLeadColumns.ts';
import { prepareSheet } from './prepareSheet.ts';

const prepareOwn = async (given: Partial<Record<CustomLeadKey, string>>) => {
  const rows = [customLeadColumns.map(({ header }) => header as string), customLeadKeys.map((key) => given[key] ?? '')];
  const { accepted } = await prepareSheet(rows, { documentId: 'document', gid: null, type: 'meta' }, 'DE');
  return accepted.map(({ values }) => values);
};

test('a sheet with the specified header keeps its texts', async () => {
  const given = Object.fromEntries(customLeadKeys.map((key) => [key, `text of ${key}`])) as Record<
    CustomLeadKey,
    string
  >;
  const row = {
    ...given,
    Number: 'p:+491713920001',
    ad_id: 'ag:12',
    EmailAddress: 'ada@example.test',
    id: 'l:4711',
    created_time: '2026-10-14T08:05:00+0200',
    is_organic: 'FALSE',
    country: 'Deutschland',
  };
  expect(await prepareOwn(row)).toEqual([row]);
});

test.each([
  ['a day number', '46309', '2026-10-14T00:00:00.000Z'],
  ['a day first', '14.10.2026 08:05', '2026-10-14T08:05:00.000Z'],
])('%s becomes ISO in a sheet with the specified header', async (_name, created_time, iso) => {
  const [values] = await prepareOwn({ EmailAddress: 'ada@example.test', created_time, is_organic: '#REF!' });
  expect(values).toMatchObject({ created_time: iso, is_organic: '' });
});
