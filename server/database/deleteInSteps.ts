import type { Queryable } from './Database.ts';
import { and, lt, sql } from './drizzle.ts';
import type { PgColumn, PgTable, SQL } from './drizzle.ts';

/** Rows of one statement, which holds their locks until it ends. */
const rowsPerStep = 1_000;

type Deletion = {
  where: SQL | undefined;
  /** Of an index that begins with it, so that no step reads the rows that stay. */
  orderBy?: PgColumn;
  signal?: AbortSignal | undefined;
};

/**
 * Deletes rows by many short statements, so that nobody waits long for a row, and a process that ends on the way has done part of it.
 * @returns how many rows went
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
    // By their places alone: with the condition beside them, a planner without statistics goes through the index once more.
    const { rowCount } = await db.delete(table).where(sql`ctid = any(array(${some}))`);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsPerStep) return deleted;
  }
};

/** Deletes the rows whose time lies before a moment, the oldest first. @returns how many rows went */
export const deleteBefore = (
  db: Queryable,
  table: PgTable,
  column: PgColumn,
  before: Date | number | SQL,
  { where, signal }: Partial<Pick<Deletion, 'where' | 'signal'>> = {},
): Promise<number> => deleteInSteps(db, table, { where: and(lt(column, before), where), orderBy: column, signal });
