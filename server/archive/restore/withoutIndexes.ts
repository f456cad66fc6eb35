import { quoteName, quoteTable } from '#server/archive/backup/DumpSession.ts';
import type { DumpSession, TableShape } from '#server/archive/backup/DumpSession.ts';

/** Foreign keys and indexes without a constraint, each with the statement that creates it. */
const listDroppable = async (session: DumpSession, tables: readonly TableShape[]) => {
  const names = tables.map(quoteTable);
  const foreignKeys = await session.query<{ name: string; table: string; definition: string }>(
    `select conname::text as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [names],
  );
  const indexes = await session.query<{ schema: string; name: string; definition: string }>(
    `select n.nspname::text as schema, c.relname::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     join pg_class c on c.oid = i.indexrelid
     join pg_namespace n on n.oid = c.relnamespace
     where i.indrelid = any($1::regclass[])
       and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
    [names],
  );
  return { foreignKeys, indexes };
};

/**
 * Fills tables without secondary indexes and foreign keys, and recreates these afterward. This saves minutes for a
 * million leads. Every foreign key is still checked.
 */
export const withoutIndexes = async (
  session: DumpSession,
  tables: readonly TableShape[],
  fill: () => Promise<void>,
): Promise<void> => {
  const { foreignKeys, indexes } = await listDroppable(session, tables);
  for (const { name, table } of foreignKeys)
    await session.execute(`alter table ${table} drop constraint ${quoteName(name)}`);
  for (const index of indexes) await session.execute(`drop index ${quoteTable(index)}`);
  await fill();
  for (const { definition } of indexes) await session.execute(definition);
  for (const { name, table, definition } of foreignKeys)
    await session.execute(`alter table ${table} add constraint ${quoteName(name)} ${definition}`);
};
