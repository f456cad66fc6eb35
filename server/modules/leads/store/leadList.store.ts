import type { LeadList } from '#shared/leadLists.ts';
import { asc, desc, sql } from '#server/database/drizzle.ts';
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
import { isLongText } from '#server/database/schema/columns.ts';
import { rowSearchText, wholeSearchText } from '#server/database/schema/leads.ts';
import { isOfCompleteImport } from '#server/modules/leads/imported/imports/isOfCompleteImport.ts';
import { isReadDueOf } from '#server/modules/leads/collect/reconcile/leadReads.store.ts';
import { leadCountOf, leadListVersionOf, readLeadCount } from './leadCounts.store.ts';
import type { LeadRow } from './leads.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** The columns that a list shows. Reading all columns of fifty leads takes longer, mostly because of the answers. */
const listedColumns = {
  leadId: leads.leadId,
  name: leads.name,
  email: leads.email,
  phone: leads.phone,
  formId: leads.formId,
  formName: leads.formName,
  position: leads.position,
  record: leads.record,
  // As text, to keep the microseconds.
  createdAt: sql<string>`${leads.createdAt}`,
  updatedAt: sql<string>`${leads.updatedAt}`,
  importedAt: sql<string | null>`${leads.importedAt}`,
};
type Instants = Record<'createdAt' | 'updatedAt', string> & { importedAt: string | null };
export type ListedLead = Omit<Pick<LeadRow, keyof typeof listedColumns>, keyof Instants> & Instants;

type Owner = { workspaceId: WorkspaceId; list: LeadList };
type Given = { workspaceId: WorkspaceId | Placeholder; list: LeadList | Placeholder };

/** A specified list: of the forms of a platform by submission, or of imports by import. */
type Kind = 'forms' | 'imported';
const kindOf = (list: LeadList): Kind => (list === 'custom' ? 'imported' : 'forms');
const timeOf = { forms: leads.createdAt, imported: leads.importedAt } as const;

const isOwnOf: Record<Kind, (given: Given, collation: SQL) => SQL> = {
  forms: ({ workspaceId, list }, collation) =>
    sql`${leads.workspaceId} = ${workspaceId} ${collation} and ${leads.list} = ${list} ${collation}
      and ${leads.deletedAt} is null`,
  imported: ({ workspaceId }, collation) =>
    sql`${leads.workspaceId} = ${workspaceId} ${collation} and ${leads.importedAt} is not null
      and ${leads.deletedAt} is null and ${isOfCompleteImport(workspaceId, leads.importedAt)}`,
};

type Searched = Pick<SearchedList, 'isIncomplete' | 'wholeText' | 'mayContain'>;
const isLong = isLongText(leads.searchText);
const hasGrams = (grams: SQL): SQL => sql`search_grams(${leads.workspaceId}, ${leads.searchText}) @@ ${grams}`;
const searchedOf: Record<Kind, Searched> = {
  forms: { isIncomplete: isLong, wholeText: wholeSearchText('whole'), mayContain: hasGrams },
  // A lead of a platform is also found by the values of its row, which this list shows.
  imported: {
    isIncomplete: sql`(${isLong} or ${leads.list} <> 'custom')`,
    wholeText: sql`(${wholeSearchText('whole')} || E'\\n' || ${rowSearchText('whole.')})`,
    mayContain: (grams) =>
      sql`(${hasGrams(grams)} or (${leads.list} <> 'custom' and search_grams(${leads.workspaceId}, ${rowSearchText('leads.')}) @@ ${grams}))`,
  },
};

const listOf = (kind: Kind, given: Given): SearchedList => {
  const { workspaceId, list } = given;
  const place = [timeOf[kind], leads.position, leads.leadId];
  return {
    table: leads,
    id: leads.leadId,
    isOwn: isOwnOf[kind](given, sql``),
    newestFirst: place.map((column) => desc(column)),
    oldestFirst: place.map((column) => asc(column)),
    workspaceId,
    indexed: [leads.workspaceId, leads.list, ...place],
    searchText: leads.searchText,
    ...searchedOf[kind],
    isOwnUnindexed: isOwnOf[kind](given, sql`collate "C"`),
    totalRows: leadCountOf(workspaceId, list),
  };
};

const isOneOf = ({ isOwn }: SearchedList, ids: SQL): SQL => sql`${isOwn} and ${leads.leadId} = any(${ids})`;

const value = sql.placeholder;
const placeholders = { workspaceId: value('workspaceId'), list: value('list') };

/** The state of a list that is read together with its rows. */
type ListState = { total: number; version: string | null; isReadDue: boolean };
const listState = {
  total: sql<number>`coalesce((${leadCountOf(value('workspaceId'), value('list'))}), 0)`.mapWith(Number),
  version: sql<string | null>`(${leadListVersionOf(value('workspaceId'), value('list'))})`,
  isReadDue: isReadDueOf(value('workspaceId'), value('list')),
};

const stateOfList = prepareOnce((db) =>
  db
    .select(listState)
    .from(sql`(select) as list`)
    .prepare('leads_state'),
);

const prepareReader = (kind: Kind) => {
  const list = listOf(kind, placeholders);
  const time = timeOf[kind];
  const listed = (isFromOldest: boolean) =>
    prepareOnce((db) =>
      db
        .select(listedColumns)
        .from(leads)
        .where(isOneOf(list, idsAt(list, { isFromOldest, rows: value('rows'), skipped: value('skipped') })))
        .orderBy(...list.newestFirst)
        // Without a name, so that each workspace gets its own plan: the number of leads differs widely.
        .prepare(''),
    );
  return {
    fromNewest: listed(false),
    fromOldest: listed(true),
    /**
     * The rows of a page from its first row, with the state of the list at the same moment. The statement has a name,
     * so that PostgreSQL plans it once for all lists. Because of the inner limit, the planner expects few rows.
     */
    fromRow: prepareOnce((db) =>
      db
        .select({ state: listState, row: listedColumns })
        .from(
          db
            .select()
            .from(leads)
            .where(
              sql`${list.isOwn} and (${time}, ${leads.position}, ${leads.leadId}) <= (${value('time')}::timestamptz, ${value('position')}::bigint, ${value('leadId')})`,
            )
            .orderBy(...list.newestFirst)
            .limit(pageSizes.maximum + 1)
            .as('leads'),
        )
        .limit(value('rows'))
        .prepare(`${kind}_from_row`),
    ),
    search: prepareSearch<ListedLead>(list, listedColumns, kind),
  };
};
const readers = { forms: prepareReader('forms'), imported: prepareReader('imported') };

type FirstRow = { time: string; position: number; leadId: string };
type Page = { rows: ListedLead[]; state: ListState };

/** A position before all leads. */
const newest: FirstRow = { time: 'infinity', position: 0, leadId: '' };
const places = createPlaces<FirstRow>();

const placeOf = ({ importedAt, createdAt, position, leadId }: ListedLead, kind: Kind): FirstRow => ({
  time: (kind === 'imported' ? importedAt : createdAt) ?? createdAt,
  position,
  leadId,
});

/** @returns null when no such row exists, or when the list has changed since this version */
const readFromRow = async (
  db: Queryable,
  owner: Owner,
  { row, version }: { row: FirstRow; version: string | null },
  rows: number,
): Promise<Page | null> => {
  const lines = await readers[kindOf(owner.list)].fromRow(db).execute({ ...owner, ...row, rows });
  const state = lines[0]?.state;
  if (!state || (version !== null && version !== state.version)) return null;
  return { rows: lines.map((line) => line.row), state };
};

/** Reads a page by its offset. Reads the version before the rows, so that a change in between outdates the version. */
const readFromEnd = async (db: Queryable, owner: Owner, request: PageRequest): Promise<Page> => {
  const [state = { total: 0, version: null, isReadDue: false }] = await stateOfList(db).execute(owner);
  const { isFromOldest, rows, skipped } = withNextRow(placeOfPage(state.total, request));
  const reader = readers[kindOf(owner.list)];
  const listedRows = isFromOldest ? reader.fromOldest : reader.fromNewest;
  return { rows: await listedRows(db).execute({ ...owner, rows, skipped }), state };
};

/** Reads the rows of a page and the first row of the next page, newest first. Remembers where both pages begin. */
const readPage = async (db: Queryable, owner: Owner, request: PageRequest): Promise<Page> => {
  const { page, limit } = request;
  const list = `${owner.list}:${owner.workspaceId}`;
  const offset = (page - 1) * limit;
  const known = page === 1 ? { row: newest, version: null } : places.find(list, offset);
  const found = (known && (await readFromRow(db, owner, known, limit + 1))) ?? (await readFromEnd(db, owner, request));
  const { version } = found.state;
  for (const place of [offset, offset + limit]) {
    const row = found.rows[place - offset];
    if (place > 0 && row && version !== null)
      places.remember(list, place, { version, row: placeOf(row, kindOf(owner.list)) });
  }
  return found;
};

/** The ids of all leads of a list that match the search, newest first. */
export const listLeadIds = (
  db: Queryable,
  workspaceId: WorkspaceId,
  list: LeadList,
  search?: string,
): Promise<string[]> => listIds(db, listOf(kindOf(list), { workspaceId, list }), search);

/** A page of a list, newest first. `isReadDue` is true when the platform may have newer leads. */
export const listStoredLeads = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  list: LeadList,
  request: PageRequest,
  search?: string,
): Promise<FoundPage<ListedLead> & { isReadDue: boolean }> => {
  const owner = { workspaceId, list };
  const found = await readers[kindOf(list)].search(db, { owner, listKey: workspaceId }, request, search);
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
  const list = listOf('forms', { workspaceId, list: platform });
  const rows = await db
    .select()
    .from(leads)
    .where(isOneOf(list, idsAt(list, placeOfPage(totalItems, request))))
    .orderBy(...list.newestFirst);
  return { rows, totalItems };
};
