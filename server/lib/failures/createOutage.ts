export type PastOutage = {
  /** From the first line to its end. */
  awayMs: number;
  /** Lines that were left out since the last one. */
  leftOut: number;
};

export type Outage = {
  /** One more line is about it. @returns null when the line is to be left out; else what to add to it */
  onLine(): { leftOut?: number } | null;
  /** It is over. @returns null when there was none */
  end(): PastOutage | null;
};

type OutageOptions = {
  /** Called with the first line of each. */
  onBegin?: () => void;
  now?: () => number;
};

const everyMs = 30_000;

/** Thins out the lines about something that many parts of a process miss at once: the first one, then one in 30 s that counts the others. */
export const createOutage = ({ onBegin, now = () => performance.now() }: OutageOptions = {}): Outage => {
  let current: { sinceMs: number; lastLineMs: number; leftOut: number } | null = null;
  return {
    onLine: () => {
      const atMs = now();
      if (!current) {
        current = { sinceMs: atMs, lastLineMs: atMs, leftOut: 0 };
        onBegin?.();
        return {};
      }
      if (atMs - current.lastLineMs < everyMs) {
        current.leftOut += 1;
        return null;
      }
      const { leftOut } = current;
      Object.assign(current, { lastLineMs: atMs, leftOut: 0 });
      return { leftOut };
    },
    end: () => {
      if (!current) return null;
      const past = { awayMs: Math.round(now() - current.sinceMs), leftOut: current.leftOut };
      current = null;
      return past;
    },
  };
};
