import { isUndoneByOwners } from '#shared/activityKinds.ts';
import type { ActivityKind } from '#shared/activityKinds.ts';
import type { Activity } from '#shared/contracts/activity.ts';
import { undoLimits } from '#shared/limits.ts';
import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import type { NamedActivity } from './activities.store.ts';

export const mayUndo = (role: WorkspaceRole, kind: ActivityKind): boolean =>
  role === 'owner' || !isUndoneByOwners(kind);

/** The time until which an activity can be undone. */
export const undoableUntil = (at: Date): Date => new Date(at.getTime() + undoLimits.days * 86_400_000);

export const presentActivity = (
  { id, at, kind, given, leads, updated, hasUndo, undoneAt, restored, left, ...names }: NamedActivity,
  now: Date,
  role: WorkspaceRole,
): Activity => {
  const until = undoableUntil(at);
  return {
    id,
    at: at.toISOString(),
    kind,
    // Closing an account clears the name before it deletes the row.
    authorName: names.authorName || null,
    given,
    leads,
    updated,
    undoableUntil: hasUndo && undoneAt === null && now < until ? until.toISOString() : null,
    mayUndo: mayUndo(role, kind),
    undone: undoneAt && { at: undoneAt.toISOString(), byName: names.undoneByName || null, restored, left },
  };
};
