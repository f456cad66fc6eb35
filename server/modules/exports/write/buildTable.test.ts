import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insightFacts } from '#shared/insights.ts';
import { messages } from '#shared/messages.ts';
import { buildTable, streamTable } from './buildTable.ts';
import { rowsOf } from '#server/modules/exports/testing/rowsOf.ts';
import type { PostedRow } from '#server/modules/exports/order/readPostedRows.ts';

const read = (rows: PostedRow[], platform: Parameters<typeof buildTable>[1] = null) => {
  const table = buildTable(rows, platform);
  return [table.columns.map(({ title }) => title), ...[...table.chunks()].flatMap(rowsOf)];
};

describe('columns', () => {
  test('are the keys of all rows in order of first appearance, without the record fields', () => {
    const rows = [
      { b: 1, _id: 'x', createdAt: 'y' },
      { a: 2, b: 3, updatedAt: 'z' },
    ];
    expect(read(rows)).toEqual([
      ['b', 'a'],
      [1, null],
      [3, 2],
    ]);
  });

  test('include the submission time of a form lead', () => {
    const lead = {
      leadId: '5',
      field_data: { 'full name': 'Ada Example', email: 'ada@example.test' },
      createdAt: '2026-11-12T08:49:14.000Z',
      updatedAt: '2026-11-12T09:00:00.000Z',
    };
    expect(read([lead])).toEqual([
      ['leadId', 'full name', 'email', 'created_time'],
      ['5', 'Ada Example', 'ada@example.test', '2026-11-12T08:49:14.000Z'],
    ]);
  });

  test('flatten nested field lists and objects', () => {
    const rows = [
      {
        id: '1',
        name: 'Ada Example',
        field_data: [
          { name: 'email', values: ['ada@example.test'] },
          { name: 'colors', values: ['red', 'blue'] },
          { name: 'name', values: ['Ada'] },
        ],
        tags: ['a', 2, null],
        form: { id: '9', page: { id: '8' } },
      },
      { id: '2', name: 'Bea Example', field_data: { email: 'bea@example.test' }, tags: [], form: null },
    ];
    expect(read(rows)).toEqual([
      ['id', 'name', 'email', 'colors', 'field_data.name', 'tags', 'form.id', 'form.page.id', 'form'],
      ['1', 'Ada Example', 'ada@example.test', 'red, blue', 'Ada', 'a, 2, ', '9', '8', null],
      ['2', 'Bea Example', 'bea@example.test', null, null, '', null, null, null],
    ]);
  });

  test('named like JavaScript built-ins are plain data', () => {
    const rows = [JSON.parse('{"__proto__":{"polluted":"yes"},"constructor":"c","toString":1,"hasOwnProperty":null}')];
    expect(read(rows)).toEqual([
      ['__proto__.polluted', 'constructor', 'toString', 'hasOwnProperty'],
      ['yes', 'c', 1, null],
    ]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('get the platform’s titles, order and formats; rows of another shape keep their keys', () => {
    const row = Object.fromEntries(
      insightFacts.facebook.columns.map(({ key }) => [key, key === 'date' ? '2026-11-20' : '7']),
    );
    const reversed = Object.fromEntries([['extra', 'more'], ...Object.entries(row).toReversed()]);
    const [titles, cells] = read([{ ...reversed, ad_id: 120210987 }], 'facebook');
    expect(titles).toEqual([...insightFacts.facebook.columns.map(({ title }) => title), 'extra']);
    expect(cells?.slice(0, 8)).toEqual(['120210987', '7', '7', '7', '7', '7', '7', 46_346]);
    expect(read([{ ad_id: '1' }], 'facebook')[0]).toEqual(['ad_id']);
  });
});

describe('limits', () => {
  test.each([
    ['a long text', [{ a: 'x'.repeat(50_001) }], '50,001 characters, at most 50,000'],
    ['a long key', [{ ['x'.repeat(50_001)]: 1 }], '50,001 characters'],
    [
      'many columns',
      [Object.fromEntries(Array.from({ length: 18_279 }, (_, index) => [`c${index}`, 1]))],
      '18,279 columns',
    ],
    [
      'many cells',
      [
        Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`c${index}`, 1])),
        ...Array.from({ length: 9_999 }, () => ({ c0: 1 })),
      ],
      '10,001,000 cells, at most 10,000,000',
    ],
  ])('%s is refused with the actual amount', (_name, rows, figure) => {
    expect(() => buildTable(rows, null)).toThrow(figure);
  });

  test('rows that are nested too deeply are refused', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`);
    expect(() => buildTable([deep], null)).toThrow('nested too deeply');
    const list = JSON.parse(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`);
    expect(() => buildTable([list], null)).toThrow('nested too deeply');
  });
});

describe('chunks', () => {
  test('are contiguous and have at most 5,000 rows or 2 MB', () => {
    const rows = [
      ...Array.from({ length: 12_000 }, (_, index) => ({ index, text: '' })),
      ...Array.from({ length: 100 }, () => ({ index: 0, text: 'é'.repeat(40_000) })),
    ];
    const chunks = [...buildTable(rows, null).chunks()];
    let next = 0;
    for (const [number, chunk] of chunks.entries()) {
      expect(chunk).toMatchObject({ number, firstRow: next });
      expect(chunk.rowCount).toBeLessThanOrEqual(5_000);
      expect(Buffer.byteLength(chunk.rows)).toBeLessThan(2_100_000);
      expect(rowsOf(chunk)).toHaveLength(chunk.rowCount);
      next += chunk.rowCount;
    }
    expect(next).toBe(12_100);
  });

  test('convert any JSON to cells that the database and a sheet can store', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }), { minKeys: 1 }), { minLength: 1 }),
        (rows) => {
          // An extra column, because empty objects have no columns.
          const [titles = [], ...cells] = read(rows.map((row) => ({ ...row, own: 1 })));
          expect(cells).toHaveLength(rows.length);
          for (const row of cells) {
            expect(row).toHaveLength(titles.length);
            for (const cell of row)
              expect(
                cell === null ||
                  typeof cell === 'number' ||
                  typeof cell === 'boolean' ||
                  (typeof cell === 'string' && cell.isWellFormed() && !cell.includes('\u0000')),
              ).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};

test('a streamed table has the given columns and is refused once it grows too large', async () => {
  const columns = insightFacts.facebook.columns.slice(0, 2);
  async function* pages() {
    yield [{ ad_name: 'first', ad_id: 1, unknown: 'x' }];
    yield [];
    yield [{ ad_id: '02' }];
  }
  const chunks = await collect(streamTable([...columns], pages()).chunks());
  expect(chunks.map((chunk) => [chunk.number, chunk.firstRow, rowsOf(chunk)])).toEqual([
    [
      0,
      0,
      [
        ['1', 'first'],
        ['02', null],
      ],
    ],
  ]);

  const wide = Array.from({ length: 10_000 }, (_, index) => ({ key: `k${index}`, title: '', kind: 'plain' as const }));
  async function* endless() {
    for (;;) yield Array.from({ length: 300 }, () => ({}));
  }
  await expect(collect(streamTable(wide, endless()).chunks())).rejects.toMatchObject({
    code: 'EXPORT_TOO_LARGE',
    userMessage: messages.exports.tooLarge('12,010,000 cells, at most 10,000,000'),
  });
});
