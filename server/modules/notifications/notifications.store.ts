import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { notifications, users } from '#server/database/schema.ts';

export type NotificationRow = typeof notifications.$inferSelect;

/**
 * The next id of a person's notifications. The update locks the person's row until the transaction ends, so ids become
 * visible in their order: who has read up to one never misses a smaller one that was committed later.
 */
export const takeNotificationId = async (tx: Transaction, userId: string): Promise<number> => {
  const [counter] = await tx
    .update(users)
    .set({ lastNotificationId: sql`${users.lastNotificationId} + 1` })
    .where(eq(users.id, userId))
    .returning({ id: users.lastNotificationId });
  if (!counter) throw new Error(`No person to notify with the id ${userId}`);
  return counter.id;
};

export const insertNotification = async (
  tx: Transaction,
  notification: Pick<NotificationRow, 'userId' | 'id' | 'event' | 'payload' | 'createdAt'>,
): Promise<void> => {
  await tx.insert(notifications).values(notification);
};

/** Oldest first. */
export const listNotificationsAfter = (
  db: Queryable,
  userId: string,
  afterId: number,
  limitRows: number,
): Promise<NotificationRow[]> =>
  db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), gt(notifications.id, afterId)))
    .orderBy(asc(notifications.id))
    .limit(limitRows);

/** False when the person has no such notification. A second reading keeps the time of the first. */
export const markNotificationRead = async (
  db: Queryable,
  userId: string,
  id: number,
  readAt: Date,
): Promise<boolean> => {
  const found = await db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${readAt.toISOString()}::timestamptz)` })
    .where(and(eq(notifications.userId, userId), eq(notifications.id, id)))
    .returning({ id: notifications.id });
  return found.length > 0;
};
