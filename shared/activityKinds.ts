/** What somebody can do to many leads at once. */
export const activityKinds = ['status', 'assignee', 'tags', 'delete', 'import'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/**
 * Activities that only owners undo, because only they delete leads: undoing an import deletes leads, and undoing a deletion
 * overrules an owner.
 */
export const isUndoneByOwners = (kind: ActivityKind): boolean => kind === 'delete' || kind === 'import';
