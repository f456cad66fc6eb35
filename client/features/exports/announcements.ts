import { useUserStore } from '#client/stores/userStore.ts';
import { forgetAwaited } from './exportsStore.ts';
import { exportEnds } from './exportStates.ts';
import type { ExportEnd } from './exportStates.ts';

/** What tells two announcements apart; either id may be missing. */
type Announcement = { end: ExportEnd; notificationId: string | null; exportId: string | null };

/** Ids of notifications that were shown: the server may deliver one twice. */
const shownNotifications = new Set<string>();
/** Ends that were shown, each with the notification that told it, or null where an answer was first. */
const shownEnds = new Map<string, string | null>();
/** More than any server keeps in flight. */
const shownLimit = 500;

const keyOf = (end: string, exportId: string): string => `${end}:${exportId}`;

const forgetOldest = (shown: Set<string> | Map<string, unknown>): void => {
  for (const key of [...shown.keys()].slice(0, Math.max(0, shown.size - shownLimit))) shown.delete(key);
};

/** Whether this end was shown; a second notification is of a second end, after the export was resumed elsewhere. */
const wasShown = ({ end, notificationId, exportId }: Announcement): boolean => {
  if (notificationId !== null && shownNotifications.has(notificationId)) return true;
  if (exportId === null) return false;
  const teller = shownEnds.get(keyOf(end, exportId));
  return teller === null || (teller !== undefined && (notificationId === null || teller === notificationId));
};

/**
 * Takes an announcement of an export's end.
 *
 * @returns false when the same one was taken before
 */
export const takeAnnouncement = (announcement: Announcement): boolean => {
  const { end, notificationId, exportId } = announcement;
  const isNew = !wasShown(announcement);
  if (notificationId !== null) shownNotifications.add(notificationId);
  if (exportId !== null) {
    shownEnds.set(keyOf(end, exportId), notificationId ?? shownEnds.get(keyOf(end, exportId)) ?? null);
    forgetAwaited(exportId);
  }
  forgetOldest(shownNotifications);
  forgetOldest(shownEnds);
  return isNew;
};

export const wasAnnounced = (exportId: string): boolean =>
  exportEnds.some((end) => shownEnds.has(keyOf(end, exportId)));

/** The export is under way again, so that it will have another end. */
export const forgetEnds = (exportId: string): void => {
  shownEnds.delete(keyOf('failed', exportId));
  shownEnds.delete(keyOf('cancelled', exportId));
};

useUserStore.subscribe((user, previous) => {
  if (user._id === previous._id) return;
  shownNotifications.clear();
  shownEnds.clear();
});
