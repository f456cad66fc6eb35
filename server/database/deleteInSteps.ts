import type { Queryable } from './Database.ts';
import { and, getTableConfig, lt, sql } from './drizzle.ts';
import type { PgColumn, PgTable, SQL } from './drizzle.ts';

/** Rows per statement. A statement holds its row locks until it ends. */
const rowsPerStep = 1_000;

type Deletion = {
  where: SQL | undefined;
  /** The first column of an index, so that no step reads rows that are kept. */
  orderBy?: PgColumn;
  signal?: AbortSignal | undefined;
};

/**
 * Matches chosen rows by their physical position. Repeating the condition would make a planner without statistics read
 * the index again. The rows of several workspaces can be on different servers, each with its own positions and locks.
 */
const someOf = (table: PgTable, which: SQL): ((where: SQL | undefined) => SQL | undefined) => {
  const [key] = getTableConfig(table).primaryKeys;
  if (!key?.columns.some(({ name }) => name === 'workspace_id'))
    return () => sql`ctid = any(array(select ctid from ${table} ${which} for update skip locked))`;
  const columns = sql.join([...key.columns], sql`, `);
  return (where) => and(sql`(${columns}) in (select ${columns} from ${table} ${which})`, where);
};

/**
 * Deletes rows in many short statements: nothing waits long for a row, and an interrupted deletion keeps its progress.
 * @returns the number of deleted rows
 */
export const deleteInSteps = async (
  db: Queryable,
  table: PgTable,
  { where, orderBy, signal }: Deletion,
): Promise<number> => {
  const order = orderBy ? sql` order by ${orderBy}` : sql``;
  const areSome = someOf(table, sql`where ${where}${order} limit ${rowsPerStep}`);
  for (let deleted = 0; ;) {
    signal?.throwIfAborted();
    const { rowCount } = await db.delete(table).where(areSome(where));
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsPerStep) return deleted;
  }
};

/** Deletes rows older than a given time, oldest first. @returns the number of deleted rows */
export const deleteBefore = (
  db: Queryable,
  table: PgTable,
  column: PgColumn,
  before: Date | number | SQL,
  { where, signal }: Partial<Pick<Deletion, 'where' | 'signal'>> = {},
): Promise<number> => deleteInSteps(db, table, { where: and(lt(column, before), where), orderBy: column, signal });
