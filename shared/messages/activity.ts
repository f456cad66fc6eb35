import type { ActivityKind } from '../activityKinds.ts';
import { undoLimits } from '../limits.ts';

const number = (count: number): string => count.toLocaleString('en-US');
const leads = (count: number): string => (count === 1 ? '1 lead' : `${number(count)} leads`);

const verbs: Record<ActivityKind, string> = {
  status: 'changed',
  assignee: 'changed',
  tags: 'changed',
  delete: 'deleted',
  import: 'added',
};

export const done = (kind: ActivityKind, changed: number) =>
  changed === 0 ? 'These leads are like that already' : `${leads(changed)} ${verbs[kind]}`;

type Undoable = { kind: ActivityKind; leads: number; updated: number };

/** The effect of an undo on leads. An import may have added leads, changed leads, or both. */
export const undoVerb = ({ kind, leads: added, updated }: Undoable): string => {
  if (kind !== 'import' || added === 0) return 'restored';
  return updated === 0 ? 'removed' : 'removed or restored';
};

const leftBehind = (left: number): string =>
  `${number(left)} left because somebody changed ${left === 1 ? 'it' : 'them'} since`;

export const undone = (activity: Undoable, restored: number, left: number) =>
  `Undone: ${leads(restored)} ${undoVerb(activity)}${left === 0 ? '' : `, ${leftBehind(left)}`}`;
export const undoPreview = (activity: Undoable, restored: number, left: number) =>
  `After an undo: ${leads(restored)} ${undoVerb(activity)}${left === 0 ? '' : `, ${leftBehind(left)}`}`;
export const nothingToUndo =
  'Nothing can be restored: somebody changed these leads since. Undo the newer change first.';
export const changeFailed = 'The leads could not be changed';
export const undoFailed = 'This could not be undone';
export const loadFailed = 'The activity could not be loaded';
export const undoExpired = `This can no longer be undone: what was before is kept for ${undoLimits.days} days`;
export const selectionMissing = 'Please name the leads or a filter';
export const tooManyLeads = (limit: number) =>
  `One action can change ${number(limit)} leads. Please narrow the filter and do it in parts.`;
export const tooManyTags = (limit: number) => `A lead can have ${limit} tags, and some of these would have more`;
