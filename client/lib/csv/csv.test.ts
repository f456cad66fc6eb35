import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { decodeCsv } from './decodeCsv.ts';
import { readLiteralCsv } from './readLiteralCsv.ts';
import { readQuotedCsv } from './readQuotedCsv.ts';

const options = { columns: 3, maxRows: 100 };
const bytesOf = (...bytes: number[]): ArrayBuffer => new Uint8Array(bytes).buffer;
const encode = (text: string): ArrayBuffer => new Uint8Array(new TextEncoder().encode(text)).buffer;

describe('both readers', () => {
  it.each([
    ['literal', readLiteralCsv],
    ['quoted', readQuotedCsv],
  ])(
    '%s: drops the header, trims, skips blank lines, and pads or truncates rows to the columns [S5.CSV.1] [S5.CSV.2] [S5.CSV.4] [S5.CSV.5] [S5.CSV.6]',
    (_name, read) => {
      const text = 'a,b,c\r\n 1 ,\t2,3\r\n\r\n , ,\r\n4,,\r\n5\r\n6,7,8,9,10';
      expect(read(text, options)).toEqual({
        rows: [
          ['1', '2', '3'],
          ['4', '', ''],
          ['5', '', ''],
          ['6', '7', '8'],
        ],
        widestLine: 5,
      });
      for (const nothing of ['', '\n\n', 'a,b,c', 'a,b,c\n', 'a,b,c\n\n , \n'])
        expect(read(nothing, options).rows).toEqual([]);
      expect(read('a\n1\n2\n3\n4', { columns: 1, maxRows: 2 }).rows).toEqual([['1'], ['2']]);
      expect(read('a,b\r1,2\r3,4', { columns: 2, maxRows: 9 }).rows).toEqual([
        ['1', '2'],
        ['3', '4'],
      ]);
    },
  );

  it('agree on all text without quotes', () => {
    const value = fc.stringMatching(/^[a-z0-9 äß@.]{0,6}$/);
    const line = fc.array(value, { minLength: 1, maxLength: 5 }).map((values) => values.join(','));
    const text = fc.tuple(fc.array(line, { minLength: 1 }), fc.constantFrom('\n', '\r\n'));
    fc.assert(
      fc.property(text, ([lines, lineBreak]) => {
        const csv = lines.join(lineBreak);
        expect(readQuotedCsv(csv, options).rows).toEqual(readLiteralCsv(csv, options).rows);
      }),
    );
  });

  it('report increasing progress', () => {
    const text = `a,b,c\n${'1,2,3\n'.repeat(20_000)}`;
    for (const read of [readLiteralCsv, readQuotedCsv]) {
      const shares: number[] = [];
      expect(read(text, { columns: 3, maxRows: 50_000, onProgress: (share) => shares.push(share) }).rows).toHaveLength(
        20_000,
      );
      expect(shares.length).toBeGreaterThan(3);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    }
  });
});

describe('quotes', () => {
  const text = 'a,b,c\n1,"Example, Grace",2\n"3 ""x""","two\nlines",4';

  it('have no meaning for the literal reader [S5.CSV.3]', () => {
    expect(readLiteralCsv(text, options).rows).toEqual([
      ['1', '"Example', 'Grace"'],
      ['"3 ""x"""', '"two', ''],
      ['lines"', '4', ''],
    ]);
  });

  it('delimit a value for the quoted reader', () => {
    expect(readQuotedCsv(text, options).rows).toEqual([
      ['1', 'Example, Grace', '2'],
      ['3 "x"', 'two\nlines', '4'],
    ]);
  });
});

describe('the quoted reader', () => {
  it('agrees with a well-known reader on all valid CSV', () => {
    const value = fc.string({ unit: fc.constantFrom('a', 'ß', ' ', ',', '"', '\n', '\r', '1'), maxLength: 6 });
    const lines = fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n'), fc.boolean(), (written, newline, quotes) => {
        const csv = Papa.unparse(written, { newline, quotes });
        const known = Papa.parse<string[]>(csv, { delimiter: ',', newline }).data;
        const filled = known
          .filter((values) => values.length > 1 || values[0]?.trim() !== '')
          .slice(1)
          .map((values) => values.map((each) => each.trim()))
          .filter((values) => values.some((each) => each !== ''));
        expect(readQuotedCsv(csv, options).rows).toEqual(filled);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps a quote inside a value', () => {
    const csv = 'a,b,c\n"say "hi" now",5" disk,"open, to the\nend';
    expect(readQuotedCsv(csv, options)).toEqual({
      rows: [['say "hi" now', '5" disk', 'open, to the\nend']],
      widestLine: 3,
    });
  });
});

describe('the bytes of a file', () => {
  it('are UTF-8, with or without a byte-order mark', () => {
    expect(decodeCsv(encode('Größe,b'))).toBe('Größe,b');
    expect(decodeCsv(encode('\uFEFFGröße,b'))).toBe('Größe,b');
  });

  it('are in a Windows code page if they are not valid UTF-8', () => {
    expect(decodeCsv(bytesOf(0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x80))).toBe('Größe €');
  });

  it('may be UTF-16 from Excel, in either byte order', () => {
    const text = 'Größe,b';
    const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
    expect(decodeCsv(bytesOf(0xff, 0xfe, ...units.flatMap((unit) => [unit & 0xff, unit >> 8])))).toBe(text);
    expect(decodeCsv(bytesOf(0xfe, 0xff, ...units.flatMap((unit) => [unit >> 8, unit & 0xff])))).toBe(text);
  });

  it('are not read as text in a binary file', () => {
    expect(decodeCsv(bytesOf(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00))).toBeNull();
    expect(decodeCsv(bytesOf(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00))).toBeNull();
    expect(decodeCsv(bytesOf(0x25, 0x50, 0x44, 0x46, 0xe2, 0xe3, 0x07))).toBeNull();
  });
});
