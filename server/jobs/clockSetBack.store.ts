import { gt, sql } from '#server/database/drizzle.ts';
import type { SQL, PgColumn, PgTable } from '#server/database/drizzle.ts';
import { oauthStateLifetimeMinutes, oneTimeCode, resetLink, sessionLifetimeDays } from '#shared/limits.ts';
import type { Queryable } from '#server/database/Database.ts';
import { fromNow } from '#server/database/leases/fromNow.ts';
import { leasedTables } from '#server/database/leases/leasedTables.ts';
import {
  customLeadImports,
  insightAccounts,
  leadReads,
  oauthStates,
  resetCodes,
  resetLinks,
  sessions,
  sheetSyncs,
} from '#server/database/schema.ts';
import { receiveSeconds } from '#server/modules/leads/imported/imports/customLeadImports.store.ts';
import { notByItself } from '#server/modules/ads/days/nextRead.ts';

/** The furthest future time that a correct clock could have stored. */
type StoredTime = {
  table: PgTable;
  column: PgColumn;
  seconds: number;
  /** Set and read by this process's clock; all other columns use the database's clock. */
  isOurs?: true;
  /** Placeholder that means no time is set. */
  never?: Date;
};

const minute = 60;
const day = 86_400;
const leaseSeconds = minute;
/** Tolerated clock difference between servers. */
const slackSeconds = minute;

/** Short-lived secrets, timed by our clock. Secrets that would live too long are deleted. */
const secrets: StoredTime[] = [
  { table: resetCodes, column: resetCodes.expiresAt, seconds: oneTimeCode.lifetimeMinutes * minute },
  { table: resetLinks, column: resetLinks.expiresAt, seconds: resetLink.lifetimeHours * 60 * minute },
  { table: oauthStates, column: oauthStates.expiresAt, seconds: oauthStateLifetimeMinutes * minute },
];

/** Ends of sessions and leases, and due times of recurring work. Times that are too far ahead are moved closer. */
const moments = (autoSyncSeconds: number): StoredTime[] => [
  { table: sessions, column: sessions.expiresAt, seconds: sessionLifetimeDays * day, isOurs: true },
  { table: sheetSyncs, column: sheetSyncs.nextRunAt, seconds: autoSyncSeconds },
  // A platform may ask for a pause this long.
  { table: leadReads, column: leadReads.nextReadAt, seconds: day },
  { table: insightAccounts, column: insightAccounts.nextReadAt, seconds: day, never: notByItself },
  ...leasedTables.map((table) => ({ table, column: table.leasedUntil, seconds: leaseSeconds })),
  { table: customLeadImports, column: customLeadImports.dueAt, seconds: receiveSeconds },
];

const fromOurClock = (ourNow: Date, seconds: number): SQL =>
  sql`${ourNow.toISOString()}::timestamptz + make_interval(secs => ${seconds})`;

/** After the clock was set back: limits stored times, so that nothing lasts or waits longer than intended. */
export const limitStoredTimes = async (db: Queryable, now: Date, autoSyncSeconds: number): Promise<void> => {
  for (const { table, column, seconds } of secrets)
    await db.delete(table).where(gt(column, fromOurClock(now, seconds + slackSeconds)));
  for (const { table, column, seconds, never, isOurs } of moments(autoSyncSeconds)) {
    const inSeconds = (many: number) => (isOurs ? fromOurClock(now, many) : fromNow(many));
    const isMoment = never ? sql`${column} <> ${never.toISOString()}::timestamptz` : sql`true`;
    await db.execute(
      sql`update ${table} set ${sql.identifier(column.name)} = ${inSeconds(seconds)}
        where ${column} > ${inSeconds(seconds + slackSeconds)} and ${isMoment}`,
    );
  }
};
