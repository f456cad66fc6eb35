import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { notify } from '#client/components/toasts/notify.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { logError } from '#client/lib/log.ts';
import { readList } from '#client/lib/api/readList.ts';
import { readUser } from '#client/stores/userStore.ts';
import { listNewestNotifications, readNotifications } from '#shared/contracts/notifications.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import { notificationLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { markNotificationsSeen } from './followNotifications.ts';
import { useNotificationsStore } from './notificationsStore.ts';
import { readStored } from './readStored.ts';
import type { NotificationRow } from './readStored.ts';

type Notifications = {
  /** Newest first. Undefined before the first response. */
  rows: readonly NotificationRow[] | undefined;
  error: string | null;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  retry: () => void;
  loadOlder: () => void;
};

const listNewest = async (before?: number): Promise<NotificationRow[]> =>
  readList<Notification>(
    await call(listNewestNotifications, { query: before === undefined ? {} : { before: String(before) } }),
    'data',
  ).map(readStored);

const isFull = (rows: readonly NotificationRow[]): boolean => rows.length === notificationLimits.newest;

const merge = (newest: readonly NotificationRow[], former: readonly NotificationRow[]): readonly NotificationRow[] => {
  const firstOf = newest.at(-1)?.id ?? 0;
  return [...newest, ...former.filter(({ id }) => id < firstOf)];
};

const markSeen = async (upTo: number): Promise<void> => {
  const { _id: userId } = readUser();
  await call(readNotifications, { body: { upTo } });
  if (readUser()._id === userId) markNotificationsSeen(userId, upTo);
};

/** Notifications for the open panel. Adds new notifications, and marks shown notifications as read. */
export const useNotifications = (): Notifications => {
  const lastId = useNotificationsStore((notifications) => notifications.lastId);
  const newest = useQuery({
    queryKey: queryKeys.notifications(lastId),
    queryFn: () => listNewest(),
    // The list stays while newer notifications load.
    placeholderData: (former) => former,
    staleTime: 0,
  });
  /** All rows as of the last request for older rows, including its result. */
  const [former, setFormer] = useState<{ rows: readonly NotificationRow[]; hasOlder: boolean } | null>(null);
  const [isLoadingOlder, setIsLoadingOlder] = useState(false);
  const rows = newest.data && merge(newest.data, former?.rows ?? []);

  useEffect(() => {
    const [last] = newest.data ?? [];
    if (!last || newest.data?.every(({ readAt }) => readAt !== null)) return;
    markSeen(last.id).catch((error: unknown) =>
      logError('The notifications were not marked as read', messageOf(error, '')),
    );
  }, [newest.data]);

  const loadOlder = async (): Promise<void> => {
    const oldest = rows?.at(-1);
    if (!rows || !oldest) return;
    setIsLoadingOlder(true);
    try {
      const older = await listNewest(oldest.id);
      setFormer({ rows: [...rows, ...older], hasOlder: isFull(older) });
    } catch (error) {
      notify.failure(error, messages.notifications.loadFailed);
    }
    setIsLoadingOlder(false);
  };

  return {
    rows,
    error: newest.error && messageOf(newest.error, messages.notifications.loadFailed),
    hasOlder: former?.hasOlder ?? (newest.data !== undefined && isFull(newest.data)),
    isLoadingOlder,
    retry: () => void newest.refetch(),
    loadOlder: () => void loadOlder(),
  };
};
