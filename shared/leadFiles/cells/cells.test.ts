import { describe, expect, it } from 'vitest';
import { cleanCell, isErrorCell, isPlaceholder } from './cellText.ts';
import { readCountry } from './readCountry.ts';
import { readEmail } from './readEmail.ts';
import { readFlag } from './readFlag.ts';
import { readId } from './readId.ts';
import { phoneToE164 } from './readPhone.ts';
import { collectDateOrder, readDayNumber, readTime } from './readTime.ts';

describe('a cell', () => {
  it.each([
    ['  Ada\t', 'Ada'],
    ['\u200bAda\ufeff', 'Ada'],
    ['\u00a0Ada\u200f', 'Ada'],
    ['="00171"', '00171'],
    ['="say ""hi"""', 'say "hi"'],
    ["'=1+1", '=1+1'],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ['family 👩‍👩‍👧', 'family 👩‍👩‍👧'],
    ['a\nb', 'a\nb'],
    ['', ''],
  ])('reads %j as %j', (cell, text) => {
    expect(cleanCell(cell)).toBe(text);
  });

  it('recognizes errors of spreadsheet programs, and no other texts with the same signs', () => {
    const errors = [
      '#N/A',
      '#REF!',
      '#DIV/0!',
      '#NAME?',
      '#BEZUG!',
      '#¡REF!',
      '#NV',
      '#####',
      'Loading...',
      'loading…',
    ];
    expect(errors.filter((text) => !isErrorCell(text))).toEqual([]);
    expect(['#1', '#summer', 'Wait...', '#', 'N/A', ''].filter(isErrorCell)).toEqual([]);
  });

  it('recognizes texts in place of a missing value', () => {
    const placeholders = ['n/a', 'N/A', '-', '--', '(empty)', '?', 'null', 'keine', '…'];
    expect(placeholders.filter((text) => !isPlaceholder(text))).toEqual([]);
    expect(['0', 'Na Li', 'Ada', '7', 'none of these'].filter(isPlaceholder)).toEqual([]);
  });
});

describe('an id', () => {
  it.each([
    ['l:9000000000000101', '9000000000000101'],
    ['ag:1202', '1202'],
    ['f:x1', 'f:x1'],
    ["'7559000000000000001", '7559000000000000001'],
    ['000123', '000123'],
    ['123.0', '123'],
    ['00Q5g00000Abc', '00Q5g00000Abc'],
    ['1e5f', '1e5f'],
  ])('reads %j as %j', (text, id) => {
    expect(readId(text)).toBe(id);
  });

  it.each([
    'N/A',
    '-',
    '0',
    '0.0',
    'null',
    'none',
    'unknown',
    '#REF!',
    'Loading...',
    '2E+15',
    '2,00001E+15',
    '7.559E+18',
    '?',
  ])('identifies nothing as %j', (text) => {
    expect(readId(text)).toBeNull();
  });
});

describe('an e-mail address', () => {
  it.each([
    ['Ada@Example.test', 'Ada@Example.test'],
    ['mailto:ada@example.test', 'ada@example.test'],
    ['Ada Example <ada@example.test>', 'ada@example.test'],
    ['"ada@example.test"', 'ada@example.test'],
    ['ada@example.test.', 'ada@example.test'],
    ['ada@example.test;', 'ada@example.test'],
    ['ada@example.test, alan@example.test', 'ada@example.test'],
    ['ada@example.test / alan@example.test', 'ada@example.test'],
    ['\u200bada\u00ad@example.test', 'ada@example.test'],
    ["o'brien@example.test", "o'brien@example.test"],
    ['jörg@bücher.example', 'jörg@bücher.example'],
    ['ada＠example.test', 'ada@example.test'],
  ])('reads %j as %j', (text, address) => {
    expect(readEmail(text)).toBe(address);
  });

  it.each(['', 'none', '@example.test', 'ada@', 'ada at example.test'])('finds none in %j', (text) => {
    expect(readEmail(text)).toBeNull();
  });
});

describe('a phone number', () => {
  it.each([
    ['+49 171 3920001', null, '+491713920001'],
    ['0049 171 3920001', null, '+491713920001'],
    ['+49 (0) 171 3920001', null, '+491713920001'],
    ['+34 (0) 612 345 601', null, '+34612345601'],
    ['tel:+447400123401', null, '+447400123401'],
    ['0171 3920001', 'DE', '+491713920001'],
    ['0171/39 20-001', 'AT', '+431713920001'],
    ['171 3920001', 'DE', '+491713920001'],
    ['491713920001', 'DE', '+491713920001'],
    ['447400123401', 'DE', '+447400123401'],
    ['(201) 555-0123', 'US', '+12015550123'],
    ['12015550123', 'US', '+12015550123'],
    ['2015550123', 'US', '+12015550123'],
    ['131 2345 6713', 'CN', '+8613123456713'],
    ['(11) 96123-4501', 'BR', '+5511961234501'],
    ['312 345 6701', 'IT', '+393123456701'],
    ['612 345 601', 'ES', '+34612345601'],
    ['420601123400', 'CZ', '+420601123400'],
    ['٠١٧١٣٩٢٠٠٠١', 'DE', '+491713920001'],
    ['0171 3920001 / 0171 3920002', 'DE', '+491713920001'],
    ['0171-3920003 (mobil)', 'DE', '+491713920003'],
  ] as const)('normalizes %j of %s to %s', (text, country, number) => {
    expect(phoneToE164(text, country)).toBe(number);
  });

  it.each([
    ['0171 3920001', null],
    ['491713920001', null],
    ['4.9171E+11', 'DE'],
    ['12345', 'DE'],
    ['0000000000', 'DE'],
    ['call me', 'DE'],
    ['', 'DE'],
    ['1'.repeat(1000), 'DE'],
  ] as const)('finds no number in %j of %s', (text, country) => {
    expect(phoneToE164(text, country)).toBeNull();
  });
});

it.each([
  ['DE', 'DE'],
  [' de ', 'DE'],
  ['DEU', 'DE'],
  ['UK', 'GB'],
  ['U.S.A.', 'US'],
  ['United States of America', 'US'],
  ['Österreich', 'AT'],
  ['osterreich', 'AT'],
  ['The Netherlands', 'NL'],
  ['Nederland', 'NL'],
  ['Česko', 'CZ'],
  ['Czech Republic', 'CZ'],
  ['Россия', 'RU'],
  ['日本', 'JP'],
  ['대한민국', 'KR'],
  ['भारत', 'IN'],
  ['Türkiye', 'TR'],
  ['Viet Nam', 'VN'],
  ['U.A.E.', 'AE'],
  ['Germany (DE)', 'DE'],
  ['FR - France', 'FR'],
  ['🇵🇱', 'PL'],
  ['Atlantis', null],
  ['', null],
  [null, null],
])('reads the country %j as %s', (text, country) => {
  expect(readCountry(text)).toBe(country);
});

it('reads a yes or no of a program in any language', () => {
  expect(['TRUE', 'yes', '1', 'WAHR', 'oui'].map(readFlag)).toEqual([true, true, true, true, true]);
  expect(['false', 'No', '0', 'FALSCH', 'нет'].map(readFlag)).toEqual([false, false, false, false, false]);
  expect(['perhaps', ''].map(readFlag)).toEqual([null, null]);
});

describe('a time', () => {
  const read = (text: string, order: Parameters<typeof readTime>[1] = null): string | null => {
    const at = readTime(text, order);
    return at === null ? null : new Date(at).toISOString().replace('.000Z', 'Z');
  };

  it.each([
    ['2026-10-14T11:35:13+05:30', '2026-10-14T06:05:13Z'],
    ['2026-10-14T06:05:13+0000', '2026-10-14T06:05:13Z'],
    ['2026-10-14 06:05:13(UTC+00:00)', '2026-10-14T06:05:13Z'],
    ['2026-10-14 06:05:13 UTC', '2026-10-14T06:05:13Z'],
    ['2026-10-14 06:05 PM', '2026-10-14T18:05:00Z'],
    ['2026-10-14', '2026-10-14T00:00:00Z'],
    ['1791957913', '2026-10-14T06:05:13Z'],
    ['1791957913000', '2026-10-14T06:05:13Z'],
    ['20261014T060513Z', '2026-10-14T06:05:13Z'],
    ['2026/10/14 06:05', '2026-10-14T06:05:00Z'],
    ['14.10.2026 06:05', '2026-10-14T06:05:00Z'],
    ['4.5.26', '2026-05-04T00:00:00Z'],
    ['14.10.2026 klo 6.05', '2026-10-14T06:05:00Z'],
    ['14 Oct 2026 06:05', '2026-10-14T06:05:00Z'],
    ['October 14, 2026 6:05 am', '2026-10-14T06:05:00Z'],
    ['14. Oktober 2026, 06:05 Uhr', '2026-10-14T06:05:00Z'],
    ['14 de octubre de 2026', '2026-10-14T00:00:00Z'],
    ['14 октября 2026 г. 06:05', '2026-10-14T06:05:00Z'],
    ['Wed, 14 Oct 2026 06:05:13 GMT', '2026-10-14T06:05:13Z'],
    ['Wed Oct 14 2026 08:05:13 GMT+0200 (CEST)', '2026-10-14T06:05:13Z'],
    ['2026年10月14日 06:05', '2026-10-14T06:05:00Z'],
    ['2026. 10. 14. 오후 6:05', '2026-10-14T18:05:00Z'],
  ])('reads %j as %s', (text, time) => {
    expect(read(text)).toBe(time);
  });

  it('is unknown in a column where day and month could be exchanged', () => {
    expect(['05/06/2026', '14/10/2026', '05-06-26'].map((text) => read(text))).toEqual([null, null, null]);
    expect(read('10/14/2026 6:05 PM', 'monthFirst')).toBe('2026-10-14T18:05:00Z');
    expect(read('10/14/2026', 'dayFirst')).toBeNull();
    expect(read('١٤/١٠/٢٠٢٦', 'dayFirst')).toBe('2026-10-14T00:00:00Z');
    expect(read('05/06/2026', 'dayFirst')).toBe('2026-06-05T00:00:00Z');
    expect(read('05/06/2026', 'monthFirst')).toBe('2026-05-06T00:00:00Z');
  });

  it.each(['', 'tomorrow', '350', '0171 1234567', '2026-13-45', '31.02.2026', 'May 2026', '2026-10-14 06:05 XYZ'])(
    'is not found in %j',
    (text) => {
      expect(read(text)).toBeNull();
    },
  );

  it('is found in the number of a day of a spreadsheet program', () => {
    expect(new Date(readDayNumber('46309.25359') ?? 0).toISOString().slice(0, 16)).toBe('2026-10-14T06:05');
    expect(readDayNumber('12345')).toBeNull();
    expect(readDayNumber('450000')).toBeNull();
  });

  it('takes the order of day and month from the column', () => {
    const orderOf = (...values: string[]) => {
      const collected = collectDateOrder();
      for (const value of values) collected.add(value);
      return collected.order();
    };
    expect(orderOf('05/06/2026', '13/06/2026')).toBe('dayFirst');
    expect(orderOf('05/06/2026', '06/13/2026')).toBe('monthFirst');
    expect(orderOf('05/06/2026', '07/08/2026')).toBeNull();
    expect(orderOf('13/06/2026', '06/13/2026')).toBeNull();
    expect(orderOf('2026-10-14', '14.10.2026')).toBeNull();
  });
});
