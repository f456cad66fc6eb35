import type { LeadList } from '#shared/leadLists.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';

/** A filter for the leads of a workspace. A null field matches any lead. */
export type LeadFilter = {
  /** The list of imported leads includes leads of platforms that were also imported. */
  lists: readonly LeadList[];
  /** Only these leads. */
  keys: readonly LeadKey[] | null;
  /** Step ids. */
  statuses: readonly string[] | null;
  /** Member ids; `isNobody` also includes leads without an assignee. */
  assignees: { ids: readonly string[]; isNobody: boolean } | null;
  tag: string | null;
  /** The id or name of a form. */
  form: string | null;
  campaign: string | null;
  /** Days in UTC. */
  since: Day | null;
  until: Day | null;
  /** A form question or the title of an imported column, with an answer. */
  answer: { question: string; value: string } | null;
  /** A LIKE pattern in lower case. */
  pattern: string | null;
  /** The text of `pattern` as a query on the grams index; null if the index has no part of it. */
  grams: string | null;
  /** Only leads whose person has an earlier lead. */
  isRepeat: true | null;
  /** A condition on form leads that wait for a first response. */
  waiting: SQL | null;
};

/** Whether the lead `l` is in one of these lists. */
export const isInLists = (lists: readonly LeadList[]): SQL => {
  const isOfList = sql`l.list = any(${sql.param(lists)}::text[])`;
  return lists.includes('custom') ? sql`(${isOfList} or l.imported_at is not null)` : isOfList;
};

export const isUnfiltered = ({ lists: _lists, ...filter }: LeadFilter): boolean =>
  Object.values(filter).every((value) => value === null);
