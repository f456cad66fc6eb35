import type { MergeChanges } from '#server/database/schema/duplicates.ts';
import type { WorkRow } from './leadMerges.store.ts';

/** What people made of a lead, without its version. Instants are ISO texts. */
export type Work = {
  status: string | null;
  assignee: string | null;
  value: { amount: number; currency: string } | null;
  respondedAt: string | null;
  activeAt: string;
  tags: string[];
};

export const toWork = (row: WorkRow): Work => ({
  status: row.statusId,
  assignee: row.assigneeId,
  value: row.amount === null || row.currency === null ? null : { amount: row.amount, currency: row.currency },
  respondedAt: row.respondedAt?.toISOString() ?? null,
  activeAt: row.activeAt.toISOString(),
  tags: row.tags,
});

export const toColumns = ({ status, assignee, value, respondedAt, activeAt, tags }: Work) => ({
  statusId: status,
  assigneeId: assignee,
  amount: value?.amount ?? null,
  currency: value?.currency ?? null,
  respondedAt: respondedAt === null ? null : new Date(respondedAt),
  activeAt: new Date(activeAt),
  tags,
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** `statusId`: the step of the other lead, or null if the step stays. */
type Taken = {
  statusId: string | null;
  assignee: boolean;
  value: boolean;
  at: string;
  isWon: boolean;
};

/** The work on a lead after another one was merged into it. @param taken what counts of the other lead */
export const mergeInto = (work: Work, other: Work, taken: Taken): Work => {
  const { respondedAt } = other;
  const isFirst = respondedAt !== null && (work.respondedAt === null || respondedAt < work.respondedAt);
  const value = taken.value ? other.value : work.value;
  return {
    status: taken.statusId ?? work.status,
    assignee: taken.assignee ? other.assignee : work.assignee,
    value: taken.statusId !== null && !taken.isWon ? null : value,
    respondedAt: isFirst ? respondedAt : work.respondedAt,
    activeAt: taken.at > work.activeAt ? taken.at : work.activeAt,
    tags: [...work.tags, ...other.tags.filter((tag) => !work.tags.includes(tag))],
  };
};

export const changesBetween = (before: Work, after: Work): MergeChanges => {
  const changed = <Field extends 'status' | 'assignee' | 'value' | 'respondedAt' | 'activeAt'>(field: Field) =>
    isSame(before[field], after[field]) ? {} : { [field]: { before: before[field], after: after[field] } };
  const tags = after.tags.filter((tag) => !before.tags.includes(tag));
  return {
    ...changed('status'),
    ...changed('assignee'),
    ...changed('value'),
    ...changed('respondedAt'),
    ...changed('activeAt'),
    ...(tags.length > 0 ? { tags } : {}),
  };
};

/** A later merge into the same lead, with the tags of the lead that was merged. */
export type LaterMerge = { changes: MergeChanges; tags: readonly string[] };

/**
 * Takes back what a merge has changed. What people have changed since stays. Where a later merge has changed the same
 * afterwards, its value stays too, and separating it gives back what was before both.
 * @returns the work on the lead, and the changes of the later merges, in their order
 */
export const undoMerge = (
  work: Work,
  changes: MergeChanges,
  later: readonly LaterMerge[],
): { work: Work; later: MergeChanges[] } => {
  const restored = { ...work };
  const relinked = later.map((merge): MergeChanges => ({ ...merge.changes }));
  const undo = <Field extends 'status' | 'assignee' | 'value' | 'respondedAt' | 'activeAt'>(
    field: Field,
    change: { before: Work[Field]; after: Work[Field] } | undefined,
  ): void => {
    if (!change) return;
    const next = relinked.find((each) => each[field]);
    const changedNext = next?.[field];
    if (next && changedNext) {
      if (isSame(changedNext.before, change.after))
        Object.assign(next, { [field]: { before: change.before, after: changedNext.after } });
    } else if (isSame(work[field], change.after)) restored[field] = change.before;
  };
  undo('status', changes.status);
  undo('assignee', changes.assignee);
  undo('value', changes.value);
  undo('respondedAt', changes.respondedAt);
  undo('activeAt', changes.activeAt);
  for (const tag of changes.tags ?? []) {
    const index = later.findIndex(({ tags }) => tags.includes(tag));
    const other = relinked[index];
    if (other) other.tags = [...(other.tags ?? []), tag];
    else restored.tags = restored.tags.filter((each) => each !== tag);
  }
  return { work: restored, later: relinked };
};
