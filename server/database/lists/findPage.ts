import type { PageRequest } from '#shared/contracts/paging.ts';
import { sql } from '#server/database/drizzle.ts';
import type { PgColumn, PgTable, Placeholder, SQL } from '#server/database/drizzle.ts';

/** A list of one workspace, newest first, with up to a million rows or more. */
export type PagedList = {
  table: PgTable;
  id: PgColumn;
  /** Which rows belong to the workspace. */
  isOwn: SQL;
  /** The order of the list's index, and its reverse. */
  newestFirst: readonly SQL[];
  oldestFirst: readonly SQL[];
};

/**
 * The position of a page's rows: how many, after how many others, counted from the newest or the oldest. The statement
 * that reads the rows also finds them: a first page takes 0.7 ms this way instead of 1.1 in two statements.
 */
export type Place<Count = number> = { isFromOldest: boolean; rows: Count; skipped: Count };

export const orderBy = (order: readonly SQL[]): SQL => sql`order by ${sql.join([...order], sql`, `)}`;

/** The ids of these rows in any order, as an array for `any`. */
export const idsAt = (
  { table, id, isOwn, newestFirst, oldestFirst }: PagedList,
  { isFromOldest, rows, skipped }: Place<number | Placeholder>,
): SQL => {
  const order = orderBy(isFromOldest ? oldestFirst : newestFirst);
  return sql`array(select ${id} from ${table} where ${isOwn} ${order} limit ${rows} offset ${skipped})`;
};

/** The position of a page in a list of this length. A page in the second half is read from the end. */
export const placeOfPage = (totalRows: number, { page, limit }: PageRequest): Place => {
  const offset = (page - 1) * limit;
  if (offset <= totalRows / 2) return { isFromOldest: false, rows: limit, skipped: offset };
  const rows = Math.max(0, Math.min(limit, totalRows - offset));
  return { isFromOldest: true, rows, skipped: Math.max(0, totalRows - offset - rows) };
};

/** The same rows, and the first one of the next page. */
export const withNextRow = ({ isFromOldest, rows, skipped }: Place): Place => {
  if (!isFromOldest) return { isFromOldest, rows: rows + 1, skipped };
  return skipped === 0 ? { isFromOldest, rows, skipped } : { isFromOldest, rows: rows + 1, skipped: skipped - 1 };
};
