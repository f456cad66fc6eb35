import { expect, it } from 'vitest';
import { readLiteralCsv } from './readLiteralCsv.ts';

const options = { columns: 3, maxRows: 100 };

it('drops the header, trims, skips blank lines, and pads or truncates rows to the columns [S5.CSV.1] [S5.CSV.2] [S5.CSV.4] [S5.CSV.5] [S5.CSV.6]', () => {
  const text = 'a,b,c\r\n 1 ,\t2,3\r\n\r\n , ,\r\n4,,\r\n5\r\n6,7,8,9,10';
  expect(readLiteralCsv(text, options)).toEqual({
    rows: [
      ['1', '2', '3'],
      ['4', '', ''],
      ['5', '', ''],
      ['6', '7', '8'],
    ],
    widestLine: 5,
  });
  for (const nothing of ['', '\n\n', 'a,b,c', 'a,b,c\n', 'a,b,c\n\n , \n'])
    expect(readLiteralCsv(nothing, options).rows).toEqual([]);
  expect(readLiteralCsv('a\n1\n2\n3\n4', { columns: 1, maxRows: 2 }).rows).toEqual([['1'], ['2']]);
  expect(readLiteralCsv('a,b\r1,2\r3,4', { columns: 2, maxRows: 9 }).rows).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
});

it('reports increasing progress', () => {
  const text = `a,b,c\n${'1,2,3\n'.repeat(20_000)}`;
  const shares: number[] = [];
  const { rows } = readLiteralCsv(text, { columns: 3, maxRows: 50_000, onProgress: (share) => shares.push(share) });
  expect(rows).toHaveLength(20_000);
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
});

it('keeps quotes as they stand [S5.CSV.3]', () => {
  const text = 'a,b,c\n1,"Example, Grace",2\n"3 ""x""","two\nlines",4';
  expect(readLiteralCsv(text, options).rows).toEqual([
    ['1', '"Example', 'Grace"'],
    ['"3 ""x"""', '"two', ''],
    ['lines"', '4', ''],
  ]);
});
