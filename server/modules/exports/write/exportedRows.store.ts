import { sql } from '#server/database/drizzle.ts';
import type { SQL, PgColumn, PgTable } from '#server/database/drizzle.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { Queryable } from '#server/database/Database.ts';
import { customLeads, leads } from '#server/database/schema.ts';
import { textArray } from '#server/database/textArray.ts';
import { storedColumns } from '#server/modules/customLeads/storedColumns.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/*
 * Rows of exported lists as the database writes them: each the JSON text of its cells, as a chunk keeps it. A list of a
 * hundred thousand rows has millions of cells; made one by one in the process, they took it three seconds, of which one
 * and a half were garbage collection.
 */

/** All cells of a row, which are text or null. */
const toRow = (cells: readonly SQL[]): SQL => sql`array_to_json(array[${sql.join([...cells], sql`, `)}])::text`;

/** Rows of one owner, by the ids that they have in a list. */
type OwnRows = { table: PgTable; isOwn: SQL; id: PgColumn; row: SQL };

/** One row for each id, in the order of the ids; those that are not there are left out. */
const readRows = async (
  db: Queryable,
  ids: readonly string[],
  { table, isOwn, id, row }: OwnRows,
): Promise<string[]> => {
  // The ids are one condition, put in order here. Were each looked up by a statement within the statement, a planner that has
  // no figures of this owner yet, as after a large import, could take the index of the list for it and read all of the owner's
  // entries for every single id; so it reads them once at worst.
  const { rows: found } = await db.execute<{ id: string; row: string }>(
    sql`select ${id} as id, ${row} as row from ${table} where ${isOwn} and ${id} = any(${textArray(ids)})`,
  );
  const rows = new Map(found.map((each) => [each.id, each.row]));
  return ids.flatMap((each) => rows.get(each) ?? []);
};

/** Cells in the order of `customLeadKeys`. */
export const readCustomLeadRows = (
  db: Queryable,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<string[]> =>
  readRows(db, ids, {
    table: customLeads,
    isOwn: sql`${customLeads.workspaceId} = ${workspaceId}`,
    id: customLeads.id,
    row: toRow(customLeadKeys.map((key) => sql`${storedColumns[key]}`)),
  });

/** Cells in the order of `leadColumns`. */
export const readLeadRows = (
  db: Queryable,
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  ids: readonly string[],
): Promise<string[]> => {
  const { leadId, name, email, phone, formId, formName, createdAt } = leads;
  const createdTime = sql`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return readRows(db, ids, {
    table: leads,
    isOwn: sql`${leads.workspaceId} = ${workspaceId} and ${leads.platform} = ${platform}`,
    id: leadId,
    row: toRow([...[leadId, name, email, phone, formId, formName].map((column) => sql`${column}`), createdTime]),
  });
};
