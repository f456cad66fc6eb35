/** What somebody can do to many leads at once. */
export const activityKinds = ['status', 'assignee', 'tags', 'delete', 'import'] as const;
export type ActivityKind = (typeof activityKinds)[number];
