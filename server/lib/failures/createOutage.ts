export type PastOutage = {
  /** From the first line to its end. */
  awayMs: number;
  /** Lines skipped since the last one. */
  leftOut: number;
};

export type Outage = {
  /**
   * Another log line is about the outage.
   * @returns null when the line is to be skipped; else what to add to it
   */
  onLine(): { leftOut?: number } | null;
  /**
   * The outage is over.
   * @returns null when there was none
   */
  end(): PastOutage | null;
};

type OutageOptions = {
  /** Called with the first line of each outage. */
  onBegin?: () => void;
  now?: () => number;
};

const everyMs = 30_000;

/**
 * Limits log lines about one outage that many parts of a process hit at once: the first, then one per 30 s with a count
 * of the others.
 */
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
