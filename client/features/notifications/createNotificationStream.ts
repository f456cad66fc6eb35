/** A stored event, with the id that grows by one with each of a person's. */
export type StoredNotification = { id: number; event: string; payload: unknown };

type Counted = {
  /** Id of the newest stored notification. */
  lastId: number;
};

type StreamOptions = {
  /** Id of the last notification that this browser has shown; null: none ever. */
  readShownId: () => number | null;
  /** Remembers it; `isSetBack` when the server's ids begin again at an earlier one. */
  saveShownId: (id: number, isSetBack: boolean) => void;
  readNewest: () => Promise<Counted>;
  /** The oldest after an id, some of them. */
  readAfter: (id: number) => Promise<Counted & { notifications: readonly StoredNotification[] }>;
  /** `live`: one that has just come; `missed`: those that the list had and no socket brought, in order. */
  deliver: (notifications: readonly StoredNotification[], how: 'live' | 'missed') => void;
};

export type NotificationStream = {
  /** Takes what a socket brings, in whatever order and however often. @returns whether something before it is missing */
  receive: (notification: StoredNotification) => boolean;
  /** Asks for what no socket has brought: after each connection, and when something is missing. Rejects as the calls do. */
  synchronize: () => Promise<void>;
  close: () => void;
};

/**
 * Makes of a socket that loses, repeats and swaps events a stream that has each stored one once and in order. Ids grow by
 * one, so a gap shows that something is missing, and it is asked for. A notification is noted as shown before it is delivered:
 * whatever happens then, it is not shown twice, and the list has it.
 */
export const createNotificationStream = (options: StreamOptions): NotificationStream => {
  /** Id of the last one that was delivered; null before the beginning. */
  let shownId: number | null = null;
  /** Received ones that have to wait for those before them. */
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

  /** @returns null after the end, and when the server knows fewer notifications than were shown: its data is older, after a restored backup */
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

  /** A new browser begins with what has just come, or with what is to come. @returns after which id some are missed */
  const begin = async (): Promise<number | null> => {
    // Before the call: another tab may meanwhile show one that the answer does not know yet.
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
    // Ids become visible in their order, so the list has all that came before these, unless it has forgotten them.
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
          // Whoever has asked meanwhile may have the better line.
          if (!isAskedAgain) throw error;
        }
      } while (isAskedAgain);
    } finally {
      reading = null;
    }
  };

  /** Who asks while it is being read gets a reading that begins afterwards, too. */
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
