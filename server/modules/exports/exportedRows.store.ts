import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { Queryable } from '#server/database/Database.ts';
import { customLeads, leads } from '#server/database/schema.ts';
import { textArray } from '#server/database/textArray.ts';
import { storedColumns } from '#server/modules/customLeads/storedColumns.ts';

/*
 * Rows of exported lists as the database writes them: each the JSON text of its cells, as a chunk keeps it. A list of a
 * hundred thousand rows has millions of cells; made one by one in the process, they took it three seconds, of which one
 * and a half were garbage collection.
 */

/** All cells of a row, which are text or null. */
const toRow = (cells: readonly SQL[]): SQL => sql`array_to_json(array[${sql.join([...cells], sql`, `)}])::text`;

/**
 * One row for each id, in the order of the ids; those that are not there are left out.
 * @param found the query for the row of the id `wanted.id`
 */
const readRows = async (db: Queryable, ids: readonly string[], found: SQL): Promise<string[]> => {
  // Each id is looked up by the primary key: `offset 0` keeps the planner from making a join of it. Without fresh statistics, as
  // after a large import, `id = any(…)` was answered by reading the whole index of the list for each page: 35 ms rather than 4.
  const { rows } = await db.execute<{ row: string }>(
    sql`select found.row from unnest(${textArray(ids)}) with ordinality as wanted (id, place)
      cross join lateral (${found} offset 0) found order by wanted.place`,
  );
  return rows.map(({ row }) => row);
};

/** Cells in the order of `customLeadKeys`. */
export const readCustomLeadRows = (db: Queryable, userId: string, ids: readonly string[]): Promise<string[]> => {
  const row = toRow(customLeadKeys.map((key) => sql`${storedColumns[key]}`));
  return readRows(
    db,
    ids,
    sql`select ${row} as row from ${customLeads} where ${customLeads.userId} = ${userId} and ${customLeads.id} = wanted.id`,
  );
};

/** Cells in the order of `leadColumns`. */
export const readLeadRows = (
  db: Queryable,
  userId: string,
  platform: LeadPlatformId,
  ids: readonly string[],
): Promise<string[]> => {
  const { leadId, name, email, phone, formId, formName, createdAt } = leads;
  const createdTime = sql`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const row = toRow([...[leadId, name, email, phone, formId, formName].map((column) => sql`${column}`), createdTime]);
  return readRows(
    db,
    ids,
    sql`select ${row} as row from ${leads}
      where ${leads.userId} = ${userId} and ${leads.platform} = ${platform} and ${leads.leadId} = wanted.id`,
  );
};
