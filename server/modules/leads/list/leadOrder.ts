import { leadLists } from '#shared/leadLists.ts';
import type { leadSortKeys } from '#shared/contracts/leadWork.ts';
import { sourceNames } from '#shared/sourceNames.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { Branch } from './leadBranch.ts';

export type LeadSort = (typeof leadSortKeys)[number];
export type LeadOrder = { by: LeadSort; isDescending: boolean };

/** Sorts letters by their code, which is the fastest order in PostgreSQL. */
const letters = (text: SQL): SQL => sql`${text} collate "C"`;

const sorted = leadLists.toSorted((one, other) => (sourceNames[one] < sourceNames[other] ? -1 : 1));

/** The sort key for the leads of a list. Null sorts last, and the arrival decides between equal keys. */
export const sortKeyOf = (by: LeadSort, { list, step }: Branch, memberIds: readonly string[]): SQL => {
  const ladderIds = step.ladder.map(({ id }) => id);
  return {
    arrival: sql`l.created_at`,
    activity: sql`coalesce(w.active_at, l.created_at)`,
    // The search text begins with the name, and the index of the newest leads contains it.
    name: sql`case when l.search_text not like E'\\n%' then ${letters(sql`l.search_text`)} end`,
    status: sql`array_position(${sql.param(ladderIds)}::text[], ${step.of})`,
    assignee: sql`array_position(${sql.param(memberIds)}::text[], w.assignee_id)`,
    source: letters(sql`${String(sorted.indexOf(list))}::text || lower(coalesce(l.form_name, ''))`),
    campaign: letters(sql`lower(nullif(l.campaign_name, ''))`),
    value: sql`w.amount`,
  }[by];
};
