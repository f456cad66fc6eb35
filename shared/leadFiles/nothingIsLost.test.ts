import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPlaceholder } from './cells/cellText.ts';
import { readFlag } from './cells/readFlag.ts';
import { readId } from './cells/readId.ts';
import { headerNames } from './headers/headerNames.ts';
import type { LeadReading } from './LeadReading.ts';
import { readLeadRows } from './readLeadFile.ts';

const knownHeader = fc.constantFrom(
  ...headerNames.flatMap((names) => Object.values(names)).flatMap((list) => list.split(' | ')),
);
const header = fc.oneof(
  knownHeader,
  fc.constantFrom('', 'City', 'Budget?', 'Notes', 'Owner email', 'Date of birth', 'Fax'),
);
const cell = fc.oneof(
  fc.constantFrom(
    '',
    '',
    'Ada Example',
    'yes',
    'true',
    'WAHR',
    'Riverton',
    'new',
    '05/06/2026',
    '2026-01-02',
    '14.10.2026 10:00',
  ),
  fc.constantFrom(
    'ada@example.test',
    'on request',
    '+447400123401',
    '0171 3920001',
    '4.4713E+11',
    '12',
    '450000',
    '46309',
    'DE',
    'l:17',
  ),
  fc.nat(99_999_999).map(String),
  fc.nat(999).map((number) => `lead${number}@example.test`),
);

/** Texts that a reading contains, with the prefixes and notations that it removes. */
const textsOf = ({ leads, leftOut, columns }: LeadReading): Set<string> =>
  new Set([
    ...columns.map((column) => column.header),
    ...leftOut.flatMap(({ cells }) => cells),
    ...leads.flatMap(({ answers, ...fields }) => [...Object.values(answers), ...Object.values(fields).map(String)]),
  ]);

it('keeps every filled cell as a field, an answer or a row that was left out', () => {
  const table = fc
    .integer({ min: 1, max: 8 })
    .chain((width) =>
      fc.tuple(
        fc.array(header, { minLength: width, maxLength: width }),
        fc.array(fc.array(cell, { minLength: width, maxLength: width + 1 }), { minLength: 1, maxLength: 8 }),
      ),
    );
  fc.assert(
    fc.property(table, ([titles, rows]) => {
      const reading = readLeadRows(
        [titles, ...rows].map((cells) => [...cells]),
        { country: 'GB' },
      );
      const kept = textsOf(reading);
      const hasFlags = reading.columns.some(({ becomes }) => becomes === 'isTest' || becomes === 'isOrganic');
      const times = new Set(reading.leads.map(({ createdTime }) => createdTime));
      // Lines above the header are no leads, and a remark says so.
      const headerLine = reading.headerLine ?? 1;
      const isFilledAbove = [titles, ...rows]
        .slice(0, headerLine - 1)
        .some((cells) => cells.some((text) => text !== ''));
      expect(reading.remarks.some(({ code }) => code === 'linesAbove')).toBe(isFilledAbove);
      const below = rows.slice(headerLine - 1);
      const lost = below.flat().filter((text) => {
        if (text === '' || kept.has(text) || kept.has(text.replace('l:', '')) || isPlaceholder(text)) return false;
        // Read as a time, a flag, or an id that identifies nobody.
        if (times.size > 1 || !times.has(null)) if (/\d[./-]\d|^\d{5}$|^\d{8}$|^\d{10}$/.test(text)) return false;
        return !(hasFlags && readFlag(text) !== null) && readId(text) !== null;
      });
      expect(lost).toEqual([]);
    }),
    { numRuns: 1500 },
  );
});
