import type { AnnouncedEvent } from '#shared/socketEvents.ts';

/** A stored event. Ids grow by one per person. `announced` is null for an event unknown to this version. */
export type StoredNotification = { id: number; announced: AnnouncedEvent | null };

type Counted = {
  /** Id of the newest stored notification. */
  lastId: number;
};

type StreamOptions = {
  /** Id of the last notification shown in this browser, or null. */
  readShownId: () => number | null;
  /** `isSetBack`: the server's ids went back to an earlier id. */
  saveShownId: (id: number, isSetBack: boolean) => void;
  readNewest: () => Promise<Counted>;
  /** The oldest notifications after an id, up to a limit. */
  readAfter: (id: number) => Promise<Counted & { notifications: readonly StoredNotification[] }>;
  /** `live`: just arrived over the socket. `missed`: read from the list in order. */
  deliver: (notifications: readonly StoredNotification[], how: 'live' | 'missed') => void;
};

export type NotificationStream = {
  /** Accepts socket events in any order, including duplicates. @returns whether an earlier notification is missing */
  receive: (notification: StoredNotification) => boolean;
  /**
   * Reads notifications that the socket did not deliver. Call it after each connect and when a notification is
   * missing. Rejects when a call fails.
   */
  synchronize: () => Promise<void>;
  close: () => void;
};

/**
 * Turns a socket that loses, repeats and reorders events into a stream with each stored event once and in order. Ids
 * grow by one, so a gap means a missing event, which is then read from the list. A notification is saved as shown
 * before it is delivered: after a crash it is not shown twice, and the list still has it.
 */
export const createNotificationStream = (options: StreamOptions): NotificationStream => {
  /** Id of the last delivered notification. Null before the start. */
  let shownId: number | null = null;
  /** Received, but held until earlier notifications arrive. */
  const waiting = new Map<number, StoredNotification>();
  let isClosed = false;
  let reading: Promise<void> | null = null;
  let isAskedAgain = false;

  const deliver = (notifications: readonly StoredNotification[], how: 'live' | 'missed'): void => {
    const last = notifications.at(-1);
    if (isClosed || !last) return;
    shownId = last.id;
    options.saveShownId(last.id, false);
    options.deliver(notifications, how);
  };

  const deliverWaiting = (): void => {
    for (const notification of [...waiting.values()].toSorted((a, b) => a.id - b.id)) {
      if (shownId === null || notification.id > shownId + 1) return;
      waiting.delete(notification.id);
      if (notification.id === shownId + 1) deliver([notification], 'live');
    }
  };

  const setBack = (id: number): void => {
    shownId = id;
    options.saveShownId(id, true);
  };

  /**
   * @returns null after `close`, or when the server has fewer notifications than were shown because it was restored from
   * a backup
   */
  const readMissed = async (from: number): Promise<StoredNotification[] | null> => {
    const missed: StoredNotification[] = [];
    for (;;) {
      const after = missed.at(-1)?.id ?? from;
      const { notifications, lastId } = await options.readAfter(after);
      if (isClosed) return null;
      if (lastId < from) {
        setBack(lastId);
        return null;
      }
      missed.push(...notifications);
      if (notifications.length === 0 || (notifications.at(-1)?.id ?? 0) >= lastId) return missed;
    }
  };

  /**
   * Sets the starting point. A new browser shows only notifications that arrive from now on.
   *
   * @returns the id after which notifications are missing, or null
   */
  const begin = async (): Promise<number | null> => {
    // Read before the call: another tab may show a notification that the response does not include yet.
    const shown = options.readShownId();
    const { lastId } = await options.readNewest();
    if (isClosed) return null;
    const known = shown ?? Math.min(lastId, ...[...waiting.keys()].map((id) => id - 1));
    if (known > lastId) setBack(lastId);
    else {
      shownId = known;
      options.saveShownId(known, false);
    }
    return known < lastId ? known : null;
  };

  const readOnce = async (): Promise<void> => {
    // Ids become visible in order, so the list has all earlier notifications except deleted ones.
    const received = [...waiting.keys()].toSorted((a, b) => a - b);
    const from = shownId ?? (await begin());
    if (from !== null) {
      const missed = await readMissed(from);
      if (missed)
        deliver(
          missed.filter(({ id }) => shownId !== null && id > shownId),
          'missed',
        );
    }
    for (const id of received) {
      const notification = waiting.get(id);
      if (notification && shownId !== null && id > shownId) deliver([notification], 'live');
    }
    deliverWaiting();
    if (waiting.size > 0) isAskedAgain = true;
  };

  const readUntilComplete = async (): Promise<void> => {
    try {
      do {
        isAskedAgain = false;
        try {
          await readOnce();
        } catch (error) {
          // A newer request may still succeed.
          if (!isAskedAgain) throw error;
        }
      } while (isAskedAgain);
    } finally {
      reading = null;
    }
  };

  /** A call during a read starts another read after it. */
  const synchronize = (): Promise<void> => {
    isAskedAgain = true;
    return (reading ??= readUntilComplete());
  };

  return {
    receive: (notification) => {
      if (isClosed || (shownId !== null && notification.id <= shownId)) return false;
      waiting.set(notification.id, notification);
      deliverWaiting();
      return shownId !== null && waiting.size > 0;
    },
    synchronize,
    close: () => {
      isClosed = true;
      isAskedAgain = false;
      waiting.clear();
    },
  };
};
