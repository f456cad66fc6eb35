import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSheetAddress, sheetUrl } from './readSheetAddress.ts';
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
  [`${docs}/a/example.test/spreadsheets/d/${id}/edit`, id, false, null],
  [`${docs}/spreadsheets/d/${id}/gviz/tq?tqx=out:csv&sheet=&gid=7`, id, false, '7'],
  [`${docs}/spreadsheets/d/${id}/gviz/tq?tqx=out:csv&sheet=Leads&gid=7`, id, false, '7'],
  [`${docs}/spreadsheets/d/e/2PACX-1vDemo_${id}/pub?gid=7&single=true&output=csv`, `2PACX-1vDemo_${id}`, true, '7'],
  [`${docs}/spreadsheets/d/e/2PACX-1vDemo_${id}/pubhtml`, `2PACX-1vDemo_${id}`, true, null],
  [`2PACX-1vDemo_${id}`, `2PACX-1vDemo_${id}`, true, null],
])('%s', (text, documentId, isPublished, gid) => {
  const address = { documentId, isPublished, gid };
  expect(readSheetAddress(text, docs)).toEqual(address);
  expect(readSheetAddress(sheetUrl(address, docs), docs)).toEqual(address);
});

const anId = fc.stringMatching(/^[\w-]{20,60}$/).filter((text) => !text.startsWith('2PACX-'));
const aGid = fc.integer({ min: 0, max: 2_147_483_647 }).map(String);
const anyDocs = fc.constantFrom(docs, 'http://localhost:4100');

/** Paths that Google shows, exports or shares a document by. The first ones also take a tab. */
const docsPaths = (documentId: string): string[] => [
  `/spreadsheets/d/${documentId}/edit`,
  `/spreadsheets/d/${documentId}`,
  `/spreadsheets/u/1/d/${documentId}/edit`,
  `/a/example.test/spreadsheets/d/${documentId}/view`,
  `/spreadsheets/d/${documentId}/htmlview`,
  `/spreadsheets/d/${documentId}/export?format=csv`,
  `/spreadsheets/d/${documentId}/gviz/tq?tqx=out:csv`,
  `/spreadsheets/export?id=${documentId}&exportFormat=csv`,
  `/open?id=${documentId}`,
];
const drivePaths = (documentId: string): string[] => [
  `/open?usp=drive_link&id=${documentId}`,
  `/file/d/${documentId}/view?usp=sharing`,
  `/file/u/1/d/${documentId}/edit`,
  `/a/example.test/file/d/${documentId}/view`,
  `/u/1/open?id=${documentId}`,
  `/uc?export=download&id=${documentId}`,
];
const withQuery = (url: string, query: string): string => `${url}${url.includes('?') ? '&' : '?'}${query}`;
const wrappings = [
  ['<', '>'],
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  [' \t', '\r\n'],
  ['\u{200B}', '\u{FEFF}'],
  [' <', '> '],
  ['', ''],
] as const;

test('all addresses of one tab give the same document and tab', () => {
  fc.assert(
    fc.property(anyDocs, anId, fc.option(aGid), fc.constantFrom(...wrappings), (docsUrl, documentId, gid, wrapping) => {
      const urls = [
        ...docsPaths(documentId).map((path) => docsUrl + path),
        ...drivePaths(documentId).map((path) => `https://drive.google.com${path}`),
      ];
      const ofTab =
        gid === null
          ? [...urls, documentId]
          : urls.flatMap((url) => [
              withQuery(url, `gid=${gid}`),
              `${url}#gid=${gid}`,
              `${withQuery(url, 'gid=1')}#gid=${gid}`,
              `${url}#gid=${gid}&range=A1:W9`,
            ]);
      const short = ofTab.map((url) =>
        url.startsWith(new URL(docsUrl).protocol) ? url.replace(/^https?:\/\//, '') : url,
      );
      for (const url of [...ofTab, ...short]) {
        const text = wrapping[0] + url + wrapping[1];
        expect([text, readSheetAddress(text, docsUrl)]).toEqual([text, { documentId, isPublished: false, gid }]);
      }
    }),
    { numRuns: 25 },
  );
});

test('an address that names a tab by title is not read as the first tab', () => {
  for (const path of docsPaths(id))
    expect([path, readSheetAddress(withQuery(docs + path, 'sheet=Leads'), docs)]).toEqual([path, 'named-tab']);
});

test('hostile URLs are not accepted as sheets', () => {
  for (const text of hostileAddresses(4444)) expect([text, readSheetAddress(text, docs)]).toEqual([text, 'invalid']);
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
      if (typeof address === 'string') return;
      expect(text.trim()).toMatch(/^(?:(?:https:\/\/)?docs\.google\.com(?::443)?[/?#]|[\w-]+$)/);
      expect(address.documentId).toMatch(/^[\w-]{20,200}$/);
      expect(address.gid ?? '0').toMatch(/^\d+$/);
    }),
    { numRuns: 2_000 },
  );
});
