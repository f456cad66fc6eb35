import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getTableConfig, getTableName, is, PgTable } from './drizzle.ts';
import * as schema from './schema.ts';

/* deploy/citus distributes tables by workspace. These tests check the requirements of Citus on the schema alone. */

const read = (name: string): string => readFileSync(new URL(`../../deploy/citus/${name}`, import.meta.url), 'utf8');

const tables = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [value] : []));
const [, array = ''] = /distributed constant text\[\] := array\[(.*?)\]/s.exec(read('distribute.sql')) ?? [];
const distributed = new Set([...array.matchAll(/'(\w+)'/g)].map(([, name = '']) => name));
const local = [...read('README.md').matchAll(/^\| coordinator \|([^|]*)\|/gm)].flatMap(([, names = '']) =>
  [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
);

test('each table is distributed, or deploy/citus/README.md lists it as local to the coordinator', () => {
  expect([...distributed, ...local].toSorted()).toEqual(tables.map(getTableName).toSorted());
});

test.each(tables.filter((table) => distributed.has(getTableName(table))).map((table) => [getTableName(table), table]))(
  'each key of %s begins with the workspace',
  (_name, table) => {
    const { primaryKeys, indexes, uniqueConstraints } = getTableConfig(table);
    const keys = [
      ...primaryKeys.map(({ columns }) => columns[0]),
      ...indexes.flatMap(({ config }) => (config.unique ? [config.columns[0]] : [])),
    ];
    expect(keys.length).toBeGreaterThan(0);
    expect(uniqueConstraints).toEqual([]);
    for (const first of keys) expect(first).toMatchObject({ name: 'workspace_id' });
  },
);

test('a foreign key stays within the distributed tables, or refers to a replicated table', () => {
  const copied = ['workspaces', 'users', 'memberships'];
  for (const table of tables)
    for (const key of getTableConfig(table).foreignKeys) {
      const [from, to] = [getTableName(table), getTableName(key.reference().foreignTable)];
      const isReachable = distributed.has(from) ? distributed.has(to) || copied.includes(to) : !distributed.has(to);
      expect([from, to, isReachable]).toEqual([from, to, true]);
    }
});
