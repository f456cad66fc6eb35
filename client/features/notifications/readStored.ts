import type { Notification } from '#shared/contracts/notifications.ts';
import { readAnnounced } from '#shared/socketEvents.ts';
import type { StoredNotification } from './createNotificationStream.ts';

/** A row of the stored list. */
export type NotificationRow = StoredNotification & Pick<Notification, 'createdAt' | 'readAt'>;

/** Parses the event of a row. */
export const readStored = ({ event, payload, ...row }: Notification): NotificationRow => ({
  ...row,
  announced: readAnnounced(event, payload),
});
