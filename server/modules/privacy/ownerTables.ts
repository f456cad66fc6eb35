import { getTableName, is, sql, PgTable, getTableConfig } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import * as schema from '#server/database/schema.ts';
import type { Transaction } from '#server/database/Database.ts';

/** Rows of one transaction, which holds their locks until it ends. */
const rowsPerStep = 1_000;

type OwnerTable = { name: string; dependsOn: number };

const describe = (table: PgTable): OwnerTable[] => {
  const { name, columns, foreignKeys } = getTableConfig(table);
  if (table === schema.erasures || !columns.some((column) => column.name === 'user_id')) return [];
  const others = foreignKeys.filter((key) => key.reference().foreignTable !== schema.users);
  return [{ name, dependsOn: others.length }];
};

/**
 * Every table that has an owner, those first that belong to rows of another one. The receipts are not among them: they outlive
 * the account, and forget whose they were.
 */
export const ownerTables: readonly string[] = Object.values(schema)
  .flatMap((value) => (is(value, PgTable) ? describe(value) : []))
  .toSorted((a, b) => b.dependsOn - a.dependsOn)
  .map(({ name }) => name);

/** The table that names all the others' owners. */
export const usersTable = getTableName(schema.users);

/** Deletes some of an owner's rows. @returns how many; 0 when none is left */
export const deleteSomeRows = async (tx: Transaction, table: string, userId: string): Promise<number> => {
  const name: SQL = sql`${sql.identifier(table)}`;
  const some = sql`select ctid from ${name} where user_id = ${userId} limit ${rowsPerStep}`;
  const { rowCount } = await tx.execute(
    sql`delete from ${name} where user_id = ${userId} and ctid = any(array(${some}))`,
  );
  return rowCount ?? 0;
};
