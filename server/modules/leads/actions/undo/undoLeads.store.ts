import { undoLimits } from '#shared/limits.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { getTableConfig, sql } from '#server/database/drizzle.ts';
import type { PgTable, SQL } from '#server/database/drizzle.ts';
import type { ActivityKey } from '#server/modules/leads/actions/activities.store.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';
import type { Known } from '#server/modules/leads/work/fields/workFields.ts';

/** The steps, members and accounts that restored rows may still refer to. */
export type KnownNow = Known & { userIds: readonly string[] };

/** The existing accounts that the deleted rows of an activity refer to. */
export const listNamedUsers = async (tx: Transaction, key: ActivityKey): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from users where id in (
      select entry->>'author_id' from undo_leads, jsonb_array_elements(nullif(before->'entries', 'null')) as entry
      where ${isOf(key)}
      union select before->'merge'->>'merged_by' from undo_leads where ${isOf(key)})`);
  return rows.map(({ id }) => id);
};

/** The number of leads that an undo restored, and the number that it skipped. */
export type Undone = { restored: number; left: number };

/** A condition on the rows of an activity. @param name the alias of `undo_leads` */
export const isOf = ({ workspaceId, id }: ActivityKey, name: SQL = sql`undo_leads`): SQL =>
  sql`${name}.workspace_id = ${workspaceId} and ${name}.activity_id = ${id}`;

/** The columns of a table, without generated columns. */
export const writtenColumns = (table: PgTable): string[] =>
  getTableConfig(table)
    .columns.filter(({ generated }) => generated === undefined)
    .map(({ name }) => name);

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
    where ${isOf({ workspaceId, id }, sql`u`)} and u.before is null
    order by lower(l.name), u.list, u.lead_id limit ${undoLimits.shownLeft}`);
  return rows;
};

/** Drops leads that exceed the retention, so that an undo does not restore them. */
export const dropTooOld = async (tx: Transaction, key: ActivityKey, since: Date): Promise<void> => {
  await tx.execute(
    sql`delete from undo_leads where ${isOf(key)} and lead_created_at < ${since.toISOString()}::timestamptz`,
  );
};
