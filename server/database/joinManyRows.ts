import type { Transaction } from './Database.ts';
import { getTableName, sql } from './drizzle.ts';
import type { PgColumn, PgTable } from './drizzle.ts';

/** Below this number, any plan is fast. */
const manyRows = 500;

/**
 * For a transaction that joins rows which it has just written. The planner has no statistics for them yet and expects
 * one row. With thousands of rows it would compare every row with every other.
 */
export const joinManyRows = async (tx: Transaction, rows: number): Promise<void> => {
  await tx.execute(rows > manyRows ? sql`set local enable_nestloop = off` : sql`set local enable_nestloop = on`);
};

/**
 * Gathers statistics after a change of many rows. PostgreSQL does the same up to a minute later if more than a tenth of
 * the table has changed. Until then, a list that joins the table would take seconds.
 * @param column gathers statistics for this column only, because all columns take a second
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
