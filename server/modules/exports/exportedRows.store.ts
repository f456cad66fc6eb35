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

/** One row for each id, in the order of the ids; those that are not there are left out. */
const inOrder = (ids: readonly string[], found: ReadonlyArray<{ id: string; row: string }>): string[] => {
  const rows = new Map(found.map(({ id, row }) => [id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
};

/*
 * The ids are one condition, put in order here. Were each looked up by a statement within the statement, a planner that has
 * no figures of this owner yet, as after a large import, could take the index of the list for it and read all of the owner's
 * entries for every single id; so it reads them once at worst.
 */

/** Cells in the order of `customLeadKeys`. */
export const readCustomLeadRows = async (db: Queryable, userId: string, ids: readonly string[]): Promise<string[]> => {
  const { id } = customLeads;
  const row = toRow(customLeadKeys.map((key) => sql`${storedColumns[key]}`));
  const { rows } = await db.execute<{ id: string; row: string }>(
    sql`select ${id} as id, ${row} as row from ${customLeads}
      where ${customLeads.userId} = ${userId} and ${id} = any(${textArray(ids)})`,
  );
  return inOrder(ids, rows);
};

/** Cells in the order of `leadColumns`. */
export const readLeadRows = async (
  db: Queryable,
  userId: string,
  platform: LeadPlatformId,
  ids: readonly string[],
): Promise<string[]> => {
  const { leadId, name, email, phone, formId, formName, createdAt } = leads;
  const createdTime = sql`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const row = toRow([...[leadId, name, email, phone, formId, formName].map((column) => sql`${column}`), createdTime]);
  const { rows } = await db.execute<{ id: string; row: string }>(
    sql`select ${leadId} as id, ${row} as row from ${leads}
      where ${leads.userId} = ${userId} and ${leads.platform} = ${platform} and ${leadId} = any(${textArray(ids)})`,
  );
  return inOrder(ids, rows);
};
