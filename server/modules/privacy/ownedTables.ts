import { getTableName, is, sql, PgTable, getTableConfig } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import * as schema from '#server/database/schema.ts';
import type { Transaction } from '#server/database/Database.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Rows per transaction. It holds their locks until it ends. */
const rowsPerStep = 1_000;

/** The owner column of a table. */
type OwnerColumn = 'workspace_id' | 'user_id';
export type OwnedTable = { name: string; ownerColumn: OwnerColumn };

/** An account to be deleted, and the workspaces that are deleted with it. */
export type Owners = { userId: string; workspaceIds: readonly WorkspaceId[] };

const ownerTables: readonly unknown[] = [schema.users, schema.workspaces];
/** Receipts outlive the account and lose its id. Memberships are deleted last, because they link to the workspaces. */
const kept: readonly unknown[] = [schema.erasures, schema.memberships];

const describe = (table: PgTable): (OwnedTable & { dependsOn: number })[] => {
  const { name, columns, foreignKeys } = getTableConfig(table);
  const ownerColumn = (['workspace_id', 'user_id'] as const).find((owner) =>
    // A person's row may reference a workspace.
    columns.some((column) => column.name === owner && column.notNull),
  );
  if (!ownerColumn || kept.includes(table)) return [];
  const others = foreignKeys.filter((key) => !ownerTables.includes(key.reference().foreignTable));
  return [{ name, ownerColumn, dependsOn: others.length }];
};

/** All tables whose rows are deleted with their owner. Referencing tables come before referenced ones. */
export const ownedTables: readonly OwnedTable[] = Object.values(schema)
  .flatMap((value) => (is(value, PgTable) ? describe(value) : []))
  .toSorted((a, b) => b.dependsOn - a.dependsOn)
  .map(({ name, ownerColumn }) => ({ name, ownerColumn }));

/** The accounts table. */
export const usersTable = getTableName(schema.users);

/**
 * Deletes some rows of one owner per call: workspaces may be on different servers, and a ctid is only valid on its own
 * server.
 * @returns the number of deleted rows; 0 when none is left
 */
export const deleteSomeRows = async (
  tx: Transaction,
  table: OwnedTable,
  { userId, workspaceIds }: Owners,
): Promise<number> => {
  const name: SQL = sql`${sql.identifier(table.name)}`;
  const owners: readonly string[] = table.ownerColumn === 'user_id' ? [userId] : workspaceIds;
  for (const owner of owners) {
    const isOwn: SQL = sql`${sql.identifier(table.ownerColumn)} = ${owner}`;
    const some = sql`select ctid from ${name} where ${isOwn} limit ${rowsPerStep}`;
    const { rowCount } = await tx.execute(sql`delete from ${name} where ${isOwn} and ctid = any(array(${some}))`);
    if (rowCount) return rowCount;
  }
  return 0;
};
