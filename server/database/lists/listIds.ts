import { containsPattern } from './containsPattern.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { orderBy } from './findPage.ts';
import { isHit } from './searchPages.ts';
import type { SearchedList } from './searchPages.ts';

/** The ids of all rows in a list, or of those that contain a text: newest first, from one snapshot. */
export const listIds = async (db: Queryable, list: SearchedList, search: string | undefined): Promise<string[]> => {
  const { table, id, isOwn, newestFirst } = list;
  const pattern = containsPattern(search);
  const isListed = pattern === null ? sql`true` : isHit(list, pattern);
  // One array instead of a row per id, because there may be hundreds of thousands.
  const { rows } = await db.execute<{ ids: string[] }>(
    sql`select coalesce(json_agg(id), '[]') as ids
      from (select ${id} as id from ${table} where ${isOwn} and ${isListed} ${orderBy(newestFirst)}) list`,
  );
  return rows[0]?.ids ?? [];
};
