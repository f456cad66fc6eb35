import type { PageRequest } from '#shared/contracts/paging.ts';
import { sql } from '#server/database/drizzle.ts';
import type { PgColumn, PgTable, Placeholder, SQL } from '#server/database/drizzle.ts';

/** A list of one person, newest first, that may have a million rows. */
export type PagedList = {
  table: PgTable;
  id: PgColumn;
  /** Which rows are the person's. */
  isOwn: SQL;
  /** The order in which the list's index has them, and its reverse. */
  newestFirst: readonly SQL[];
  oldestFirst: readonly SQL[];
};

/**
 * Where the rows of a page are: so many of the list after so many others, counted from its newest or its oldest. They are found by the
 * statement that reads them: a first page takes 0.7 ms in it instead of 1.1 in two statements.
 */
export type Place<Count = number> = { isFromOldest: boolean; rows: Count; skipped: Count };

export const orderBy = (order: readonly SQL[]): SQL => sql`order by ${sql.join([...order], sql`, `)}`;

/** The ids of the rows of a place in any order, as an array for `any`. */
export const idsAt = (
  { table, id, isOwn, newestFirst, oldestFirst }: PagedList,
  { isFromOldest, rows, skipped }: Place<number | Placeholder>,
): SQL => {
  const order = orderBy(isFromOldest ? oldestFirst : newestFirst);
  return sql`array(select ${id} from ${table} where ${isOwn} ${order} limit ${rows} offset ${skipped})`;
};

/** The place of a page in a list of so many rows. A page of the list's second half is sought from the end. */
export const placeOfPage = (totalRows: number, { page, limit }: PageRequest): Place => {
  const offset = (page - 1) * limit;
  if (offset <= totalRows / 2) return { isFromOldest: false, rows: limit, skipped: offset };
  const rows = Math.max(0, Math.min(limit, totalRows - offset));
  return { isFromOldest: true, rows, skipped: Math.max(0, totalRows - offset - rows) };
};
