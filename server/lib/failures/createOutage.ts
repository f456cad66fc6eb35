export type PastOutage = {
  /** From the first line to its end. */
  awayMs: number;
  /** Lines skipped since the last one. */
  leftOut: number;
};

export type Outage = {
  /**
   * Registers another log line about the outage.
   * @returns null to skip the line; else fields to add to it
   */
  onLine(): { leftOut?: number } | null;
  /**
   * Registers the end of the outage.
   * @returns null if there was none
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
 * Limits log lines about an outage that affects many parts of a process: logs the first line, then one per 30 s with a
 * count of the others.
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
