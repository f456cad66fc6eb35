import { expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { makeExportRef, readExportRef } from './exportRef.ts';

test('the event and the header of one click give one ref, however the moment is spelled', () => {
  const ref = { platform: 'google', ref: 'google:2026-11-21T09:30:00.000Z' };
  expect(makeExportRef('google', '2026-11-21T09:30:00.000Z')).toEqual(ref);
  expect(makeExportRef('google', '1795253400000')).toEqual(ref);
  expect(readExportRef('google:2026-11-21T10:30:00+01:00')).toEqual(ref);
  expect(readExportRef(' google:1795253400000 ')).toEqual(ref);
});

test('the posted rows of a lead list have a ref too, of no platform', () => {
  expect(readExportRef('rows:1795253400000')).toEqual({ platform: null, ref: 'rows:2026-11-21T09:30:00.000Z' });
});

test('no header is no ref; a broken one is refused', () => {
  expect(readExportRef(undefined)).toBeNull();
  for (const header of ['', 'google', 'google:', 'other:1795253400000', 'google:yesterday', `google:${'1'.repeat(41)}`])
    expect(() => readExportRef(header)).toThrow(messages.validation.invalidRequest);
});
