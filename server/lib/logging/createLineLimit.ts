import { createOutage } from '#server/lib/failures/createOutage.ts';
import type { Outage } from '#server/lib/failures/createOutage.ts';

/** Number of kinds to keep; the oldest is dropped first. */
const maxKinds = 200;

export type LineLimit = {
  /**
   * Registers another line of this kind.
   * @returns null to skip the line; else fields to add to it
   */
  onLine(kind: string): { leftOut?: number } | null;
};

/** Limits repeated lines: logs the first of a kind, then one per period with a count of the others. */
export const createLineLimit = ({ now }: { now?: () => number } = {}): LineLimit => {
  const kinds = new Map<string, Outage>();
  return {
    onLine: (kind) => {
      const known = kinds.get(kind);
      const outage = known ?? createOutage(now ? { now } : {});
      if (!known) kinds.set(kind, outage);
      const [oldest] = kinds.keys();
      if (kinds.size > maxKinds && oldest !== undefined) kinds.delete(oldest);
      const added = outage.onLine();
      return added?.leftOut === 0 ? {} : added;
    },
  };
};
