import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import { readPostedLeads } from './readPostedLeads.ts';

async function* inPieces(text: string | Buffer, pieceBytes: number) {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
}

const readAll = async (text: string | Buffer, pieceBytes: number) => {
  const rows: CustomLeadValues[] = [];
  for await (const some of readPostedLeads(inPieces(text, pieceBytes))) rows.push(...some.map(({ values }) => values));
  return rows;
};

test('reads the same rows for any chunks of the body and any characters', async () => {
  const row = fc.dictionary(fc.oneof(fc.constantFrom(...customLeadKeys), fc.string()), fc.string({ unit: 'grapheme' }));
  await fc.assert(
    fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 40 }), async (leads, pieceBytes) => {
      const expected = leads.map((lead) =>
        Object.fromEntries(customLeadKeys.map((key) => [key, Object.hasOwn(lead, key) ? lead[key] : ''])),
      );
      expect(await readAll(JSON.stringify({ leads }), pieceBytes)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test('returns rows before the body ends', async () => {
  async function* endless() {
    yield Buffer.from('{"leads": [{"Name": "first"}');
    for (;;) yield Buffer.from(', {"Name": "next"}');
  }
  const rows = readPostedLeads(endless());
  expect((await rows.next()).value).toMatchObject([{ values: { Name: 'first' } }]);
  expect((await rows.next()).value).toMatchObject([{ values: { Name: 'next' } }]);
  await rows.return(undefined);
});

test('any text results in rows or a 400 error', async () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"leads"',
    '"Name"',
    '"x',
    '\\',
    '1',
    '-',
    'true',
    'nul',
    ' ',
    '\u{1f600}',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const text = pieces.join('');
      const isRight = await readAll(text, 7).then(
        () => Object.hasOwn(JSON.parse(text), 'leads'),
        (error: unknown) => error instanceof AppError && error.status === 400,
      );
      expect([text, isRight]).toEqual([text, true]);
    }),
    { numRuns: 400 },
  );
});

test('rejects invalid UTF-8 anywhere in the body as invalid JSON', async () => {
  const [before, after] = [Buffer.from('{"leads": [{"Name": "'), Buffer.from('"}]}')];
  for (const wrong of [[0xff, 0xfe], [0xed, 0xa0, 0x80], [0xc3]])
    for (const pieceBytes of [1, 3, 1000]) {
      const body = Buffer.concat([before, Buffer.from(wrong), after]);
      await expect(readAll(body, pieceBytes)).rejects.toMatchObject({ status: 400, code: 'BAD_JSON' });
    }
});

test('the error for a malformed body does not contain the body, not even in logs', async () => {
  for (const text of ['{"leads": [{"Name": "a" "canary"}]}', '{"leads": [{"canary" 1}]}', '{"canary" "canary"}']) {
    const refusal = await readAll(text, 1000).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(inspect(refusal)).not.toContain('canary');
  }
});
