import { asc, desc, sql } from '#server/database/drizzle.ts';
import type { Placeholder } from '#server/database/drizzle.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { Queryable } from '#server/database/Database.ts';
import { idsAt, placeOfPage } from '#server/database/lists/findPage.ts';
import { listIds } from '#server/database/lists/listIds.ts';
import { prepareSearch } from '#server/database/lists/searchPages.ts';
import type { FoundPage, SearchedList } from '#server/database/lists/searchPages.ts';
import { customLeadImports, customLeads } from '#server/database/schema.ts';
import { wholeSearchText } from '#server/database/schema/columns.ts';
import { searchedCustomLeadColumns } from '#server/database/schema/customLeads.ts';
import { leadCountOf, readLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import { storedColumns } from './storedColumns.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type CustomLeadRow = CustomLeadValues & { _id: string; createdAt: Date; updatedAt: Date };

/** Hides the new leads of a running import until the import is complete. */
const isListed = (workspaceId: WorkspaceId | Placeholder) =>
  sql`${customLeads.createdAt} <> all (array(select ${customLeadImports.createdAt} from ${customLeadImports}
    where ${customLeadImports.workspaceId} = ${workspaceId} and ${customLeadImports.state} = 'accepted'))`;

/** Newest imports first; the rows of an import keep their order. */
const newestFirst = [desc(customLeads.createdAt), asc(customLeads.position), asc(customLeads.id)];

const listOf = (workspaceId: WorkspaceId | Placeholder): SearchedList => ({
  workspaceId,
  table: customLeads,
  id: customLeads.id,
  isOwn: sql`${customLeads.workspaceId} = ${workspaceId} and ${isListed(workspaceId)}`,
  newestFirst,
  oldestFirst: [asc(customLeads.createdAt), desc(customLeads.position), desc(customLeads.id)],
  indexed: [customLeads.workspaceId, customLeads.createdAt, customLeads.position, customLeads.id],
  searchText: customLeads.searchText,
  wholeText: wholeSearchText(searchedCustomLeadColumns, 'whole.'),
  isOwnUnindexed: sql`${customLeads.workspaceId} = ${workspaceId} collate "C" and ${isListed(workspaceId)}`,
  grams: sql`search_grams(${customLeads.workspaceId}, ${customLeads.searchText})`,
  totalRows: leadCountOf(workspaceId, 'custom'),
});

const listedColumns = {
  _id: customLeads.id,
  ...storedColumns,
  createdAt: customLeads.createdAt,
  updatedAt: customLeads.updatedAt,
};

const searchCustomLeads = prepareSearch<CustomLeadRow>(listOf(sql.placeholder('workspaceId')), listedColumns);

/** The ids of all imported leads of a workspace that match the search, newest first. */
export const listCustomLeadIds = (db: Queryable, workspaceId: WorkspaceId, search?: string): Promise<string[]> =>
  listIds(db, listOf(workspaceId), search);

/** A page of the imported leads of a workspace, newest first. */
export const listStoredCustomLeads = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  request: PageRequest,
  search?: string,
): Promise<FoundPage<CustomLeadRow>> => {
  const found = await searchCustomLeads(db, { owner: { workspaceId }, listKey: workspaceId }, request, search);
  if (found) return found;
  const totalItems = await readLeadCount(db, workspaceId, 'custom');
  const list = listOf(workspaceId);
  const rows = await db
    .select(listedColumns)
    .from(customLeads)
    .where(sql`${list.isOwn} and ${customLeads.id} = any(${idsAt(list, placeOfPage(totalItems, request))})`)
    .orderBy(...newestFirst);
  return { rows, totalItems, isTotalEstimated: false };
};
