import type { Queryable } from './Database.ts';
import { and, lt, sql } from './drizzle.ts';
import type { PgColumn, PgTable, SQL } from './drizzle.ts';

/** Rows per statement, which holds their locks until it ends. */
const rowsPerStep = 1_000;

type Deletion = {
  where: SQL | undefined;
  /** The first column of an index, so that no step reads rows that stay. */
  orderBy?: PgColumn;
  signal?: AbortSignal | undefined;
};

/**
 * Deletes rows in many short statements, so that nothing waits long for a row, and an interrupted deletion keeps its
 * progress.
 * @returns the number of deleted rows
 */
export const deleteInSteps = async (
  db: Queryable,
  table: PgTable,
  { where, orderBy, signal }: Deletion,
): Promise<number> => {
  const order = orderBy ? sql` order by ${orderBy}` : sql``;
  const some = sql`select ctid from ${table} where ${where}${order} limit ${rowsPerStep} for update skip locked`;
  for (let deleted = 0; ;) {
    signal?.throwIfAborted();
    // By their physical position only: with the condition too, a planner without statistics reads the index once more.
    const { rowCount } = await db.delete(table).where(sql`ctid = any(array(${some}))`);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsPerStep) return deleted;
  }
};

/** Deletes the rows older than a moment, the oldest first. @returns the number of deleted rows */
export const deleteBefore = (
  db: Queryable,
  table: PgTable,
  column: PgColumn,
  before: Date | number | SQL,
  { where, signal }: Partial<Pick<Deletion, 'where' | 'signal'>> = {},
): Promise<number> => deleteInSteps(db, table, { where: and(lt(column, before), where), orderBy: column, signal });
