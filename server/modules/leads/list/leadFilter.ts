import type { Day } from '#shared/lib/dateRange.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { LeadList } from '#server/modules/leads/store/leadCounts.store.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';

/** Which leads of a workspace are chosen. Null: any. */
export type LeadFilter = {
  lists: readonly LeadList[];
  /** Only these leads. */
  keys: readonly LeadKey[] | null;
  /** Ids of steps. */
  statuses: readonly string[] | null;
  /** Ids of members; `isNobody`: also leads without an assignee. */
  assignees: { ids: readonly string[]; isNobody: boolean } | null;
  tag: string | null;
  /** Id or name. */
  form: string | null;
  campaign: string | null;
  /** Days of UTC. */
  since: Day | null;
  until: Day | null;
  /** A question of a form, or the title of an imported column, and one of its answers. */
  answer: { question: string; value: string } | null;
  /** A LIKE pattern in lower case. */
  pattern: string | null;
  /** Only leads of a person of whom an earlier lead is known. */
  isRepeat: true | null;
  /** A condition on leads of lead forms that wait for a first response. */
  waiting: SQL | null;
};

export const isUnfiltered = ({ lists: _lists, ...filter }: LeadFilter): boolean =>
  Object.values(filter).every((value) => value === null);
