import type { MergeChanges } from '#server/database/schema/duplicates.ts';
import type { Work } from '#server/database/schema/leadWork.ts';
import { workFieldNames } from '#server/modules/leads/work/fields/workFields.ts';
import type { WorkChange, WorkField } from '#server/modules/leads/work/fields/workFields.ts';

/** The ids of the leads that provide the status, the assignee and the value. `statusId` is the resulting step. */
export type Sources = {
  status: string | undefined;
  statusId: string;
  assignee: string | undefined;
  value: string | undefined;
};

/** The change that merging a lead makes to the surviving lead. */
export const mergeChange = (
  { id, work }: { id: string; work: Work },
  sources: Sources,
  activeAt: Date,
): { [Field in WorkField]: WorkChange[Field] } & { activeAt: Date } => ({
  status: sources.status === id ? sources.statusId : undefined,
  assignee: sources.assignee === id ? work.assignee : undefined,
  tags: { add: work.tags, remove: [] },
  value: sources.value === id ? work.value : undefined,
  respondedAt: work.respondedAt === null ? undefined : { at: new Date(work.respondedAt), by: 'merge' },
  activeAt,
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields that a merge replaces. Tags are added instead. */
const replaced = workFieldNames.filter((field) => field !== 'tags');

export const changesBetween = (before: Work, after: Work): MergeChanges => {
  const tags = after.tags.filter((tag) => !before.tags.includes(tag));
  const changes: MergeChanges = tags.length > 0 ? { tags } : {};
  for (const field of replaced)
    if (!isSame(before[field], after[field]))
      Object.assign(changes, { [field]: { before: before[field], after: after[field] } });
  return changes;
};

/** A later merge into the same lead, with the tags of the lead that was merged. */
export type LaterMerge = { changes: MergeChanges; tags: readonly string[] };

/**
 * Reverts the changes of a merge. Later changes by people stay. The value of a later merge that changed the same field
 * also stays; separating that merge restores the value from before both merges.
 * @returns the work on the lead, and the changes of the later merges, in their order
 */
export const undoMerge = (
  work: Work,
  changes: MergeChanges,
  later: readonly LaterMerge[],
): { work: Work; later: MergeChanges[] } => {
  const restored = { ...work };
  const relinked = later.map((merge): MergeChanges => ({ ...merge.changes }));
  for (const field of replaced) {
    const change = changes[field];
    if (!change) continue;
    const next = relinked.find((each) => each[field]);
    const changedNext = next?.[field];
    if (next && changedNext) {
      if (isSame(changedNext.before, change.after))
        Object.assign(next, { [field]: { before: change.before, after: changedNext.after } });
    } else if (isSame(work[field], change.after)) Object.assign(restored, { [field]: change.before });
  }
  for (const tag of changes.tags ?? []) {
    const index = later.findIndex(({ tags }) => tags.includes(tag));
    const other = relinked[index];
    if (other) other.tags = [...(other.tags ?? []), tag];
    else restored.tags = restored.tags.filter((each) => each !== tag);
  }
  return { work: restored, later: relinked };
};
