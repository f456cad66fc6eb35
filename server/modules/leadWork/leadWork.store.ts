import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { leadSortKeys } from '#shared/contracts/leadWork.ts';
import { customLeadColumns } from '#shared/customLeadColumns.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { customLeadImports, customLeads, leadCounts, leads, leadWork } from '#server/database/schema.ts';
import { isLongText, wholeSearchText } from '#server/database/schema/columns.ts';
import { searchedCustomLeadColumns } from '#server/database/schema/customLeads.ts';
import { searchedLeadColumns } from '#server/database/schema/leads.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { storedColumns } from '#server/modules/customLeads/storedColumns.ts';
import type { LeadList } from '#server/modules/leads/lists/leadCounts.store.ts';
import type { LeadKey } from './leadKey.ts';

export type LeadFilter = {
  lists: readonly LeadList[];
  /** Ids of steps; `isUntouched`: also leads without a step of their own. Null: any. */
  statuses: { ids: readonly string[]; isUntouched: boolean } | null;
  /** Ids of members; `isNobody`: also leads without an assignee. Null: any. */
  assignees: { ids: readonly string[]; isNobody: boolean } | null;
  tag: string | null;
  form: string | null;
  campaign: string | null;
  since: Day | null;
  until: Day | null;
  /** A LIKE pattern in lower case. */
  pattern: string | null;
};

export type LeadOrder = { by: (typeof leadSortKeys)[number]; isDescending: boolean };

export type WorkedLeadRow = {
  list: LeadList;
  leadId: string;
  name: string;
  email: string;
  phone: string;
  formId: string | null;
  formName: string | null;
  campaignId: string | null;
  campaignName: string | null;
  createdAt: string;
  statusId: string | null;
  assigneeId: string | null;
  tags: string[] | null;
  amount: number | null;
  currency: string | null;
  respondedAt: string | null;
  activeAt: string | null;
  version: number | null;
};

/** Leads of one list in the shape that all lists share. An imported text that is empty is unknown. */
const leadsOf = (workspaceId: WorkspaceId, list: LeadList, isFound: SQL): SQL =>
  list === 'custom'
    ? sql`select 'custom'::text as list, l.id as lead_id, l.name, l.email_address as email, l.number as phone,
        nullif(l.form_id, '') as form_id, nullif(l.form_name, '') as form_name, nullif(l.campaign_id, '') as campaign_id,
        nullif(l.campaign_name, '') as campaign_name, l.created_at
      from ${customLeads} as l
      where l.workspace_id = ${workspaceId} and l.created_at <> all (array(
          select created_at from ${customLeadImports} where workspace_id = ${workspaceId} and state = 'accepted'))
        and ${isFound}`
    : sql`select l.platform as list, l.lead_id, l.name, l.email, l.phone, l.form_id, l.form_name, l.campaign_id,
        l.campaign_name, l.created_at
      from ${leads} as l
      where l.workspace_id = ${workspaceId} and l.platform = ${list} and ${isFound}`;

/** The lists do not search the numbers of imported leads. */
const contains = (pattern: string | null, list: LeadList): SQL => {
  const [columns, phone] =
    list === 'custom' ? [searchedCustomLeadColumns, sql`l.number`] : [searchedLeadColumns, sql`l.phone`];
  return pattern === null
    ? sql`true`
    : sql`(l.search_text like ${pattern} or ${isLongText(sql`l.search_text`)}
        and ${wholeSearchText(columns, 'l.')} like ${pattern} or lower(${phone}) like ${pattern})`;
};

/** The joined leads of a filter, without order. */
const chosen = (workspaceId: WorkspaceId, filter: LeadFilter): SQL => {
  const all = filter.lists.map((list) => leadsOf(workspaceId, list, contains(filter.pattern, list)));
  const conditions = [sql`true`];
  const { statuses, assignees, tag, form, campaign, since, until } = filter;
  if (statuses)
    conditions.push(sql`(w.status_id = any(${sql.param(statuses.ids)}::text[])
      or ${statuses.isUntouched} and w.status_id is null)`);
  if (assignees)
    conditions.push(sql`(w.assignee_id = any(${sql.param(assignees.ids)}::text[])
      or ${assignees.isNobody} and w.assignee_id is null)`);
  if (tag !== null) conditions.push(sql`w.tags @> array[${tag}]::text[]`);
  if (form !== null) conditions.push(sql`(l.form_id = ${form} or l.form_name = ${form})`);
  if (campaign !== null) conditions.push(sql`(l.campaign_id = ${campaign} or l.campaign_name = ${campaign})`);
  if (since !== null) conditions.push(sql`l.created_at >= ${since}::date::timestamp at time zone 'UTC'`);
  if (until !== null) conditions.push(sql`l.created_at < (${until}::date + 1)::timestamp at time zone 'UTC'`);
  return sql`from (${sql.join(all, sql` union all `)}) as l
    left join ${leadWork} as w on w.workspace_id = ${workspaceId} and w.list = l.list and w.lead_id = l.lead_id
    where ${sql.join(conditions, sql` and `)}`;
};

const columns = sql`l.list, l.lead_id as "leadId", l.name, l.email, l.phone, l.form_id as "formId",
  l.form_name as "formName", l.campaign_id as "campaignId", l.campaign_name as "campaignName",
  l.created_at as "createdAt", w.status_id as "statusId", w.assignee_id as "assigneeId", w.tags,
  w.amount::float8 as amount, w.currency, w.responded_at as "respondedAt", w.active_at as "activeAt", w.version`;

const orders: Record<LeadOrder['by'], SQL> = {
  arrival: sql`l.created_at`,
  activity: sql`coalesce(w.active_at, l.created_at)`,
  name: sql`lower(l.name)`,
};

const isUnfiltered = ({ lists: _lists, ...filter }: LeadFilter): boolean =>
  Object.values(filter).every((value) => value === null);

/** The number of leads of a filter. Whole lists are counted when leads arrive. */
const countRows = async (db: Queryable, workspaceId: WorkspaceId, filter: LeadFilter): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(
    isUnfiltered(filter)
      ? sql`select coalesce(sum(total), 0)::int as total from ${leadCounts}
          where workspace_id = ${workspaceId} and list = any(${sql.param(filter.lists)}::text[])`
      : sql`select count(*)::int as total ${chosen(workspaceId, filter)}`,
  );
  return rows[0]?.total ?? 0;
};

/** A page of the leads of all lists. */
export const listWorkedRows = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  filter: LeadFilter,
  { by, isDescending }: LeadOrder,
  { page, limit }: PageRequest,
): Promise<{ rows: WorkedLeadRow[]; totalItems: number }> => {
  const direction = isDescending ? sql`desc` : sql`asc`;
  const [listed, totalItems] = await Promise.all([
    db.execute<WorkedLeadRow>(sql`
      select ${columns} ${chosen(workspaceId, filter)}
      order by ${orders[by]} ${direction}, l.list, l.lead_id limit ${limit} offset ${(page - 1) * limit}`),
    countRows(db, workspaceId, filter),
  ]);
  return { rows: listed.rows, totalItems };
};

export type WorkedLeadDetail = WorkedLeadRow & {
  answers: LeadAnswer[];
  adId: string | null;
  adName: string | null;
};

/** The imported values of a custom lead, in the order of their columns. */
const importedAnswers = sql`json_build_array(${sql.join(
  customLeadColumns.map(
    ({ key, title }) =>
      sql`json_build_object('name', ${title}::text, 'values', array[c.${sql.identifier(storedColumns[key].name)}])`,
  ),
  sql`, `,
)})`;

/** A lead with all that its source knows; null when there is none. */
export const findWorkedLead = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  { list, leadId }: LeadKey,
): Promise<WorkedLeadDetail | null> => {
  const own = leadsOf(workspaceId, list, list === 'custom' ? sql`l.id = ${leadId}` : sql`l.lead_id = ${leadId}`);
  const source =
    list === 'custom'
      ? sql`select ${importedAnswers} as answers, nullif(c.ad_id, '') as ad_id, nullif(c.ad_name, '') as ad_name
          from ${customLeads} as c where c.workspace_id = ${workspaceId} and c.id = ${leadId}`
      : sql`select c.answers, c.ad_id, c.ad_name from ${leads} as c
          where c.workspace_id = ${workspaceId} and c.platform = ${list} and c.lead_id = ${leadId}`;
  const { rows } = await db.execute<WorkedLeadDetail>(sql`
    select ${columns}, source.answers, source.ad_id as "adId", source.ad_name as "adName"
    from (${own}) as l
    cross join (${source}) as source
    left join ${leadWork} as w on w.workspace_id = ${workspaceId} and w.list = l.list and w.lead_id = l.lead_id`);
  return rows[0] ?? null;
};
