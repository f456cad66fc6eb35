import { is, PgTable, getTableConfig } from '#server/database/drizzle.ts';
import * as schema from '#server/database/schema.ts';
import { migrationsTable } from '#server/archive/restore/migrations.ts';
import type { DumpSession, TableShape } from './DumpSession.ts';

/** The tables of this version. The job queue is excluded, so that a restore does not repeat old jobs. */
export const productTables: readonly string[] = Object.values(schema).flatMap((each: unknown) =>
  is(each, PgTable) ? [getTableConfig(each).name] : [],
);

/** Renamed and dropped tables; backups and databases of older versions still have them. */
const formerTables: readonly string[] = [
  'custom_leads',
  'lead_notices',
  'moving_leads',
  'one_time_codes',
  'sheet_claims',
];

/** The product's tables, under their names in this or an older version. */
export const allTableNames: readonly string[] = [...productTables, ...formerTables];

/** The product's existing tables, and the table of applied migrations. */
export const listTables = (session: DumpSession): Promise<TableShape[]> =>
  session.query<TableShape>(
    `select n.nspname::text as schema, c.relname::text as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     -- 'p' is a table partitioned by the operator; its partitions have their own names.
     where c.relkind in ('r', 'p')
       and ((n.nspname = current_schema() and c.relname = any($1)) or (n.nspname = $2 and c.relname = $3))
     group by n.nspname, c.relname
     order by c.relname`,
    [allTableNames, migrationsTable.schema, migrationsTable.name],
  );
