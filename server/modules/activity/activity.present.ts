import type { Activity } from '#shared/contracts/activity.ts';
import { undoLimits } from '#shared/limits.ts';
import type { NamedActivity } from './activities.store.ts';

/** The end of the time in which an activity can be undone. */
export const undoableUntil = (at: Date): Date => new Date(at.getTime() + undoLimits.days * 86_400_000);

export const presentActivity = (
  { id, at, kind, given, leads, updated, hasUndo, undoneAt, restored, left, ...names }: NamedActivity,
  now: Date,
): Activity => {
  const until = undoableUntil(at);
  return {
    id,
    at: at.toISOString(),
    kind,
    // A deleted account loses its name before its row.
    authorName: names.authorName || null,
    given,
    leads,
    updated,
    undoableUntil: hasUndo && undoneAt === null && now < until ? until.toISOString() : null,
    undone: undoneAt && { at: undoneAt.toISOString(), byName: names.undoneByName || null, restored, left },
  };
};
