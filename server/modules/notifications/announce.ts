import type { ServerEventName, ServerEventPayload } from '#shared/socketEvents.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { countNotice } from '#server/metrics/counters.ts';
import { insertNotification, takeNotificationId } from './notifications.store.ts';

/** An event that was stored and may be sent once its transaction is committed. */
export type StoredNotification<E extends ServerEventName> = {
  userId: string;
  event: E;
  payload: ServerEventPayload<E>;
};

/**
 * Stores an event among the person's notifications, within the transaction that makes it true. The caller sends it
 * with `publishNotification` after the commit; if that never happens, the client finds it in its list. The id locks the
 * account: a transaction that locks anything else before this calls `lockUser` first.
 */
export const storeNotification = async <E extends ServerEventName>(
  tx: Transaction,
  userId: string,
  event: E,
  payload: ServerEventPayload<E>,
  createdAt: Date,
): Promise<StoredNotification<E>> => {
  const id = await takeNotificationId(tx, userId);
  const numbered = Object.assign({}, payload, { notificationId: id });
  await insertNotification(tx, { userId, id, event, payload: numbered, createdAt });
  return { userId, event, payload: numbered };
};

export const publishNotification = <E extends ServerEventName>(
  { publisher }: Pick<AppContext, 'publisher'>,
  { userId, event, payload }: StoredNotification<E>,
): void => {
  countNotice(event);
  publisher.toUser(userId, event, payload);
};

/** Tells a person that something happened: kept as a notification with a growing id, then sent to their sockets. */
export const announce = async <E extends ServerEventName>(
  context: Pick<AppContext, 'db' | 'publisher' | 'clock'>,
  userId: string,
  event: E,
  payload: ServerEventPayload<E>,
): Promise<void> => {
  const stored = await context.db.transaction((tx) =>
    storeNotification(tx, userId, event, payload, context.clock.now()),
  );
  publishNotification(context, stored);
};
