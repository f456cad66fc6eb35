import { create } from 'zustand';
import type { PlatformId } from '#shared/platforms.ts';

export type NoticeCounters = {
  /** Notices that the person has not read. */
  unread: number;
  /** Id of the newest notice that is counted in. */
  lastId: number;
};

type NoticesState = NoticeCounters & {
  /** Platforms whose last notice says that the grant is lost or about to run out. */
  atRisk: readonly PlatformId[];
};

const defaults = (): NoticesState => ({ unread: 0, lastId: 0, atRisk: [] });

/** What the frame knows of the notices; their list is read when somebody opens it. */
export const useNoticesStore = create<NoticesState>()(defaults);

export const resetNotices = (): void => useNoticesStore.setState(defaults());

export const readLastId = (): number => useNoticesStore.getState().lastId;

/** As the server has counted them, who was asked at `askedAtId`: those that came meanwhile may be missing in its answer. */
export const setNoticeCounters = ({ unread, lastId }: NoticeCounters, askedAtId: number): void =>
  useNoticesStore.setState((notices) => {
    const newer = Math.max(0, notices.lastId - Math.max(lastId, askedAtId));
    return { unread: unread + newer, lastId: lastId + newer };
  });

/** One has come. It may come twice, and it may have been counted by the server before it came. */
export const countNotice = (id: number): void =>
  useNoticesStore.setState((notices) => (id > notices.lastId ? { unread: notices.unread + 1, lastId: id } : notices));

/** All up to an id are read, here or in another tab. Ids have no gaps, so those above it are the unread ones. */
export const noteNoticesRead = (upTo: number): void =>
  useNoticesStore.setState(({ unread, lastId }) => ({
    unread: Math.min(unread, Math.max(0, lastId - upTo)),
    lastId: Math.max(lastId, upTo),
  }));

export const noteRisk = (platform: PlatformId, isAtRisk: boolean): void =>
  useNoticesStore.setState(({ atRisk }) => {
    if (atRisk.includes(platform) === isAtRisk) return {};
    return { atRisk: isAtRisk ? [...atRisk, platform] : atRisk.filter((each) => each !== platform) };
  });
