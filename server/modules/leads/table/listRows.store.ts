import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { Queryable } from '#server/database/Database.ts';
import { leads } from '#server/database/schema.ts';
import { textArray } from '#server/database/textArray.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/*
 * Rows of exported lists. The database serializes each row to the JSON text that chunks store: building the cells in
 * the process took three seconds for a hundred thousand rows, half of it for garbage collection.
 */

/** All cells of a row: text or null. */
const toRow = (cells: readonly SQL[]): SQL => sql`array_to_json(array[${sql.join([...cells], sql`, `)}])::text`;

/** One row for each existing id, in the order of the ids. */
const readRows = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  isListed: SQL,
  ids: readonly string[],
  row: SQL,
): Promise<string[]> => {
  // One condition for all ids; the rows are sorted here. After a large import, the planner lacks statistics: with a
  // subquery per id, it could choose the list index and scan the whole workspace for each id. With one condition, it
  // scans the workspace once at worst.
  const { rows: found } = await db.execute<{ id: string; row: string }>(
    sql`select lead_id as id, ${row} as row from ${leads}
        where workspace_id = ${workspaceId} and ${isListed} and deleted_at is null and lead_id = any(${textArray(ids)})`,
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
  readRows(
    db,
    workspaceId,
    sql`imported_at is not null`,
    ids,
    toRow(customLeadKeys.map((key) => sql`coalesce(record ->> ${key}::text, '')`)),
  );

/** Cells in the order of `formLeadTitles`. */
export const readLeadRows = (
  db: Queryable,
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  ids: readonly string[],
): Promise<string[]> => {
  const { leadId, name, email, phone, formId, formName, createdAt } = leads;
  const createdTime = sql`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const cells = [leadId, name, email, phone, formId, formName].map((column) => sql`${column}`);
  return readRows(db, workspaceId, sql`list = ${platform}`, ids, toRow([...cells, createdTime]));
};
