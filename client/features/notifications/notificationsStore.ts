import { create } from 'zustand';
import type { PlatformId } from '#shared/platforms.ts';

export type NotificationCounters = {
  /** Notifications that the person has not read. */
  unread: number;
  /** Id of the newest notification that is counted in. */
  lastId: number;
};

type NotificationsState = NotificationCounters & {
  /** Platforms whose last notification says that the grant is lost or about to run out. */
  atRisk: readonly PlatformId[];
};

const defaults = (): NotificationsState => ({ unread: 0, lastId: 0, atRisk: [] });

/** What the frame knows of the notifications; their list is read when somebody opens it. */
export const useNotificationsStore = create<NotificationsState>()(defaults);

export const resetNotifications = (): void => useNotificationsStore.setState(defaults());

export const readLastId = (): number => useNotificationsStore.getState().lastId;

/** As the server has counted them, who was asked at `askedAtId`: those that came meanwhile may be missing in its answer. */
export const setNotificationCounters = ({ unread, lastId }: NotificationCounters, askedAtId: number): void =>
  useNotificationsStore.setState((notifications) => {
    const newer = Math.max(0, notifications.lastId - Math.max(lastId, askedAtId));
    return { unread: unread + newer, lastId: lastId + newer };
  });

/** One has come. It may come twice, and it may have been counted by the server before it came. */
export const countNotification = (id: number): void =>
  useNotificationsStore.setState((notifications) =>
    id > notifications.lastId ? { unread: notifications.unread + 1, lastId: id } : notifications,
  );

/** All up to an id are read, here or in another tab. Ids have no gaps, so those above it are the unread ones. */
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
