import type { Notification } from '#shared/contracts/notifications.ts';
import type { NotificationRow } from './notifications.store.ts';

export const presentNotification = ({ id, event, payload, createdAt, readAt }: NotificationRow): Notification => ({
  id,
  event,
  payload,
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
});
