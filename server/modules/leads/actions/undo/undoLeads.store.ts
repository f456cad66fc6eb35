import { undoLimits } from '#shared/limits.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { ActivityKey } from '#server/modules/leads/actions/activities.store.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';

/** The number of leads that an undo restored, and the number that it skipped. */
export type Undone = { restored: number; left: number };

/** A condition on the rows of an activity. @param name the alias of `undo_leads` */
export const isOf = ({ workspaceId, id }: ActivityKey, name: SQL = sql`undo_leads`): SQL =>
  sql`${name}.workspace_id = ${workspaceId} and ${name}.activity_id = ${id}`;

/** @param of the table or its alias */
export const columnList = (names: readonly string[], of?: SQL): SQL => {
  const columns = names.map((name) => sql.identifier(name));
  return sql.join(of ? columns.map((column) => sql`${of}.${column}`) : columns, sql`, `);
};

/** Deletes the undo data of restored leads. The rows of skipped leads stay, so that they can be listed. */
export const dropUndone = async (tx: Transaction, key: ActivityKey): Promise<void> => {
  await tx.execute(sql`delete from undo_leads where ${isOf(key)} and before is not null`);
};

/** The leads that an undo skipped, by name. */
export const listLeft = async (
  db: Queryable,
  { workspaceId, id }: ActivityKey,
): Promise<(LeadKey & { name: string })[]> => {
  const { rows } = await db.execute<LeadKey & { name: string }>(sql`
    select u.list, u.lead_id as "leadId", l.name
    from undo_leads as u
    join leads as l on l.workspace_id = ${workspaceId} and l.list = u.list and l.lead_id = u.lead_id
      and l.deleted_at is null
    where ${isOf({ workspaceId, id }, sql`u`)} and u.before is null
    order by lower(l.name), u.list, u.lead_id limit ${undoLimits.shownLeft}`);
  return rows;
};
