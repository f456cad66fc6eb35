import { messageOf } from '#client/lib/api/ApiError.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { logError } from '#client/lib/log.ts';
import { listNewestNotifications, listNotifications } from '#shared/contracts/notifications.ts';
import { createNotificationStream } from './createNotificationStream.ts';
import type { NotificationStream, StoredNotification } from './createNotificationStream.ts';
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
  /** The newest ones, the oldest first, whether they were shown or not: at the beginning of a page. */
  onKnown: (notifications: readonly StoredNotification[]) => void;
  /** One that has just come. */
  onLive: (notification: StoredNotification) => void;
  /** Those that no socket brought, in order. */
  onMissed: (notifications: readonly StoredNotification[]) => void;
};

/** Where a list was not to be had although the line is there. */
const retryMs = 5000;

/** Follows the stored events of a person: each comes once and in order, and what the frame counts is kept up to date. */
export const followNotifications = ({ userId, onKnown, onLive, onMissed }: FollowOptions): NotificationStream => {
  let retry: ReturnType<typeof setTimeout> | undefined;
  /** The person has left; what is still on its way is none of the next one's. */
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
      if (!isClosed) onKnown(data.toReversed());
      return { lastId };
    },
    readAfter: async (id) => {
      const { data, lastId } = await count(call(listNotifications, { query: { after: String(id) } }));
      return { notifications: data, lastId };
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

/** The person has seen all notifications up to an id. */
export const markNotificationsSeen = (userId: string, upTo: number): void => {
  saveReadId(userId, upTo);
  markNotificationsRead(upTo);
};
