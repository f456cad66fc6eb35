import { expect, test } from 'vitest';
import { customLeadColumns } from '#shared/customLeadColumns.ts';
import { readLeadFile } from './readLeadFile.ts';
import { toImportedRow } from './toImportedRow.ts';

const read = (text: string) =>
  readLeadFile(new TextEncoder().encode(text), { country: 'DE' }).leads.map((lead) => toImportedRow(lead));

test('the specified file keeps its 22 texts in their columns', () => {
  const cells = customLeadColumns.map(({ key }, index) => (key === 'EmailAddress' ? 'ada@example.test' : `v${index}`));
  const [row, ...others] = read(`${customLeadColumns.map(({ header }) => header).join(',')}\n${cells.join(',')}\n`);
  expect(others).toEqual([]);
  expect(row?.answers).toEqual({});
  expect(Object.values(row?.values ?? {})).toEqual(cells);
});

test('columns with other names fill the columns of the product, and the rest are answers', () => {
  const [row] = read(
    'Vorname;Nachname;E-Mail;Telefon;Stadt;created_time\nAda;Beispiel;ada@example.test;0171 3920001;Köln;01.02.2026 10:00\n',
  );
  expect(row?.values).toMatchObject({
    Name: 'Ada Beispiel',
    EmailAddress: 'ada@example.test',
    Number: '0171 3920001',
    created_time: '2026-02-01T10:00:00.000Z',
    id: '',
  });
  expect(row?.answers).toEqual({ Stadt: 'Köln' });
});

test('columns named like those of an exported list or of the table are columns, too', () => {
  const [row] = read(
    'id,Name,EmailAddress,salesAdvisorContact,Unit_Type,starting price\n1,Ada,ada@example.test,yes,Villa,10\n',
  );
  expect(row?.values).toMatchObject({ salesAdvisorContact: 'yes', UnitType: 'Villa', StartingPrice: '10' });
  expect(row?.answers).toEqual({});
});

test('keeps parts of a name that the whole name does not contain', () => {
  const [row] = read('Full name;First name;Last name;Email\nA. Beispiel;Ada;Beispiel;ada@example.test\n');
  expect(row?.values.Name).toBe('A. Beispiel');
  expect(row?.answers).toEqual({ 'First name': 'Ada' });
});

test('marks a test lead', () => {
  expect(read('id,full_name,email\n1,<test lead: dummy data for full_name>,test@meta.com\n')[0]?.isTest).toBe(true);
});
