import type { HintName } from '#shared/socketEvents.ts';

/** Hints that make screens reload data. Progress comes again anyway, and a move concerns open sockets only. */
const repeated: ReadonlySet<string> = new Set<HintName>([
  'findings_changed',
  'insights_changed',
  'leads_changed',
  'members_changed',
]);

/** Enough for a page that reads its data and then opens its socket over a slow network. */
const keepMs = 30_000;

/** Name and payload. */
type Hint = readonly [string, unknown];
type Kept = { hint: Hint; at: number; expiry: NodeJS.Timeout };

/** The hints of the last seconds by room, each once, the newest last. */
export const createRecentHints = () => {
  const byRoom = new Map<string, Map<string, Kept>>();
  const forget = (room: string, key: string): void => {
    const hints = byRoom.get(room);
    clearTimeout(hints?.get(key)?.expiry);
    hints?.delete(key);
    if (hints?.size === 0) byRoom.delete(room);
  };
  return {
    /** Ignores other events. */
    remember: ([name, payload]: readonly unknown[], rooms: Iterable<string>): void => {
      if (typeof name !== 'string' || !repeated.has(name)) return;
      const key = JSON.stringify([name, payload]);
      for (const room of rooms) {
        forget(room, key);
        const hints = byRoom.get(room) ?? new Map<string, Kept>();
        byRoom.set(room, hints);
        const expiry = setTimeout(() => forget(room, key), keepMs).unref();
        hints.set(key, { hint: [name, payload], at: performance.now(), expiry });
      }
    },
    /** The hints that were sent to these rooms in the last milliseconds. */
    of: (rooms: Iterable<string>, lastMs: number): Hint[] => {
      const since = performance.now() - lastMs;
      const kept = [...rooms].flatMap((room) => [...(byRoom.get(room)?.values() ?? [])]);
      return kept.filter(({ at }) => at >= since).map(({ hint }) => hint);
    },
  };
};
