import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { parseCsv } from './parseCsv.ts';

test('slices do not change the result: in quoted lines, in cells longer than a slice, within a character', async () => {
  const rows = [
    ['Name', 'Note'],
    ['one line', 'x'.repeat(700_000)],
    ['many lines', 'line, "told"\r\n'.repeat(60_000)],
    ['pairs', `x${'😀'.repeat(300_000)}`],
    ...Array.from({ length: 20_000 }, (_, number) =>
      number % 10 === 0 ? [`Person ${number}`, 'a "quoted", cell\r\nof two lines'] : [`Person ${number}`, 'ä😀'],
    ),
  ];
  for (const newline of ['\r\n', '\n'])
    for (const end of ['', newline])
      expect(await parseCsv(`\uFEFF${Papa.unparse(rows, { newline })}${end}`)).toEqual(rows);
});

test('removes characters that a database cannot store', async () => {
  expect(await parseCsv('Na\u0000me,Note\r\n"a\u0000, b",\uD83D\r\n')).toEqual([
    ['Name', 'Note'],
    ['a, b', '\uFFFD'],
  ]);
});
