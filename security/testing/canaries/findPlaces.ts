import type { Client, Pool } from 'pg';
import * as z from 'zod';

/** Texts to search for, by kind. */
export type Canaries = Record<string, readonly string[]>;

const tables = z.array(z.object({ schema: z.string(), name: z.string() }));

/** The columns of the whole database, including the queue, that contain each kind of canary. */
export const findPlaces = async (db: Client | Pool, canaries: Canaries): Promise<Record<string, string[]>> => {
  const places = new Map(Object.keys(canaries).map((kind) => [kind, new Set<string>()]));
  const { rows } = await db.query(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  for (const { schema, name } of tables.parse(rows)) {
    const stored = await db.query(`select to_jsonb(t) as row from "${schema}"."${name}" t`);
    for (const { row } of z.array(z.object({ row: z.record(z.string(), z.unknown()) })).parse(stored.rows))
      for (const [column, value] of Object.entries(row)) {
        const text = JSON.stringify(value);
        for (const [kind, needles] of Object.entries(canaries))
          if (needles.some((needle) => text.includes(needle))) places.get(kind)?.add(`${schema}.${name}.${column}`);
      }
  }
  return Object.fromEntries([...places].map(([kind, found]) => [kind, [...found].toSorted()]));
};
