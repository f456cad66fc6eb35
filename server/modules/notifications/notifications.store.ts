import { and, asc, desc, eq, gt, isNull, lt, lte, or, sql } from '#server/database/drizzle.ts';
import type { Placeholder } from '#server/database/drizzle.ts';
import { pageSizes } from '#shared/limits.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { prepareOnce } from '#server/database/prepareOnce.ts';
import { notifications, users } from '#server/database/schema.ts';
import type { Member } from '#server/lib/http/Caller.ts';

export type NotificationRow = typeof notifications.$inferSelect;

/** Notifications of the workspace, and those that the old version stored without a workspace. */
const isOf = ({ userId, workspaceId }: Member | Record<keyof Member, Placeholder>) =>
  and(
    eq(notifications.userId, userId),
    or(eq(notifications.workspaceId, workspaceId), isNull(notifications.workspaceId)),
  );

/**
 * The next id of a person's notifications. The update locks the person's row until the transaction ends, so ids become
 * visible in order. A reader who has seen an id never misses a smaller one.
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
  notification: Pick<NotificationRow, 'userId' | 'workspaceId' | 'id' | 'event' | 'payload' | 'createdAt'>,
): Promise<void> => {
  await tx.insert(notifications).values(notification);
};

const someMember = { userId: sql.placeholder('userId'), workspaceId: sql.placeholder('workspaceId') };

const countersAndLater = prepareOnce((db) => {
  const later = db
    .select()
    .from(notifications)
    .where(and(isOf(someMember), gt(notifications.id, sql.placeholder('afterId'))))
    .orderBy(asc(notifications.id))
    .limit(pageSizes.maximum)
    .as('later');
  return db
    .select({
      unread: db.$count(notifications, and(isOf(someMember), isNull(notifications.readAt))),
      lastId: users.lastNotificationId,
      row: later._.selectedFields,
    })
    .from(users)
    .leftJoinLateral(later, sql`true`)
    .where(eq(users.id, someMember.userId))
    .orderBy(asc(later.id))
    .prepare('notifications_after');
});

/** The oldest notifications after an id, with counters from the same snapshot. */
export const readNotificationsAfter = async (
  db: Queryable,
  member: Member,
  afterId: number,
): Promise<{ rows: NotificationRow[]; unread: number; lastId: number }> => {
  const { userId, workspaceId } = member;
  const lines = await countersAndLater(db).execute({ userId, workspaceId, afterId });
  const { unread = 0, lastId = 0 } = lines[0] ?? {};
  return { unread, lastId, rows: lines.flatMap(({ row }) => (row === null ? [] : [row])) };
};

/** Newest first. */
export const listNewest = (
  db: Queryable,
  member: Member,
  beforeId: number | null,
  limitRows: number,
): Promise<NotificationRow[]> =>
  db
    .select()
    .from(notifications)
    .where(and(isOf(member), beforeId === null ? undefined : lt(notifications.id, beforeId)))
    .orderBy(desc(notifications.id))
    .limit(limitRows);

/**
 * The number of unread notifications and the person's newest id. That notification may be deleted or belong to another
 * workspace.
 */
export const readCounters = async (db: Queryable, member: Member): Promise<{ unread: number; lastId: number }> => {
  const unread = db.$count(notifications, and(isOf(member), isNull(notifications.readAt)));
  const [counters] = await db
    .select({ unread, lastId: users.lastNotificationId })
    .from(users)
    .where(eq(users.id, member.userId));
  return counters ?? { unread: 0, lastId: 0 };
};

/** False when the person has no such notification. A repeated call keeps the first time. */
export const markNotificationRead = async (
  db: Queryable,
  member: Member,
  id: number,
  readAt: Date,
): Promise<boolean> => {
  const found = await db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${readAt.toISOString()}::timestamptz)` })
    .where(and(isOf(member), eq(notifications.id, id)))
    .returning({ id: notifications.id });
  return found.length > 0;
};

/** Marks all notifications up to an id as read. Those that are already read keep their time. */
export const markReadUpTo = async (db: Queryable, member: Member, upTo: number, readAt: Date): Promise<void> => {
  await db
    .update(notifications)
    .set({ readAt })
    .where(and(isOf(member), isNull(notifications.readAt), lte(notifications.id, upTo)));
};

/** Deletes old notifications of all people. The id counter is stored elsewhere, so no id is used twice. */
export const deleteNotificationsBefore = (db: Queryable, before: Date, signal: AbortSignal): Promise<number> =>
  deleteBefore(db, notifications, notifications.createdAt, before, { signal });
