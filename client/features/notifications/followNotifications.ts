import { messageOf } from '#client/lib/api/ApiError.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { logError } from '#client/lib/log.ts';
import { listNewestNotifications, listNotifications } from '#shared/contracts/notifications.ts';
import { createNotificationStream } from './createNotificationStream.ts';
import type { NotificationStream, StoredNotification } from './createNotificationStream.ts';
import { readStored } from './readStored.ts';
import { followReadIds, saveReadId, saveShownId, readShownId } from './notificationLinks.ts';
import {
  countNotification,
  markNotificationsRead,
  readLastId,
  resetNotifications,
  setNotificationCounters,
} from './notificationsStore.ts';
import type { NotificationCounters } from './notificationsStore.ts';

type FollowOptions = {
  userId: string;
  /** Called at page load with the newest notifications, oldest first, including those already shown. */
  onKnown: (notifications: readonly StoredNotification[]) => void;
  /** Called for a notification that just arrived. */
  onLive: (notification: StoredNotification) => void;
  /** Called in order for notifications that the socket did not deliver. */
  onMissed: (notifications: readonly StoredNotification[]) => void;
};

/** Delay before reading the list again after a failure. */
const retryMs = 5000;

/** Follows the stored events of a person, each once and in order, and keeps the unread count current. */
export const followNotifications = ({ userId, onKnown, onLive, onMissed }: FollowOptions): NotificationStream => {
  let retry: ReturnType<typeof setTimeout> | undefined;
  /** The person has signed out. Late responses must not affect the next person. */
  let isClosed = false;
  const count = async <Answer extends NotificationCounters>(asked: Promise<Answer>): Promise<Answer> => {
    const askedAtId = readLastId();
    const answer = await asked;
    if (!isClosed) setNotificationCounters(answer, askedAtId);
    return answer;
  };
  const stream = createNotificationStream({
    readShownId: () => readShownId(userId),
    saveShownId: (id, isSetBack) => saveShownId(userId, id, isSetBack),
    readNewest: async () => {
      const { data, lastId } = await count(call(listNewestNotifications));
      if (!isClosed) onKnown(data.map(readStored).toReversed());
      return { lastId };
    },
    readAfter: async (id) => {
      const { data, lastId } = await count(call(listNotifications, { query: { after: String(id) } }));
      return { notifications: data.map(readStored), lastId };
    },
    deliver: (notifications, how) => {
      for (const notification of notifications) {
        countNotification(notification.id);
        if (how === 'live') onLive(notification);
      }
      if (how === 'missed') onMissed(notifications);
    },
  });
  const synchronize = async (): Promise<void> => {
    clearTimeout(retry);
    try {
      await stream.synchronize();
    } catch (error) {
      if (isClosed) return;
      logError('The notifications could not be read', messageOf(error, ''));
      retry = setTimeout(() => void synchronize(), retryMs);
    }
  };
  const stopFollowing = followReadIds(userId, markNotificationsRead);
  return {
    receive: (notification) => {
      const isGap = stream.receive(notification);
      if (isGap) void synchronize();
      return isGap;
    },
    synchronize,
    close: () => {
      isClosed = true;
      stream.close();
      stopFollowing();
      clearTimeout(retry);
      resetNotifications();
    },
  };
};

/** Marks all notifications up to an id as seen. */
export const markNotificationsSeen = (userId: string, upTo: number): void => {
  saveReadId(userId, upTo);
  markNotificationsRead(upTo);
};
