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
import { receiveSeconds } from '#server/modules/customLeads/imports/customLeadImports.store.ts';
import { notByItself } from '#server/modules/insights/days/nextRead.ts';

/** How far ahead a moment may lie that was set by a clock which was right. */
type Ahead = {
  table: PgTable;
  column: PgColumn;
  seconds: number;
  /** Set and read by the clock of this process; all others by that of the database. */
  isOurs?: true;
  /** Stands for no moment at all. */
  never?: Date;
};

const minute = 60;
const day = 86_400;
const leaseSeconds = minute;
/** Servers differ a little in their time. */
const slackSeconds = minute;

/** Secrets with a short life, by our clock: those that would get a longer one are gone. */
const secrets: Ahead[] = [
  { table: resetCodes, column: resetCodes.expiresAt, seconds: oneTimeCode.lifetimeMinutes * minute },
  { table: resetLinks, column: resetLinks.expiresAt, seconds: resetLink.lifetimeHours * 60 * minute },
  { table: oauthStates, column: oauthStates.expiresAt, seconds: oauthStateLifetimeMinutes * minute },
];

/** Ends of sessions and leases, and slots of what runs again and again; they are brought near. */
const moments = (autoSyncSeconds: number): Ahead[] => [
  { table: sessions, column: sessions.expiresAt, seconds: sessionLifetimeDays * day, isOurs: true },
  { table: sheetSyncs, column: sheetSyncs.nextRunAt, seconds: autoSyncSeconds },
  // A platform may have asked for so long a pause.
  { table: leadReads, column: leadReads.nextReadAt, seconds: day },
  { table: insightAccounts, column: insightAccounts.nextReadAt, seconds: day, never: notByItself },
  ...leasedTables.map((table) => ({ table, column: table.leasedUntil, seconds: leaseSeconds })),
  { table: customLeadImports, column: customLeadImports.dueAt, seconds: receiveSeconds },
];

const ahead = (ourNow: Date, seconds: number): SQL =>
  sql`${ourNow.toISOString()}::timestamptz + make_interval(secs => ${seconds})`;

/** Sees to it that nothing which was stored before the clock was set back lasts, or waits, for longer than it should. */
export const bringNear = async (db: Queryable, now: Date, autoSyncSeconds: number): Promise<void> => {
  for (const { table, column, seconds } of secrets)
    await db.delete(table).where(gt(column, ahead(now, seconds + slackSeconds)));
  for (const { table, column, seconds, never, isOurs } of moments(autoSyncSeconds)) {
    const inSeconds = (many: number) => (isOurs ? ahead(now, many) : fromNow(many));
    const isMoment = never ? sql`${column} <> ${never.toISOString()}::timestamptz` : sql`true`;
    await db.execute(
      sql`update ${table} set ${sql.identifier(column.name)} = ${inSeconds(seconds)}
        where ${column} > ${inSeconds(seconds + slackSeconds)} and ${isMoment}`,
    );
  }
};
