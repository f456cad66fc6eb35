import { sql } from '#server/database/drizzle.ts';
import type { SQL, PgColumn, PgTable } from '#server/database/drizzle.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { Queryable } from '#server/database/Database.ts';
import { customLeads, leads } from '#server/database/schema.ts';
import { textArray } from '#server/database/textArray.ts';
import { storedColumns } from '#server/modules/leads/imported/storedColumns.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/*
 * Rows of exported lists. The database serializes each row to the JSON text that chunks store: building the cells in
 * the process took three seconds for a hundred thousand rows, half of it for garbage collection.
 */

/** All cells of a row: text or null. */
const toRow = (cells: readonly SQL[]): SQL => sql`array_to_json(array[${sql.join([...cells], sql`, `)}])::text`;

/** How to read the rows of a list in one workspace by id. */
type OwnRows = { table: PgTable; isOwn: SQL; id: PgColumn; row: SQL };

/** One row for each existing id, in the order of the ids. */
const readRows = async (
  db: Queryable,
  ids: readonly string[],
  { table, isOwn, id, row }: OwnRows,
): Promise<string[]> => {
  // One condition for all ids; the rows are sorted here. After a large import, the planner lacks statistics: with a
  // subquery per id, it could choose the list index and scan the whole workspace for each id. With one condition, it
  // scans the workspace once at worst.
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

/** Cells in the order of `formLeadTitles`. */
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
