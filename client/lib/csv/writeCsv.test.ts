import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { cleanCell } from '#shared/leadFiles/cells/cellText.ts';
import { formulas } from '../../../security/testing/payloads.ts';
import { readLiteralCsv } from './readLiteralCsv.ts';
import { writeCsv } from './writeCsv.ts';

/** The first character that counts for a spreadsheet program, after blanks and control characters. */
const firstSign = (cell: string): string => cell.replace(/^[\s\p{Cc}]+/u, '').slice(0, 1);

const cellsOf = (csv: string): string[][] => Papa.parse<string[]>(csv, { delimiter: ',' }).data;

it('writes no cell that a spreadsheet program would run as a formula', () => {
  const signs = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    ' ',
    '\t',
    '\r',
    '\n',
    '\0',
    '\u00a0',
    "'",
    'a',
  );
  const text = fc.oneof(fc.constantFrom(...formulas), fc.string({ unit: signs }));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (cells) => {
      for (const cell of cellsOf(writeCsv([['title'], cells]))
        .slice(1)
        .flat())
        expect('=+-@＝＋－＠'.split('')).not.toContain(firstSign(cell));
    }),
  );
});

it('quotes a cell only when readers need the quotes, and leaves numbers unchanged', () => {
  const csv = writeCsv([
    ['Name', 'Spend'],
    ['=Winter, "sale"', -1.5],
    ['Brand\n=1+1', null],
    ['\n=1+1', 0],
    ['10-12', 3],
  ]);
  expect(csv).toBe(`Name,Spend\r\n"'=Winter, ""sale""",-1.5\r\n"Brand\n=1+1",\r\n"'\n=1+1",0\r\n10-12,3`);
});

it('writes text that the import reads back unchanged', () => {
  const trimmed = formulas.map((formula) => formula.trim()).filter((formula) => formula !== '');
  const values = [...trimmed, ...trimmed.map((formula) => `'${formula}`), "'s-Hertogenbosch", "''", 'plain'];
  const csv = writeCsv([['a'], ...values.map((value) => [value])]);
  const options = { columns: 1, maxRows: 1000 };
  const read = cellsOf(csv).slice(1).flat();
  expect(read.map(cleanCell)).toEqual(values);
  const simple = values.filter((value) => !/[",\r\n]/.test(value));
  expect(readLiteralCsv(writeCsv([['a'], ...simple.map((value) => [value])]), options).rows.flat()).toEqual(simple);
});
