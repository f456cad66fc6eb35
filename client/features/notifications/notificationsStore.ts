import { create } from 'zustand';
import type { PlatformId } from '#shared/platforms.ts';

export type NotificationCounters = {
  /** Unread notifications. */
  unread: number;
  /** Id of the newest counted notification. */
  lastId: number;
};

type NotificationsState = NotificationCounters & {
  /** Platforms whose last notification reported a lost or expiring grant. */
  atRisk: readonly PlatformId[];
};

const defaults = (): NotificationsState => ({ unread: 0, lastId: 0, atRisk: [] });

/** State for the bell and the alerts. The list loads when the panel opens. */
export const useNotificationsStore = create<NotificationsState>()(defaults);

export const resetNotifications = (): void => useNotificationsStore.setState(defaults());

export const readLastId = (): number => useNotificationsStore.getState().lastId;

/** Applies the server's count. The response may miss notifications that arrived after `askedAtId`. */
export const setNotificationCounters = ({ unread, lastId }: NotificationCounters, askedAtId: number): void =>
  useNotificationsStore.setState((notifications) => {
    const newer = Math.max(0, notifications.lastId - Math.max(lastId, askedAtId));
    return { unread: unread + newer, lastId: lastId + newer };
  });

/** Ignores a notification that arrives twice or that the server has already counted. */
export const countNotification = (id: number): void =>
  useNotificationsStore.setState((notifications) =>
    id > notifications.lastId ? { unread: notifications.unread + 1, lastId: id } : notifications,
  );

/** Marks all up to an id as read, here or in another tab. Ids have no gaps, so all higher ids are unread. */
export const markNotificationsRead = (upTo: number): void =>
  useNotificationsStore.setState(({ unread, lastId }) => ({
    unread: Math.min(unread, Math.max(0, lastId - upTo)),
    lastId: Math.max(lastId, upTo),
  }));

export const setAtRisk = (platform: PlatformId, isAtRisk: boolean): void =>
  useNotificationsStore.setState(({ atRisk }) => {
    if (atRisk.includes(platform) === isAtRisk) return {};
    return { atRisk: isAtRisk ? [...atRisk, platform] : atRisk.filter((each) => each !== platform) };
  });
