import { and, gt, isNotNull, isNull, lte, or } from '#server/database/drizzle.ts';
import { expiryReminderDays } from '#shared/limits.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { connections } from '#server/database/schema.ts';
import { isUnchanged } from '#server/modules/connections/connections.store.ts';
import type { ConnectionRow, SeenConnection } from '#server/modules/connections/connections.store.ts';

const dayMs = 86_400_000;

/** The latest end that is within so many days; the last day is as long as the others. */
const endWithin = (days: number, now: Date): Date => new Date(now.getTime() + Math.max(days, 1) * dayMs);

/** It expires, nothing renews it, and its owner has not been notified of the loss. */
const isEnding = and(
  isNull(connections.refreshToken),
  isNull(connections.reconnectReason),
  isNotNull(connections.accessTokenExpiresAt),
);

const isUntold = (days: number) => or(isNull(connections.expiryToldDays), gt(connections.expiryToldDays, days));

/** Grants that have expired, or whose owner is to be notified that they will; the soonest first. */
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

/**
 * Records that the owner was notified this many days before the end. False when this or a later notification was
 * already sent.
 */
export const recordReminder = async (tx: Transaction, seen: SeenConnection, days: number): Promise<boolean> => {
  const recorded = await tx
    .update(connections)
    .set({ expiryToldDays: days })
    .where(and(isUnchanged(seen), isEnding, isUntold(days)))
    .returning({ version: connections.version });
  return recorded.length > 0;
};
