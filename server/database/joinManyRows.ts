import type { Transaction } from './Database.ts';
import { getTableName, sql } from './drizzle.ts';
import type { PgColumn, PgTable } from './drizzle.ts';

/** Below, any plan is quick. */
const manyRows = 500;

/**
 * For a transaction that joins rows which were written a moment ago. If they are thousands, the planner has no
 * statistics of them yet, expects one row, and would compare each row with each.
 */
export const joinManyRows = async (tx: Transaction, rows: number): Promise<void> => {
  await tx.execute(rows > manyRows ? sql`set local enable_nestloop = off` : sql`set local enable_nestloop = on`);
};

/**
 * After a change of many rows of a table: gathers its statistics as PostgreSQL does up to a minute later, when they are more than a
 * tenth of it. Until then a list that joins the table would take seconds.
 * @param column only this one's, where those of all columns take a second
 */
export const analyzeManyRows = async (
  tx: Transaction,
  table: PgTable,
  rows: number,
  column?: PgColumn,
): Promise<void> => {
  if (rows <= manyRows) return;
  const { rowCount } = await tx.execute(
    sql`select from pg_class where oid = ${getTableName(table)}::regclass and reltuples < ${rows * 10}::bigint`,
  );
  if (rowCount) await tx.execute(sql`analyze ${table} ${column ? sql`(${sql.identifier(column.name)})` : sql``}`);
};
