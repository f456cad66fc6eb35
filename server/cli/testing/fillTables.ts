import type { Pool } from 'pg';
import { productTables } from '#server/archive/backup/listTables.ts';

type Column = {
  name: string;
  type: string;
  isKey: boolean;
  isNullable: boolean;
  /** The values that a check allows; null: any. */
  values: readonly string[] | null;
};

/** Values that are hard to escape in a text format. */
const awkward = [
  'tab\there',
  'line\nbreak\r\nand\\backslash',
  '\\N',
  '\\.',
  `quotes ' " $1`,
  'Ünïcödé 漢字 👩‍🚀',
  ' ',
  '',
];

const textOf = (row: number, column: string): string => `${awkward[row % awkward.length] ?? ''}|${column}|${row}`;

/** The same in every table, so that each row has its parent rows. */
const keyOf = (row: number, { type, name }: Column): unknown => {
  if (type === 'text') return `key-${row}`;
  if (type === 'integer' || type === 'bigint') return row;
  if (type === 'timestamp with time zone') return `2026-01-${String(row + 1).padStart(2, '0')}T00:00:00Z`;
  if (type === 'date') return `2026-01-${String(row + 1).padStart(2, '0')}`;
  throw new Error(`fillTables knows no key of the type ${type} (${name})`);
};

const valueOf = (row: number, column: Column): unknown => {
  const { type, name, isNullable, isKey, values } = column;
  // The last value is none that a start continues to work on.
  if (values) return values.at(-1);
  if (isKey) return keyOf(row, column);
  if (isNullable && row % 3 === 2) return null;
  if (type === 'text') return textOf(row, name);
  if (type === 'boolean') return row % 2 === 0;
  if (type === 'integer') return row - 2_147_483_648;
  if (type === 'bigint') return String(9_007_199_254_740_000n + BigInt(row));
  if (type === 'text[]') return [textOf(row, name), '', 'a,"b"'];
  if (type === 'integer[]') return `{${row},-2147483648}`;
  if (type === 'bigint[]') return `{${row},-9007199254740993}`;
  if (type === 'numeric') return `-12345678.${row}5`;
  if (type === 'date') return `2026-02-${String(row + 1).padStart(2, '0')}`;
  if (type === 'timestamp with time zone') return `2026-10-25T00:30:00.12345${row % 10}+02:00`;
  if (type === 'jsonb')
    return JSON.stringify([{ text: textOf(row, name), number: 1e21 + row, nothing: null, list: [[], {}] }]);
  throw new Error(`fillTables knows no value of the type ${type} (${name})`);
};

const listColumns = async (pool: Pool, table: string): Promise<Column[]> => {
  const { rows } = await pool.query<Column>(
    `select a.attname::text as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
       exists (select 1 from pg_constraint c where c.conrelid = a.attrelid and c.contype in ('p', 'f') and a.attnum = any(c.conkey)) as "isKey",
       (select array(select found[1] from regexp_matches(pg_get_constraintdef(c.oid), '''([^'']+)''', 'g') as found)
         from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]) as values
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
     order by a.attnum`,
    [table],
  );
  return rows;
};

const parentsFirst = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`,
  );
  const done: string[] = [];
  while (done.length < productTables.length) {
    const next = productTables.find(
      (table) =>
        !done.includes(table) &&
        rows.every(({ child, parent }) => child !== table || parent === table || done.includes(parent)),
    );
    if (next === undefined) throw new Error('The foreign keys form a cycle');
    done.push(next);
  }
  return done;
};

/** Puts rows with awkward values into every table, including future ones. */
export const fillTables = async (pool: Pool, rowsEach: number): Promise<void> => {
  for (const table of await parentsFirst(pool)) {
    const columns = await listColumns(pool, table);
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const places = columns.map((_column, index) => `$${index + 1}`).join(', ');
    for (let row = 0; row < rowsEach; row += 1)
      await pool.query(
        // A key with a closed list has fewer rows.
        `insert into "${table}" (${names}) values (${places}) on conflict do nothing`,
        columns.map((column) => valueOf(row, column)),
      );
  }
};

/** Every row of every table as text, sorted. */
export const readTables = async (pool: Pool): Promise<Map<string, string[]>> => {
  const tables = new Map<string, string[]>();
  for (const table of [...productTables, 'drizzle.__drizzle_migrations']) {
    const { rows } = await pool.query<{ row: string }>(`select row_to_json(each)::text as row from ${table} each`);
    tables.set(table, rows.map(({ row }) => row).toSorted());
  }
  return tables;
};
