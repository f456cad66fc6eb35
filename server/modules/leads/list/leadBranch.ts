import { leadLists } from '#shared/leadLists.ts';
import type { LeadList } from '#shared/leadLists.ts';
import { customLeadColumns } from '#shared/customLeadColumns.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leads, leadWork } from '#server/database/schema.ts';
import { isLongText } from '#server/database/schema/columns.ts';
import { wholeSearchText } from '#server/database/schema/leads.ts';
import { textArray } from '#server/database/textArray.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { isOfCompleteImport } from '#server/modules/leads/imported/imports/isOfCompleteImport.ts';
import { repeatsPerson } from '#server/modules/leads/contacts/samePerson.store.ts';
import type { LeadFilter } from './leadFilter.ts';
import type { LeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';

/*
 * Queries for leads have one branch per list. A branch reads few columns, so that an index on the newest leads often
 * contains all of them. The rows of a page are completed afterwards by key.
 */

export type Branch = {
  list: LeadList;
  step: LeadStep;
  /** Only leads that were also imported. */
  isImported?: boolean;
};

const isListed = (workspaceId: WorkspaceId): SQL => isOfCompleteImport(workspaceId, sql`l.imported_at`);

/** Whether the lead `l` of any list is shown. */
export const isVisible = (workspaceId: WorkspaceId): SQL => sql`(l.list <> 'custom' or ${isListed(workspaceId)})`;

export const orders = {
  newest: {
    /** The order of an index within each list. */
    each: sql`l.created_at desc, l.position desc, l.lead_id desc`,
    /** The order across all lists. */
    all: sql`created_at desc, list, position desc, lead_id desc`,
  },
  oldest: {
    each: sql`l.created_at, l.position, l.lead_id`,
    all: sql`created_at, list desc, position, lead_id`,
  },
} as const;

const isOwn = (workspaceId: WorkspaceId, { list, isImported }: Branch): SQL => {
  const own = sql`l.workspace_id = ${workspaceId} and l.list = ${list} and l.deleted_at is null`;
  if (list === 'custom') return sql`${own} and ${isListed(workspaceId)}`;
  // The second condition belongs to the index of these leads.
  return isImported ? sql`${own} and l.imported_at is not null and l.list <> 'custom'` : own;
};

const contains = (pattern: string): SQL =>
  sql`(l.search_text like ${pattern} or ${isLongText(sql`l.search_text`)} and ${wholeSearchText('l')} like ${pattern})`;

/** A question of a form, or the title of an imported column. */
const answered = ({ question, value }: NonNullable<LeadFilter['answer']>): SQL => {
  const isAnswer = sql`l.answers @> ${JSON.stringify([{ name: question, values: [value] }])}::jsonb`;
  const column = customLeadColumns.find(({ title }) => title === question);
  return column ? sql`(${isAnswer} or l.record ->> ${column.key}::text = ${value})` : isAnswer;
};

const statusIs = (ids: readonly string[], { list, step }: Branch): SQL => {
  const chosen = sql`any(${sql.param(ids)}::text[])`;
  if (list === 'custom') return sql`${step.of} = ${chosen}`;
  // PostgreSQL can then start with the few leads that have a stored step.
  return ids.includes(step.firstId)
    ? sql`(w.status_id is null or w.status_id = ${chosen})`
    : sql`w.status_id = ${chosen}`;
};

const assigneeIs = ({ ids, isNobody }: NonNullable<LeadFilter['assignees']>): SQL => {
  const isOne = sql`w.assignee_id = any(${sql.param(ids)}::text[])`;
  return isNobody ? sql`(w.assignee_id is null or ${isOne})` : isOne;
};

const conditionsOf = (workspaceId: WorkspaceId, filter: LeadFilter, branch: Branch): SQL[] => {
  const { keys, statuses, assignees, tag, form, campaign, since, until, answer, pattern, isRepeat, waiting } = filter;
  return [
    sql`w.merged_into is null`,
    keys &&
      sql`l.lead_id = any(${textArray(keys.flatMap(({ list, leadId }) => (list === branch.list ? [leadId] : [])))})`,
    statuses && statusIs(statuses, branch),
    assignees && assigneeIs(assignees),
    tag === null ? null : sql`w.tags @> array[${tag}]::text[]`,
    form === null ? null : sql`(l.form_id = ${form} or l.form_name = ${form})`,
    campaign === null ? null : sql`(l.campaign_id = ${campaign} or l.campaign_name = ${campaign})`,
    since === null ? null : sql`l.created_at >= ${since}::date::timestamp at time zone 'UTC'`,
    until === null ? null : sql`l.created_at < (${until}::date + 1)::timestamp at time zone 'UTC'`,
    answer && answered(answer),
    pattern === null ? null : contains(pattern),
    waiting && (branch.list === 'custom' ? sql`false` : waiting),
    isRepeat && repeatsPerson(workspaceId, branch.list, sql`l.lead_id`),
  ].flatMap((condition) => condition ?? []);
};

type Reading = {
  filter: LeadFilter;
  /** Columns besides the key of the lead, as `<expression> as <name>`. */
  columns: readonly SQL[];
  /** Limits the leads of each list, in this order. */
  first?: { order: keyof typeof orders; rows: number } | undefined;
  /** Limits the query to the newest leads of each list, before the filter applies. */
  newest?: number | undefined;
};

/** The leads of one list that match a filter, as `list`, `lead_id`, `created_at`, `position` and the given columns. */
const branchOf = (workspaceId: WorkspaceId, branch: Branch, { filter, columns, first, newest }: Reading): SQL => {
  const { list } = branch;
  const own = isOwn(workspaceId, branch);
  const source =
    newest === undefined
      ? sql`${leads} as l`
      : sql`(select * from ${leads} as l where ${own} order by ${orders.newest.each} limit ${newest}) as l`;
  const selected = [sql`l.list`, sql`l.lead_id`, sql`l.created_at`, sql`l.position`];
  return sql`(select ${sql.join([...selected, ...columns], sql`, `)}
    from ${source}
    left join ${leadWork} as w on w.workspace_id = ${workspaceId} and w.list = ${list} and w.lead_id = l.lead_id
    where ${sql.join([own, ...conditionsOf(workspaceId, filter, branch)], sql` and `)}
    ${first ? sql`order by ${orders[first.order].each} limit ${first.rows}` : sql``})`;
};

/** The leads of all lists that match a filter, unordered. */
export const branchesOf = (
  workspaceId: WorkspaceId,
  step: LeadStep,
  reading: Omit<Reading, 'columns'> & { columnsOf: (branch: Branch) => readonly SQL[] },
): SQL =>
  sql.join(
    leadLists.flatMap((list) => {
      const { lists } = reading.filter;
      const isWhole = lists.includes(list);
      if (!isWhole && !lists.includes('custom')) return [];
      const branch = { list, step, isImported: !isWhole };
      return [branchOf(workspaceId, branch, { ...reading, columns: reading.columnsOf(branch) })];
    }),
    sql` union all `,
  );
