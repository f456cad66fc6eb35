import type { ServerEventName, ServerEventPayload } from '#shared/socketEvents.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { countNotification } from '#server/metrics/counters.ts';
import { lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';
import type { LockedWorkspace } from '#server/modules/users/workspaces/workspaces.store.ts';
import { insertNotification, takeNotificationId } from './notifications.store.ts';

/** An event that was stored, to be sent after its transaction has committed. */
export type StoredNotification<E extends ServerEventName> = {
  event: E;
  /** One for each recipient, because ids grow per person. */
  copies: { member: Member; payload: ServerEventPayload<E> }[];
};

/**
 * Stores an event of a workspace as a notification of each member, in the transaction that makes it true. The caller
 * sends it with
 * `publishNotification` after the commit. If that never happens, the client finds it in its list. The ids lock the
 * accounts: a transaction that locks anything else first calls `lockUser` or `lockMembers`.
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

/** Notifies a member: stores a notification with the next id, then sends it to their sockets. Nothing for a stranger. */
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
