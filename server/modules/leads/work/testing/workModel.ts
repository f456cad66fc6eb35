import { isDeepStrictEqual } from 'node:util';
import { defaultLeadStatuses } from '#shared/leadStatuses.ts';

/* An in-memory model of the rules for work on a lead. Tests compare the SQL statements with this model. */

type Value = { amount: number; currency: string };
export type ModelWork = {
  status: string | null;
  assignee: string | null;
  tags: string[];
  value: Value | null;
  respondedAt: string | null;
  activeAt: string;
};
export type ModelEntry = { kind: string; note: string | null; before: string | null; after: string | null; at: string };

export type ModelChange = {
  status?: string | undefined;
  assignee?: string | null | undefined;
  tags?: string[] | undefined;
  value?: Value | null | undefined;
  note?: string | undefined;
};

export type ModelLead = {
  work: ModelWork;
  entries: ModelEntry[];
  /** The step that the lead arrived with. */
  arrived: string;
  /** The changes of the work, newest last: the id of an activity, or another mark. */
  history: string[];
  /** Set while the lead is part of a merge. */
  merge?: { into: number; from: number; before: ModelWork; after: ModelWork; isChanged: boolean };
};

const nameOf = (statusId: string): string | null => defaultLeadStatuses.find(({ id }) => id === statusId)?.name ?? null;
const shownStatus = ({ work, arrived }: ModelLead): string => work.status ?? arrived;
const textOf = (value: Value | null): string | null => value && `${value.amount} ${value.currency}`;

/** @returns the result of a change; null when the change is refused */
export const changed = (
  lead: ModelLead,
  change: ModelChange,
  { at, memberNames }: { at: string; memberNames: ReadonlyMap<string, string> },
): { work: ModelWork; entries: ModelEntry[] } | null => {
  const { work } = lead;
  const next = { ...work };
  const entries: ModelEntry[] = [];
  const record = (kind: string, before: string | null, after: string | null, note: string | null = null) =>
    entries.push({ kind, before, after, note, at });
  const status = change.status ?? shownStatus(lead);
  if (change.value && status !== 'won') return null;
  if (change.status !== undefined) {
    next.status = status;
    if (status !== shownStatus(lead)) record('status', nameOf(shownStatus(lead)), nameOf(status));
    if (status !== 'won') next.value = null;
  }
  if (change.assignee !== undefined && change.assignee !== work.assignee) {
    next.assignee = change.assignee;
    const name = (id: string | null) => (id === null ? null : (memberNames.get(id) ?? null));
    record('assignee', name(work.assignee), name(change.assignee));
  }
  if (change.tags && !isDeepStrictEqual(change.tags, work.tags)) {
    next.tags = change.tags;
    record('tags', work.tags.join(', ') || null, change.tags.join(', ') || null);
  }
  if (change.value !== undefined) next.value = change.value;
  if (!isDeepStrictEqual(work.value, next.value)) record('value', textOf(work.value), textOf(next.value));
  if (change.note !== undefined) record('note', null, null, change.note);
  if (entries.length === 0) return { work, entries };
  const isResponse = entries.some(({ kind }) => kind === 'status' || kind === 'note');
  return { work: { ...next, activeAt: at, respondedAt: work.respondedAt ?? (isResponse ? at : null) }, entries };
};

/** The work on a lead after another lead was merged into it, without choices of a person. */
export const merged = (into: ModelLead, from: ModelLead, at: string): ModelWork => {
  const both = [into, from];
  const statusOf = both.find((lead) => lead.work.status !== null || shownStatus(lead) !== 'new');
  const assigneeOf = both.find(({ work }) => work.assignee !== null);
  const valueOf = both.find(({ work }) => work.value !== null);
  const isWon = shownStatus(statusOf ?? into) === 'won';
  const { work } = into;
  return {
    status: statusOf === from ? shownStatus(from) : work.status,
    assignee: (assigneeOf ?? into).work.assignee,
    tags: [...new Set([...work.tags, ...from.work.tags])],
    value: isWon ? (valueOf ?? into).work.value : statusOf === from ? null : work.value,
    respondedAt: [work.respondedAt, from.work.respondedAt].filter((each) => each !== null).toSorted()[0] ?? null,
    activeAt: at,
  };
};

/** The work on a lead after its only merged lead was separated. Changes since the merge stay. */
export const separated = ({ work, arrived }: ModelLead, before: ModelWork, after: ModelWork): ModelWork => {
  const kept = { ...work };
  for (const field of ['status', 'assignee', 'value', 'respondedAt', 'activeAt'] as const)
    if (isDeepStrictEqual(work[field], after[field])) Object.assign(kept, { [field]: before[field] });
  kept.tags = work.tags.filter((tag) => before.tags.includes(tag) || !after.tags.includes(tag));
  return { ...kept, value: (kept.status ?? arrived) === 'won' ? kept.value : null };
};
