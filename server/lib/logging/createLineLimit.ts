import { createOutage } from '#server/lib/failures/createOutage.ts';
import type { Outage } from '#server/lib/failures/createOutage.ts';

/** Kinds that are remembered; the oldest is forgotten first. */
const maxKinds = 200;

export type LineLimit = {
  /**
   * Another line of this kind is to be logged.
   * @returns null when the line is to be skipped; else what to add to it
   */
  onLine(kind: string): { leftOut?: number } | null;
};

/** Limits lines that repeat: the first of a kind, then one per period with a count of the others. */
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
