import { expect, it } from 'vitest';
import type { LeadReading } from './LeadReading.ts';
import type { ColumnChoices } from './plan/planColumns.ts';
import { readLeadFile, readLeadRows } from './readLeadFile.ts';
import { TooManyLines } from './readLeadTable.ts';
import { fileOf } from './testing/writeFile.ts';

const lines = ['Kontakt;E-Mail;Zweitmail;Ort', 'Ada Example;ada@example.test;second@example.test;Berlin'];
const read = (choices: ColumnChoices): LeadReading =>
  readLeadFile(fileOf(...lines), { country: 'DE', choicesOf: () => choices });
const becomes = ({ columns }: LeadReading) =>
  Object.fromEntries(columns.map((column) => [column.header, column.becomes]));

it('reads a column as the chosen field, and the column that was the field as an answer', () => {
  const reading = read({ Zweitmail: 'email' });
  expect(becomes(reading)).toEqual({ Kontakt: 'name', 'E-Mail': 'answer', Zweitmail: 'email', Ort: 'answer' });
  expect(reading.leads[0]).toMatchObject({
    email: 'second@example.test',
    answers: { 'E-Mail': 'ada@example.test', Ort: 'Berlin' },
  });
});

it('keeps a field as an answer, or leaves a column out', () => {
  const { leads } = read({ Kontakt: 'answer', Ort: 'nothing' });
  expect(leads[0]).toMatchObject({ name: null, email: 'ada@example.test', answers: { Kontakt: 'Ada Example' } });
  expect(leads[0]?.answers).not.toHaveProperty('Ort');
});

it('keeps the value of a second column with the same chosen field', () => {
  const [lead] = read({ Ort: 'status', Kontakt: 'status' }).leads;
  expect(lead).toMatchObject({ status: 'Ada Example', answers: { Ort: 'Berlin' } });
});

it('names columns without a header by their place', () => {
  const seen: string[][] = [];
  const { leads } = readLeadRows([['Ada Example', 'ada@example.test', 'Berlin']], {
    country: null,
    choicesOf: (columns) => {
      seen.push([...columns]);
      return { 'Column 3': 'country' };
    },
  });
  expect(seen).toEqual([['Column 1', 'Column 2', 'Column 3']]);
  expect(leads[0]).toMatchObject({ name: 'Ada Example', country: 'Berlin' });
});

it('applies choices to lines of 22 values without a header', () => {
  const row = Array.from({ length: 22 }, (_, index) => (index === 2 ? 'ada@example.test' : `value ${index}`));
  const [lead] = readLeadRows([row], { country: null, choicesOf: () => ({ Project: 'country' }) }).leads;
  expect(lead).toMatchObject({ email: 'ada@example.test', country: 'value 5', answers: { country: 'value 19' } });
});

it('ignores choices for headers that the file does not have', () => {
  expect(read({ Other: 'email', 'Other ort': 'nothing' })).toEqual(read({}));
});

it('refuses a file with too many lines before it splits them', () => {
  expect(() => readLeadFile(fileOf(...lines), { country: null, mostLines: 1 })).toThrow(TooManyLines);
  expect(readLeadFile(fileOf(...lines), { country: null, mostLines: 2 }).leads).toHaveLength(1);
});
