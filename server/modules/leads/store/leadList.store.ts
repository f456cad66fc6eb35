import { and, asc, desc, sql } from '#server/database/drizzle.ts';
import type { Placeholder, SQL } from '#server/database/drizzle.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import { pageSizes } from '#shared/limits.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { idsAt, placeOfPage, withNextRow } from '#server/database/lists/findPage.ts';
import { listIds } from '#server/database/lists/listIds.ts';
import { createPlaces } from '#server/database/lists/rememberedPlaces.ts';
import { prepareOnce } from '#server/database/prepareOnce.ts';
import { prepareSearch } from '#server/database/lists/searchPages.ts';
import type { FoundPage, SearchedList } from '#server/database/lists/searchPages.ts';
import { leads } from '#server/database/schema.ts';
import { wholeSearchText } from '#server/database/schema/columns.ts';
import { searchedLeadColumns } from '#server/database/schema/leads.ts';
import { isReadDueOf } from '#server/modules/leads/collect/reconcile/leadReads.store.ts';
import { leadCountOf, leadListVersionOf, readLeadCount } from './leadCounts.store.ts';
import type { LeadRow } from './leads.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/**
 * The columns that a list shows. Reading all columns of fifty leads takes 1.0 ms instead of 0.8 ms, mostly because of
 * the answers.
 */
const listedColumns = {
  leadId: leads.leadId,
  name: leads.name,
  email: leads.email,
  phone: leads.phone,
  formId: leads.formId,
  formName: leads.formName,
  // As text, to keep the microseconds.
  createdAt: sql<string>`${leads.createdAt}`,
  updatedAt: sql<string>`${leads.updatedAt}`,
};
export type ListedLead = Omit<Pick<LeadRow, keyof typeof listedColumns>, 'createdAt' | 'updatedAt'> &
  Record<'createdAt' | 'updatedAt', string>;

const newestFirst = [desc(leads.createdAt), desc(leads.leadId)];

const listOf = (workspaceId: WorkspaceId | Placeholder, platform: LeadPlatformId | Placeholder) => ({
  table: leads,
  id: leads.leadId,
  isOwn: sql`${leads.workspaceId} = ${workspaceId} and ${leads.platform} = ${platform}`,
  newestFirst,
  oldestFirst: [asc(leads.createdAt), asc(leads.leadId)],
});

const searchedListOf = (
  workspaceId: WorkspaceId | Placeholder,
  platform: LeadPlatformId | Placeholder,
): SearchedList => ({
  ...listOf(workspaceId, platform),
  workspaceId,
  indexed: [leads.workspaceId, leads.platform, leads.createdAt, leads.leadId],
  searchText: leads.searchText,
  wholeText: wholeSearchText(searchedLeadColumns, 'whole.'),
  isOwnUnindexed: sql`${leads.workspaceId} = ${workspaceId} collate "C" and ${leads.platform} = ${platform} collate "C"`,
  grams: sql`search_grams(${leads.platform} || ':' || ${leads.workspaceId}, ${leads.searchText})`,
  totalRows: leadCountOf(workspaceId, platform),
});

const isOneOf = ({ isOwn }: ReturnType<typeof listOf>, ids: SQL) => and(isOwn, sql`${leads.leadId} = any(${ids})`);

const value = sql.placeholder;
const someList = listOf(value('workspaceId'), value('platform'));

const listed = (ids: SQL) =>
  prepareOnce((db) =>
    db
      .select(listedColumns)
      .from(leads)
      .where(isOneOf(someList, ids))
      .orderBy(...newestFirst)
      // Without a name, so that each workspace gets its own plan: the number of leads differs widely.
      .prepare(''),
  );
const range = { rows: value('rows'), skipped: value('skipped') };
const listedFromNewest = listed(idsAt(someList, { isFromOldest: false, ...range }));
const listedFromOldest = listed(idsAt(someList, { isFromOldest: true, ...range }));

/** The state of a list that is read together with its rows. */
type ListState = { total: number; version: string | null; isReadDue: boolean };
const listState = {
  total: sql<number>`coalesce((${leadCountOf(value('workspaceId'), value('platform'))}), 0)`.mapWith(Number),
  version: sql<string | null>`(${leadListVersionOf(value('workspaceId'), value('platform'))})`,
  isReadDue: isReadDueOf(value('workspaceId'), value('platform')),
};

const stateOfList = prepareOnce((db) =>
  db
    .select(listState)
    .from(sql`(select) as list`)
    .prepare('leads_state'),
);

/**
 * The rows of a page from its first row, with the state of the list at the same moment. The statement has a name, so
 * that PostgreSQL plans it once for all lists. Because of the inner limit, the planner expects few rows.
 */
const listedFromRow = prepareOnce((db) =>
  db
    .select({ state: listState, row: listedColumns })
    .from(
      db
        .select()
        .from(leads)
        .where(
          sql`${someList.isOwn} and (${leads.createdAt}, ${leads.leadId}) <= (${value('createdAt')}::timestamptz, ${value('leadId')})`,
        )
        .orderBy(...newestFirst)
        .limit(pageSizes.maximum + 1)
        .as('leads'),
    )
    .limit(value('rows'))
    .prepare('leads_from_row'),
);

const searchLeads = prepareSearch<ListedLead>(searchedListOf(value('workspaceId'), value('platform')), listedColumns);

type Owner = { workspaceId: WorkspaceId; platform: LeadPlatformId };
type FirstRow = Pick<ListedLead, 'createdAt' | 'leadId'>;
type Page = { rows: ListedLead[]; state: ListState };

/** A position before all leads. */
const newest: FirstRow = { createdAt: 'infinity', leadId: '' };
const places = createPlaces<FirstRow>();

/** @returns null when no such row exists, or when the list has changed since this version */
const readFromRow = async (
  db: Queryable,
  owner: Owner,
  { row, version }: { row: FirstRow; version: string | null },
  rows: number,
): Promise<Page | null> => {
  const lines = await listedFromRow(db).execute({ ...owner, ...row, rows });
  const state = lines[0]?.state;
  if (!state || (version !== null && version !== state.version)) return null;
  return { rows: lines.map((line) => line.row), state };
};

/** Reads a page by its offset. Reads the version before the rows, so that a change in between outdates the version. */
const readFromEnd = async (db: Queryable, owner: Owner, request: PageRequest): Promise<Page> => {
  const [state = { total: 0, version: null, isReadDue: false }] = await stateOfList(db).execute(owner);
  const { isFromOldest, rows, skipped } = withNextRow(placeOfPage(state.total, request));
  const listedRows = isFromOldest ? listedFromOldest : listedFromNewest;
  return { rows: await listedRows(db).execute({ ...owner, rows, skipped }), state };
};

/** Reads the rows of a page and the first row of the next page, newest first. Remembers where both pages begin. */
const readPage = async (db: Queryable, owner: Owner, request: PageRequest): Promise<Page> => {
  const { page, limit } = request;
  const list = `${owner.platform}:${owner.workspaceId}`;
  const offset = (page - 1) * limit;
  const known = page === 1 ? { row: newest, version: null } : places.find(list, offset);
  const found = (known && (await readFromRow(db, owner, known, limit + 1))) ?? (await readFromEnd(db, owner, request));
  const { version } = found.state;
  for (const place of [offset, offset + limit]) {
    const row = found.rows[place - offset];
    if (place > 0 && row && version !== null)
      places.remember(list, place, { version, row: { createdAt: row.createdAt, leadId: row.leadId } });
  }
  return found;
};

/** The ids of all stored leads of a platform that match the search, newest first. */
export const listLeadIds = (
  db: Queryable,
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  search?: string,
): Promise<string[]> => listIds(db, searchedListOf(workspaceId, platform), search);

/** A page of stored platform leads, newest first. `isReadDue` is true when the platform may have newer leads. */
export const listStoredLeads = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  request: PageRequest,
  search?: string,
): Promise<FoundPage<ListedLead> & { isReadDue: boolean }> => {
  const owner = { workspaceId, platform };
  const found = await searchLeads(db, { owner, listKey: `${platform}:${workspaceId}` }, request, search);
  // A search follows a list request, which has already started a due read.
  if (found) return { ...found, isReadDue: false };
  const { rows, state } = await readPage(db, owner, request);
  const { total: totalItems, isReadDue } = state;
  return { rows: rows.slice(0, request.limit), totalItems, isTotalEstimated: false, isReadDue };
};

/** A page of stored platform leads with all columns, such as the answers. */
export const listWholeLeads = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  request: PageRequest,
): Promise<{ rows: LeadRow[]; totalItems: number }> => {
  const totalItems = await readLeadCount(db, workspaceId, platform);
  const list = listOf(workspaceId, platform);
  const rows = await db
    .select()
    .from(leads)
    .where(isOneOf(list, idsAt(list, placeOfPage(totalItems, request))))
    .orderBy(...newestFirst);
  return { rows, totalItems };
};
