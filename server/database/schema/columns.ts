import { check, getTableColumns, getTableName, sql, text, timestamp } from '../drizzle.ts';
import type { PgColumn, SQL } from '../drizzle.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** An instant. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * The lease columns (`server/database/leases/lease.ts`): the holder of the row, and the end of the lease. Null: free.
 */
export const leaseColumns = (untilName = 'leased_until') => ({
  leaseId: text('lease_id'),
  leasedUntil: moment(untilName),
});

/** The workspace that owns a row; first in the key of every table that grows. */
export const workspaceId = () => text('workspace_id').$type<WorkspaceId>().notNull();

/** The workspace that a person's row refers to. */
export const optionalWorkspaceId = () => text('workspace_id').$type<WorkspaceId>();

/** A column with one of these texts. The database refuses others if the table has `...listChecks(table)`. */
export const oneOf = <Value extends string>(name: string, values: readonly [Value, ...Value[]]) =>
  text(name, { enum: values });

/** A check for each column of `oneOf`. A change of the list changes the check, so `db:generate` writes a migration. */
export const listChecks = (ofTable: Readonly<Record<string, PgColumn>>) => {
  const [table] = Object.values(ofTable).map((column) => column.table);
  return Object.values(table ? getTableColumns(table) : {}).flatMap((column) => {
    if (!column.enumValues?.length) return [];
    const values = column.enumValues.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ');
    return [check(`${getTableName(column.table)}_${column.name}_known`, sql`${column} in (${sql.raw(values)})`)];
  });
};

/** The person who owns a row. */
export const userId = () => text('user_id').notNull();

/** A longer text does not fit into an index entry, which holds 2,704 bytes. */
export const searchTextCharacters = 400;

/**
 * Matches rows whose text may continue beyond `search_text`. They are few, so a search compares all of them. A
 * character takes at least one byte.
 */
export const isLongText = (column: SQL | PgColumn): SQL =>
  sql`octet_length(${column}) >= ${sql.raw(String(searchTextCharacters))}`;
