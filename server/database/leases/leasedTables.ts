import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { databaseNow } from './fromNow.ts';
import {
  connections,
  dailyBackups,
  exports,
  findingRuns,
  idempotencyKeys,
  insightAccounts,
  leadReads,
  sheetSyncs,
} from '#server/database/schema.ts';

export const leasedTables = [
  connections,
  dailyBackups,
  exports,
  findingRuns,
  idempotencyKeys,
  insightAccounts,
  leadReads,
  sheetSyncs,
];

/** Ends all leases. Only for a start that has the database to itself, because all former holders are gone. */
export const expireLeases = async (db: Queryable): Promise<void> => {
  for (const table of leasedTables) {
    const { leasedUntil } = table;
    const isDueToo = 'nextReadAt' in table ? sql`, ${sql.identifier(table.nextReadAt.name)} = ${databaseNow}` : sql``;
    await db.execute(
      sql`update ${table} set ${sql.identifier(leasedUntil.name)} = ${databaseNow}${isDueToo} where ${leasedUntil} > ${databaseNow}`,
    );
  }
};
