import { and, gt, isNotNull, isNull, lte, or } from '#server/database/drizzle.ts';
import { expiryReminderDays } from '#shared/limits.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { connections } from '#server/database/schema.ts';
import { isUnchanged } from '#server/modules/connections/connections.store.ts';
import type { ConnectionRow, SeenConnection } from '#server/modules/connections/connections.store.ts';

const dayMs = 86_400_000;

/** The latest expiry within this many days. Day 0 also lasts 24 hours. */
const endWithin = (days: number, now: Date): Date => new Date(now.getTime() + Math.max(days, 1) * dayMs);

/** The grant expires, cannot be renewed, and is not marked as lost. */
const isEnding = and(
  isNull(connections.refreshToken),
  isNull(connections.reconnectReason),
  isNotNull(connections.accessTokenExpiresAt),
);

const isUntold = (days: number) => or(isNull(connections.expiryToldDays), gt(connections.expiryToldDays, days));

/** Grants that have expired or need an expiry reminder, the soonest first. */
export const listEndingConnections = (db: Queryable, now: Date, limitRows: number): Promise<ConnectionRow[]> =>
  db
    .select()
    .from(connections)
    .where(
      and(
        isEnding,
        or(
          lte(connections.accessTokenExpiresAt, now),
          ...expiryReminderDays.map((days) =>
            and(lte(connections.accessTokenExpiresAt, endWithin(days, now)), isUntold(days)),
          ),
        ),
      ),
    )
    .orderBy(connections.accessTokenExpiresAt)
    .limit(limitRows);

/** Records the reminder for this many days before expiry. False when this or a later reminder was already sent. */
export const recordReminder = async (tx: Transaction, seen: SeenConnection, days: number): Promise<boolean> => {
  const recorded = await tx
    .update(connections)
    .set({ expiryToldDays: days })
    .where(and(isUnchanged(seen), isEnding, isUntold(days)))
    .returning({ version: connections.version });
  return recorded.length > 0;
};
