/** Bulk actions on leads. */
export const activityKinds = ['status', 'assignee', 'tags', 'delete', 'import'] as const;
/** `given` of an import by a sheet that is kept in sync. */
export const sheetActivity = 'Google Sheet';
export type ActivityKind = (typeof activityKinds)[number];

/**
 * Activities that only owners can undo, because only owners can delete leads. Undoing an import deletes leads, and
 * undoing a deletion overrules an owner.
 */
export const isUndoneByOwners = (kind: ActivityKind): boolean => kind === 'delete' || kind === 'import';
