import { expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { makeExportRef, readExportRef } from './exportRef.ts';

test('event and header of one click have the same ref, whatever their time format', () => {
  const ref = { platform: 'google', ref: 'google:2026-11-21T09:30:00.000Z' };
  expect(makeExportRef('google', '2026-11-21T09:30:00.000Z')).toEqual(ref);
  expect(makeExportRef('google', '1795253400000')).toEqual(ref);
  expect(readExportRef('google:2026-11-21T10:30:00+01:00')).toEqual(ref);
  expect(readExportRef(' google:1795253400000 ')).toEqual(ref);
});

test('posted rows of a lead list have a ref without a platform', () => {
  expect(readExportRef('rows:1795253400000')).toEqual({ platform: null, ref: 'rows:2026-11-21T09:30:00.000Z' });
});

test('a request without the header has no ref, and a malformed header is refused', () => {
  expect(readExportRef(undefined)).toBeNull();
  for (const header of ['', 'google', 'google:', 'other:1795253400000', 'google:yesterday', `google:${'1'.repeat(41)}`])
    expect(() => readExportRef(header)).toThrow(messages.validation.invalidRequest);
});
