import { and, asc, desc, eq, sql } from '#server/database/drizzle.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { Queryable } from '#server/database/Database.ts';
import { findPage, idsAt } from '#server/database/findPage.ts';
import type { Place, SearchedList } from '#server/database/findPage.ts';
import { listIds } from '#server/database/listIds.ts';
import { customLeadImports, customLeads } from '#server/database/schema.ts';
import { wholeSearchText } from '#server/database/schema/columns.ts';
import { searchedCustomLeadColumns } from '#server/database/schema/customLeads.ts';
import { leadCountOf, readLeadCount } from '#server/modules/leads/leadCounts.store.ts';
import { storedColumns } from './storedColumns.ts';

export type CustomLeadRow = CustomLeadValues & { _id: string; createdAt: Date; updatedAt: Date };

/** New leads of an import under way wait for the rest of it. */
const isListed = (userId: string) =>
  sql`${customLeads.createdAt} <> all (array(select ${customLeadImports.createdAt} from ${customLeadImports}
    where ${customLeadImports.userId} = ${userId} and ${customLeadImports.state} = 'accepted'))`;

type CustomLeadPage = { rows: CustomLeadRow[]; totalItems: number; isTotalEstimated: boolean };

/** The rows of one import in their order. */
const newestFirst = [desc(customLeads.createdAt), asc(customLeads.position), asc(customLeads.id)];

const listOf = (userId: string): SearchedList => ({
  table: customLeads,
  id: customLeads.id,
  isOwn: sql`${customLeads.userId} = ${userId} and ${isListed(userId)}`,
  newestFirst,
  oldestFirst: [asc(customLeads.createdAt), desc(customLeads.position), desc(customLeads.id)],
  indexed: [customLeads.userId, customLeads.createdAt, customLeads.position, customLeads.id],
  searchText: customLeads.searchText,
  wholeText: wholeSearchText(searchedCustomLeadColumns, 'whole.'),
  grams: sql`search_grams(${customLeads.userId}, ${customLeads.searchText})`,
  gramsKey: userId,
  totalRows: leadCountOf(userId, 'custom'),
  readTotalRows: (db) => readLeadCount(db, userId, 'custom'),
});

/** The leads of a place that there are, newest first. */
const findCustomLeads = (db: Queryable, userId: string, place: Place): Promise<CustomLeadRow[]> =>
  db
    .select({
      _id: customLeads.id,
      ...storedColumns,
      createdAt: customLeads.createdAt,
      updatedAt: customLeads.updatedAt,
    })
    .from(customLeads)
    .where(and(eq(customLeads.userId, userId), sql`${customLeads.id} = any(${idsAt(listOf(userId), place)})`))
    .orderBy(...newestFirst);

/** Ids of all of a person's imported leads that the search finds, newest first. */
export const listCustomLeadIds = (db: Queryable, userId: string, search?: string): Promise<string[]> =>
  listIds(db, listOf(userId), search);

/** A page of a person's imported leads, newest first. */
export const listStoredCustomLeads = async (
  db: Queryable,
  userId: string,
  request: PageRequest,
  search?: string,
): Promise<CustomLeadPage> => {
  const { place, ...totals } = await findPage(db, listOf(userId), request, search);
  return { rows: await findCustomLeads(db, userId, place), ...totals };
};
