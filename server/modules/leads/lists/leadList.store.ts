import { and, asc, desc, sql } from '#server/database/drizzle.ts';
import type { Placeholder, SQL } from '#server/database/drizzle.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { idsAt, placeOfPage } from '#server/database/lists/findPage.ts';
import type { Place } from '#server/database/lists/findPage.ts';
import { listIds } from '#server/database/lists/listIds.ts';
import { prepareOnce } from '#server/database/prepareOnce.ts';
import { prepareSearch } from '#server/database/lists/searchPages.ts';
import type { FoundPage, SearchedList } from '#server/database/lists/searchPages.ts';
import { leads } from '#server/database/schema.ts';
import { wholeSearchText } from '#server/database/schema/columns.ts';
import { searchedLeadColumns } from '#server/database/schema/leads.ts';
import { leadCountOf, readLeadCount } from './leadCounts.store.ts';
import type { LeadRow } from './leads.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/**
 * The columns that a list shows. Reading all columns of fifty leads takes 1.0 ms instead of 0.8, mostly for the
 * answers.
 */
const listedColumns = {
  leadId: leads.leadId,
  name: leads.name,
  email: leads.email,
  phone: leads.phone,
  formId: leads.formId,
  formName: leads.formName,
  createdAt: leads.createdAt,
  updatedAt: leads.updatedAt,
};
export type ListedLead = Pick<LeadRow, keyof typeof listedColumns>;

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
  indexed: [leads.workspaceId, leads.platform, leads.createdAt, leads.leadId],
  searchText: leads.searchText,
  wholeText: wholeSearchText(searchedLeadColumns, 'whole.'),
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
      // Without a name, so that each workspace gets its own plan: one may have half of the table, another ten leads.
      .prepare(''),
  );
const range = { rows: value('rows'), skipped: value('skipped') };
const listedFromNewest = listed(idsAt(someList, { isFromOldest: false, ...range }));
const listedFromOldest = listed(idsAt(someList, { isFromOldest: true, ...range }));

const searchLeads = prepareSearch<ListedLead>(searchedListOf(value('workspaceId'), value('platform')), listedColumns);

/** The leads from one source, newest first. */
const findLeads = (
  db: Queryable,
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  place: Place,
): Promise<ListedLead[]> => {
  const { isFromOldest, rows, skipped } = place;
  return (isFromOldest ? listedFromOldest : listedFromNewest)(db).execute({ workspaceId, platform, rows, skipped });
};

/** Ids of all stored leads of a platform that the search finds, newest first. */
export const listLeadIds = (
  db: Queryable,
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  search?: string,
): Promise<string[]> => listIds(db, searchedListOf(workspaceId, platform), search);

/** A page of the stored leads of one platform, newest first. */
export const listStoredLeads = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  request: PageRequest,
  search?: string,
): Promise<FoundPage<ListedLead>> => {
  const owned = { owner: { workspaceId, platform }, listKey: `${platform}:${workspaceId}` };
  const found = await searchLeads(db, owned, request, search);
  if (found) return found;
  const totalItems = await readLeadCount(db, workspaceId, platform);
  const rows = await findLeads(db, workspaceId, platform, placeOfPage(totalItems, request));
  return { rows, totalItems, isTotalEstimated: false };
};

/** The same with everything that is stored of each lead, such as its answers. */
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
