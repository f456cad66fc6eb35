import type { ServerEventName, ServerEventPayload } from '#shared/socketEvents.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { countNotification } from '#server/metrics/counters.ts';
import { lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';
import type { LockedWorkspace } from '#server/modules/users/workspaces/workspaces.store.ts';
import { insertNotification, takeNotificationId } from './notifications.store.ts';

/** A stored event. Send it after its transaction commits. */
export type StoredNotification<E extends ServerEventName> = {
  event: E;
  /** One id per recipient, because each person has a separate id sequence. */
  copies: { member: Member; payload: ServerEventPayload<E> }[];
};

/**
 * Stores a workspace event as a notification for each member, in the transaction that causes the event. The caller
 * sends it with `publishNotification` after the commit. If that never happens, the client finds the notification in its
 * list. Taking an id locks the account, so a transaction with other locks must call `lockUser` or `lockMembers` first.
 */
export const storeNotification = async <E extends ServerEventName>(
  tx: Transaction,
  { workspaceId, members }: LockedWorkspace,
  event: E,
  payload: ServerEventPayload<E>,
  createdAt: Date,
): Promise<StoredNotification<E>> => {
  const copies: StoredNotification<E>['copies'] = [];
  for (const userId of members) {
    const id = await takeNotificationId(tx, userId);
    const numbered = Object.assign({}, payload, { notificationId: id });
    await insertNotification(tx, { userId, workspaceId, id, event, payload: numbered, createdAt });
    copies.push({ member: { userId, workspaceId }, payload: numbered });
  }
  return { event, copies };
};

export const publishNotification = <E extends ServerEventName>(
  { publisher }: Pick<AppContext, 'publisher'>,
  { event, copies }: StoredNotification<E>,
): void => {
  for (const { member, payload } of copies) {
    countNotification(event);
    publisher.toMember(member, event, payload);
  }
};

/**
 * Notifies a member: stores a notification with the next id, then sends it to their sockets. Ignores people outside the
 * workspace.
 */
export const announce = async <E extends ServerEventName>(
  context: Pick<AppContext, 'db' | 'publisher' | 'clock'>,
  { userId, workspaceId }: Member,
  event: E,
  payload: ServerEventPayload<E>,
): Promise<void> => {
  const stored = await context.db.transaction(async (tx) => {
    const members = (await lockMembers(tx, workspaceId)).filter((id) => id === userId);
    return storeNotification(tx, { workspaceId, members }, event, payload, context.clock.now());
  });
  publishNotification(context, stored);
};
