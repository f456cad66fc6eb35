import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSheetAddress } from './readSheetAddress.ts';
import { hostileAddresses } from '../testing/hostileAddresses.ts';

const docs = 'https://docs.google.com';
const id = '1Demo_AbC-123456789012345678901234567890abcd';

test.each([
  [`${docs}/spreadsheets/d/${id}/edit#gid=7`, id, false, '7'],
  [`${docs}/spreadsheets/d/${id}/edit?gid=7#gid=8`, id, false, '8'],
  [`${docs}/spreadsheets/d/${id}/edit?gid=7#range=A1`, id, false, '7'],
  [`${docs}/spreadsheets/d/${id}/edit?usp=sharing`, id, false, null],
  [`${docs}/spreadsheets/d/${id}/edit#gid=`, id, false, null],
  [`${docs}/spreadsheets/d/${id}`, id, false, null],
  [`HTTPS://Docs.Google.com:443/spreadsheets/d/${id}/view`, id, false, null],
  [`${docs}/spreadsheets/u/0/d/${id}/edit`, id, false, null],
  [`${docs}/a/example.test/spreadsheets/d/${id}/edit`, id, false, null],
  [`${docs}/spreadsheets/d/${id}/gviz/tq?tqx=out:csv&sheet=Leads`, id, false, null],
  [`${docs}/spreadsheets/d/e/2PACX-1vDemo_${id}/pub?gid=7&single=true&output=csv`, `2PACX-1vDemo_${id}`, true, '7'],
  [`${docs}/spreadsheets/d/e/2PACX-1vDemo_${id}/pubhtml`, `2PACX-1vDemo_${id}`, true, null],
])('%s', (text, documentId, isPublished, gid) => {
  expect(readSheetAddress(text, docs)).toEqual({ documentId, isPublished, gid });
});

test('hostile URLs are not accepted as sheets', () => {
  for (const text of hostileAddresses(4444)) expect([text, readSheetAddress(text, docs)]).toEqual([text, null]);
});

test('only harmless characters of an accepted URL are kept', () => {
  const part = fc.constantFrom(
    'http://',
    'https://',
    '//',
    '\\',
    '@',
    ':',
    '/',
    '%2F',
    '..',
    '#',
    '?',
    'gid=',
    '7',
    '\t',
    'd/',
    'e/',
    'spreadsheets/',
    'u/0/',
    'a/b/',
    id,
    'docs.google.com',
    'evil.test',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, isPrefixed) => {
      const text = (isPrefixed ? `${docs}/spreadsheets/d/` : '') + parts.join('');
      const address = readSheetAddress(text, docs);
      if (!address) return;
      expect(new URL(text).host).toBe('docs.google.com');
      expect(address.documentId).toMatch(/^[\w-]{20,200}$/);
      expect(address.gid ?? '0').toMatch(/^\d+$/);
    }),
    { numRuns: 2_000 },
  );
});
