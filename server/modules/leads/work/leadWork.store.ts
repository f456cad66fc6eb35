import { leadLists } from '#shared/leadLists.ts';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import { customLeadColumns } from '#shared/customLeadColumns.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { FoundPage } from '#server/database/lists/searchPages.ts';
import { estimated } from '#server/database/lists/searchPages.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { adAccounts, adObjects, leadContacts, leadCounts, leads, leadWork } from '#server/database/schema.ts';
import type { StoredRecord } from '#server/database/schema/leads.ts';
import { isOfLead } from '#server/modules/leads/work/changes.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { mergedCount } from '#server/modules/leads/contacts/samePerson.store.ts';
import { branchesOf, isVisible, orders } from '#server/modules/leads/list/leadBranch.ts';
import type { LeadFilter } from '#server/modules/leads/list/leadFilter.ts';
import { isInLists, isUnfiltered } from '#server/modules/leads/list/leadFilter.ts';
import { narrowSearch } from '#server/modules/leads/list/narrowSearch.store.ts';
import type { LeadKey } from './leadKey.ts';
import { sortKeyOf } from '#server/modules/leads/list/leadOrder.ts';
import type { LeadOrder } from '#server/modules/leads/list/leadOrder.ts';
import { completedFrom, shownColumns } from '#server/modules/leads/list/leadRows.ts';
import type { WorkedLeadRow } from '#server/modules/leads/list/leadRows.ts';
import type { LeadStep } from './statuses/leadStep.ts';

/** Up to this number, a filter or order without an index reads all leads: 100,000 leads take up to 0.2 s. */
const longListRows = 200_000;
/** A filter of longer lists first reads this many newest leads. If they fill the page, the total is estimated. */
const probedRows = 10_000;

/** A selection of leads, and its order. */
export type LeadChoice = {
  filter: LeadFilter;
  order: LeadOrder;
  step: LeadStep;
  /** The ids of the members, sorted by name. */
  memberIds: readonly string[];
};

export type LeadQuestion = LeadChoice & { request: PageRequest };

type Found = { rows: WorkedLeadRow[]; total: number };

/** The stored lead count of the lists in a filter, and how many of the leads a probe reads. */
const countLists = async (db: Queryable, workspaceId: WorkspaceId, { lists }: LeadFilter) => {
  // Leads of a platform that were also imported are counted in both lists, but shown once.
  const both = sql`select count(*) from ${leads} as l where workspace_id = ${workspaceId} and imported_at is not null
    and list <> 'custom' and deleted_at is null`;
  const hasImported = lists.includes('custom');
  // The count of all these leads reads an index only.
  const repeated = lists.length === leadLists.length ? both : sql`${both} and list = any(${sql.param(lists)}::text[])`;
  const { rows } = await db.execute<{ length: number; probed: number }>(sql`
    with counted as (select list, total from ${leadCounts} where workspace_id = ${workspaceId} and list = any(${sql.param(lists)}::text[])),
      twice (anywhere, repeated) as materialized (select ${hasImported ? sql`(${both}), (${repeated})` : sql`0::bigint, 0::bigint`})
    select (coalesce(sum(total), 0) - repeated)::int - (${mergedCount(workspaceId, lists)}) as length,
      (coalesce(sum(least(case list when 'custom' then total - anywhere else total end, ${probedRows}::bigint)), 0)
        + least(anywhere - repeated, ${probedRows}::bigint))::int as probed
    from twice left join counted on true group by anywhere, repeated`);
  return rows[0] ?? { length: 0, probed: 0 };
};

/** Reads the complete rows of a page of `found`, a query for lead keys. `total` is the number of rows in `found`. */
const readPage = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  { step, request: { page, limit } }: LeadQuestion,
  { found, order }: { found: SQL; order: SQL },
): Promise<Found> => {
  const { rows } = await db.execute<(WorkedLeadRow | { list: null }) & { total: number }>(sql`
    with found as materialized (${found}),
      page as (select * from found order by ${order} limit ${limit} offset ${(page - 1) * limit}),
      placed as materialized (select *, row_number() over (order by ${order}) as place from page)
    select counted.total, ${shownColumns(step)}
    from (select count(*)::int as total from found) as counted
    left join (${completedFrom(workspaceId, sql`placed`)}) on true
    order by p.place`);
  return { rows: rows.flatMap((row) => (row.list === null ? [] : [row])), total: rows[0]?.total ?? 0 };
};

const newestOf = ({ page, limit }: PageRequest): number => page * limit;

/** Reads the newest or oldest leads of all lists, with the index of each list. */
const readByArrival = (db: Queryable, workspaceId: WorkspaceId, question: LeadQuestion): Promise<Found> => {
  const { filter, order, request, step } = question;
  const name = order.isDescending ? 'newest' : 'oldest';
  const first = { order: name, rows: newestOf(request) } as const;
  return readPage(db, workspaceId, question, {
    found: branchesOf(workspaceId, step, { filter, first, columnsOf: () => [] }),
    order: orders[name].all,
  });
};

/**
 * Reads the leads with the newest activity. Only the leads that people worked on last and the leads that arrived last
 * need to be compared, because no activity is before the arrival.
 */
const readByActivity = (db: Queryable, workspaceId: WorkspaceId, question: LeadQuestion): Promise<Found> => {
  const { filter, request, step } = question;
  const rows = newestOf(request);
  const arrived = branchesOf(workspaceId, step, { filter, first: { order: 'newest', rows }, columnsOf: () => [] });
  return readPage(db, workspaceId, question, {
    found: sql`
      select p.list, p.lead_id, l.created_at, l.position, coalesce(w.active_at, l.created_at) as key
      from ${completedFrom(
        workspaceId,
        sql`(select list, lead_id from (${arrived}) as arrived union
          (select list, lead_id from ${leadWork} as w where workspace_id = ${workspaceId} and ${isOfLead(workspaceId, sql`w`, isInLists(filter.lists))}
            and merged_into is null order by active_at desc limit ${rows}))`,
      )}
      where ${isVisible(workspaceId)}`,
    order: sql`key desc, ${orders.newest.all}`,
  });
};

/** A query for the lead keys of a selection. @param newest limits the query to the newest leads per list */
export const chosenBy = (
  workspaceId: WorkspaceId,
  { filter, order, step, memberIds }: LeadChoice,
  newest?: number,
): { found: SQL; order: SQL } => {
  const byArrival = order.by === 'arrival';
  const { all } = order.isDescending || !byArrival ? orders.newest : orders.oldest;
  const direction = order.isDescending ? sql`desc` : sql`asc`;
  return {
    found: branchesOf(workspaceId, step, {
      filter,
      newest,
      columnsOf: (branch) => (byArrival ? [] : [sql`${sortKeyOf(order.by, branch, memberIds)} as key`]),
    }),
    order: byArrival ? all : sql`key ${direction} nulls last, ${all}`,
  };
};

/** Reads the leads of a filter in any order. @param newest limits the query to the newest leads per list */
const readChosen = (db: Queryable, workspaceId: WorkspaceId, question: LeadQuestion, newest?: number): Promise<Found> =>
  readPage(db, workspaceId, question, chosenBy(workspaceId, question, newest));

/** Reads a page of the leads of all lists. */
export const listWorkedRows = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  question: LeadQuestion,
): Promise<FoundPage<WorkedLeadRow>> => {
  const { filter, order, request } = question;
  const { length, probed } = await countLists(db, workspaceId, filter);
  const whole = ({ rows }: Found) => ({ rows, totalItems: length, isTotalEstimated: false });
  const isNewest = order.by === 'arrival' && order.isDescending;
  if (isUnfiltered(filter)) {
    if (order.by === 'arrival') return whole(await readByArrival(db, workspaceId, question));
    if (order.by === 'activity' && order.isDescending) return whole(await readByActivity(db, workspaceId, question));
  }
  if (isNewest && length > longListRows) {
    const { rows, total } = await readChosen(db, workspaceId, question, probedRows);
    if (rows.length === request.limit) return estimated(rows, (total * length) / probed);
  }
  const narrowed = { ...question, filter: await narrowSearch(db, workspaceId, filter) };
  const { rows, total } = await readChosen(db, workspaceId, narrowed);
  return { rows, totalItems: total, isTotalEstimated: false };
};

export type WorkedLeadDetail = WorkedLeadRow & {
  /** The step that the lead arrived with. */
  arrivedStatusId: string;
  answers: LeadAnswer[];
  adId: string | null;
  adName: string | null;
  phoneE164: string | null;
  accountCurrency: string | null;
  /** The values of the imported row; null: not imported. */
  record: StoredRecord | null;
};

/** The imported values of a lead, in the order of their columns. */
const importedAnswers = (record: StoredRecord | null): LeadAnswer[] =>
  record === null
    ? []
    : [
        ...customLeadColumns.map(({ key, title }) => ({ name: title, values: [record[key] ?? ''] })),
        ...(record.answers ?? []),
      ];

/**
 * A lead with the answers and the ad from its source; null for an unknown lead.
 * @param isHeld keeps the key of the lead until the transaction ends: an imported lead gets the key of its platform when
 * the platform collects it
 */
export const findWorkedLead = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  step: LeadStep,
  { list, leadId }: LeadKey,
  isHeld = false,
): Promise<WorkedLeadDetail | null> => {
  const { rows } = await db.execute<WorkedLeadDetail>(sql`
    select ${shownColumns(step)}, ${step.arrived} as "arrivedStatusId", l.answers, l.record, l.ad_id as "adId", l.ad_name as "adName",
      (select phone_key from ${leadContacts} where workspace_id = ${workspaceId} and list = p.list and lead_id = p.lead_id) as "phoneE164",
      coalesce(
        (select currency from ${adObjects} where workspace_id = ${workspaceId} and level = 'campaign' and object_id = l.campaign_id limit 1),
        (select currency from ${adAccounts} where workspace_id = ${workspaceId} and currency is not null
          group by currency order by count(*) desc, currency limit 1)) as "accountCurrency"
    from ${completedFrom(workspaceId, sql`(select ${list}::text as list, ${leadId}::text as lead_id)`)}
    where ${isVisible(workspaceId)} ${isHeld ? sql`for key share of l` : sql``}`);
  return rows.map((lead) => ({ ...lead, answers: [...lead.answers, ...importedAnswers(lead.record)] }))[0] ?? null;
};
