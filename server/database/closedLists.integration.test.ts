import { readFile } from 'node:fs/promises';
import { afterAll, expect, expectTypeOf, onTestFinished, test } from 'vitest';
import type { ErrorCode } from '#shared/errorCodes.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { createServerDatabase, openTestDatabase } from '#testing/database/openTestDatabase.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { openDatabase } from './connection/openDatabase.ts';
import { getTableColumns, getTableName, is, pgTable, PgTable, text } from './drizzle.ts';
import { migrationsFolder, readKnownMigrations } from './knownMigrations.ts';
import * as schema from './schema.ts';
import { oneOf } from './schema/columns.ts';

const database = await openTestDatabase();
afterAll(() => database.close());

const tables = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [value] : []));
const listed = tables.flatMap((table) =>
  Object.values(getTableColumns(table)).flatMap(({ name, enumValues }) =>
    enumValues?.length ? [{ table: getTableName(table), column: name, values: enumValues }] : [],
  ),
);

/** Stores a value in a copy of the table that has its checks, and no other conditions. */
const store = async (table: string, column: string, value: string): Promise<void> => {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`create temporary table probe (like ${table} including constraints) on commit drop`);
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute where attrelid = 'probe'::regclass and attnum > 0 and attnotnull`,
    );
    for (const { name } of rows) await client.query(`alter table probe alter column ${name} drop not null`);
    await client.query(`insert into probe ("${column}") values ($1)`, [value]);
  } finally {
    await client.query('rollback');
    client.release();
  }
};

test('the schema has closed lists', () => {
  expect(listed.length).toBeGreaterThan(50);
});

test.each(listed)('$column of $table accepts its values and refuses others', async ({ table, column, values }) => {
  for (const value of values) await store(table, column, value);
  for (const value of ['', `${values[0]} `, 'unknown'])
    await expect(store(table, column, value)).rejects.toMatchObject({
      code: '23514',
      constraint: `${table}_${column}_known`,
    });
});

/**
 * The name of a text column whose type is a union of texts, but which is not made by `oneOf`. Error codes are free: their
 * list grows with the code, and a stored failure must never be refused.
 */
type UncheckedName<Column> = Column extends {
  columnType: 'PgText';
  enumValues: (infer Value)[];
  _: { name: infer Name; data: infer Data };
}
  ? string extends Value
    ? Data extends WorkspaceId | ErrorCode
      ? never
      : string extends Data
        ? never
        : Name
    : never
  : never;

type UncheckedNames<Table> = Table extends { _: { columns: infer Columns } }
  ? { [Key in keyof Columns]: UncheckedName<Columns[Key]> }[keyof Columns]
  : never;

test('a text column with a closed type has a list', () => {
  const samples = pgTable('samples', {
    id: text('id').$type<WorkspaceId>(),
    free: text('free'),
    listed: oneOf('listed', ['a', 'b']),
    typed: text('typed').$type<'a' | 'b'>(),
  });
  expectTypeOf<UncheckedNames<typeof samples>>().toEqualTypeOf<'typed'>();
  type Found = { [Key in keyof typeof schema]: UncheckedNames<(typeof schema)[Key]> }[keyof typeof schema];
  expectTypeOf<Found>().toEqualTypeOf<never>();
});

test('migrations add checks without reading the table under its lock', async () => {
  const texts = await Promise.all(
    readKnownMigrations().map(({ tag }) => readFile(`${migrationsFolder}/${tag}.sql`, 'utf8')),
  );
  const checks = texts
    .flatMap((migration) => migration.split('--> statement-breakpoint'))
    .filter((statement) => /^\s*alter table .* add constraint .* check \(/i.test(statement));
  expect(checks.length).toBeGreaterThan(50);
  expect(checks.filter((statement) => !/ NOT VALID;\s*$/.test(statement))).toEqual([]);
});

test('a start validates checks, and works with a stored value that it does not know', async () => {
  const server = await createServerDatabase();
  onTestFinished(() => server.drop());
  const lines: string[] = [];
  const open = () =>
    openDatabase({
      databaseUrl: server.url,
      logger: createLogger('warn', { write: (line) => void lines.push(line) }),
      onCrash: (error) => {
        throw error;
      },
    });
  const first = await open();
  const unvalidated = async (): Promise<string[]> => {
    const { rows } = await first.pool.query<{ name: string }>(
      `select conname as name from pg_constraint where contype = 'c' and not convalidated order by 1`,
    );
    return rows.map(({ name }) => name);
  };
  onTestFinished(() => first.close());
  expect(await unvalidated()).toEqual([]);

  await first.pool.query(`
    alter table users drop constraint users_role_known;
    alter table erasures drop constraint erasures_kind_known;
    insert into erasures (code, kind) values ('ABC', 'robot');
    alter table erasures add constraint erasures_kind_known check (kind in ('person', 'account', 'meta')) not valid;
    alter table users add constraint users_role_known check (role in ('user')) not valid`);
  const second = await open();
  onTestFinished(() => second.close());
  await waitUntil(async () => (await unvalidated()).length === 1, { what: 'the validation' });
  expect(await unvalidated()).toEqual(['erasures_kind_known']);
  await waitUntil(() => lines.length > 0, { what: 'the warning' });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ area: 'database', msg: 'a stored row has a value that this release does not know' }),
  ]);
});
