import type { ServerEventName, ServerEventPayload } from '#shared/socketEvents.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { countNotification } from '#server/metrics/counters.ts';
import { insertNotification, takeNotificationId } from './notifications.store.ts';

/** An event that was stored, to be sent after its transaction has committed. */
export type StoredNotification<E extends ServerEventName> = {
  event: E;
  /** One for each recipient, because ids grow per person. */
  copies: { userId: string; payload: ServerEventPayload<E> }[];
};

/**
 * Stores an event as a notification of each person, in the transaction that makes it true. The caller sends it with
 * `publishNotification` after the commit. If that never happens, the client finds it in its list. The ids lock the
 * accounts: a transaction that locks anything else first calls `lockUser` or `lockMembers`.
 */
export const storeNotification = async <E extends ServerEventName>(
  tx: Transaction,
  userIds: readonly string[],
  event: E,
  payload: ServerEventPayload<E>,
  createdAt: Date,
): Promise<StoredNotification<E>> => {
  const copies: StoredNotification<E>['copies'] = [];
  for (const userId of userIds) {
    const id = await takeNotificationId(tx, userId);
    const numbered = Object.assign({}, payload, { notificationId: id });
    await insertNotification(tx, { userId, id, event, payload: numbered, createdAt });
    copies.push({ userId, payload: numbered });
  }
  return { event, copies };
};

export const publishNotification = <E extends ServerEventName>(
  { publisher }: Pick<AppContext, 'publisher'>,
  { event, copies }: StoredNotification<E>,
): void => {
  for (const { userId, payload } of copies) {
    countNotification(event);
    publisher.toUser(userId, event, payload);
  }
};

/** Notifies a person: stores a notification with the next id, then sends it to their sockets. */
export const announce = async <E extends ServerEventName>(
  context: Pick<AppContext, 'db' | 'publisher' | 'clock'>,
  userId: string,
  event: E,
  payload: ServerEventPayload<E>,
): Promise<void> => {
  const stored = await context.db.transaction((tx) =>
    storeNotification(tx, [userId], event, payload, context.clock.now()),
  );
  publishNotification(context, stored);
};
