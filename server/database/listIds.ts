import { sql } from './drizzle.ts';
import { containsPattern } from './containsPattern.ts';
import type { Queryable } from './Database.ts';
import type { PagedList } from './findPage.ts';

/** The ids of all rows of a list, or of all that contain a text, newest first: as they are at one moment. */
export const listIds = async (
  db: Queryable,
  {
    table,
    id,
    isOwn,
    newestFirst,
    searchText,
  }: Pick<PagedList, 'table' | 'id' | 'isOwn' | 'newestFirst' | 'searchText'>,
  search: string | undefined,
): Promise<string[]> => {
  const pattern = containsPattern(search);
  const isHit = pattern === null ? sql`true` : sql`${searchText} like lower(${pattern})`;
  const order = sql.join([...newestFirst], sql`, `);
  // One value rather than a row for each id, of which there may be hundreds of thousands.
  const { rows } = await db.execute<{ ids: string[] }>(
    sql`select coalesce(json_agg(id), '[]') as ids
      from (select ${id} as id from ${table} where ${isOwn} and ${isHit} order by ${order}) list`,
  );
  return rows[0]?.ids ?? [];
};
