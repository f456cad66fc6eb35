import { messageOf } from '#client/lib/api/ApiError.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { logError } from '#client/lib/log.ts';
import { listNewestNotifications, listNotifications } from '#shared/contracts/notifications.ts';
import { createNoticeStream } from './createNotificationStream.ts';
import type { NoticeStream, StoredNotice } from './createNotificationStream.ts';
import { followReadIds, noteReadId, noteShownId, readShownId } from './notificationLinks.ts';
import { countNotice, noteNoticesRead, readLastId, resetNotices, setNoticeCounters } from './notificationsStore.ts';
import type { NoticeCounters } from './notificationsStore.ts';

type FollowOptions = {
  userId: string;
  /** The newest ones, the oldest first, whether they were shown or not: at the beginning of a page. */
  onKnown: (notices: readonly StoredNotice[]) => void;
  /** One that has just come. */
  onLive: (notice: StoredNotice) => void;
  /** Those that no socket brought, in order. */
  onMissed: (notices: readonly StoredNotice[]) => void;
};

/** Where a list was not to be had although the line is there. */
const retryMs = 5000;

/** Follows the stored events of a person: each comes once and in order, and what the frame counts is kept up to date. */
export const followNotices = ({ userId, onKnown, onLive, onMissed }: FollowOptions): NoticeStream => {
  let retry: ReturnType<typeof setTimeout> | undefined;
  /** The person has left; what is still on its way is none of the next one's. */
  let isClosed = false;
  const count = async <Answer extends NoticeCounters>(asked: Promise<Answer>): Promise<Answer> => {
    const askedAtId = readLastId();
    const answer = await asked;
    if (!isClosed) setNoticeCounters(answer, askedAtId);
    return answer;
  };
  const stream = createNoticeStream({
    readShownId: () => readShownId(userId),
    noteShownId: (id, isSetBack) => noteShownId(userId, id, isSetBack),
    readNewest: async () => {
      const { data, lastId } = await count(call(listNewestNotifications));
      if (!isClosed) onKnown(data.toReversed());
      return { lastId };
    },
    readAfter: async (id) => {
      const { data, lastId } = await count(call(listNotifications, { query: { after: String(id) } }));
      return { notices: data, lastId };
    },
    deliver: (notices, how) => {
      for (const notice of notices) {
        countNotice(notice.id);
        if (how === 'live') onLive(notice);
      }
      if (how === 'missed') onMissed(notices);
    },
  });
  const synchronise = async (): Promise<void> => {
    clearTimeout(retry);
    try {
      await stream.synchronise();
    } catch (error) {
      if (isClosed) return;
      logError('The notices could not be read', messageOf(error, ''));
      retry = setTimeout(() => void synchronise(), retryMs);
    }
  };
  const stopFollowing = followReadIds(userId, noteNoticesRead);
  return {
    receive: (notice) => {
      const isGap = stream.receive(notice);
      if (isGap) void synchronise();
      return isGap;
    },
    synchronise,
    close: () => {
      isClosed = true;
      stream.close();
      stopFollowing();
      clearTimeout(retry);
      resetNotices();
    },
  };
};

/** The person has seen all notices up to an id. */
export const markNoticesSeen = (userId: string, upTo: number): void => {
  noteReadId(userId, upTo);
  noteNoticesRead(upTo);
};
