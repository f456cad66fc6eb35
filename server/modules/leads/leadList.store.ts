import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { findPage } from '#server/database/findPage.ts';
import { listIds } from '#server/database/listIds.ts';
import { leads } from '#server/database/schema.ts';
import { readLeadCount } from './leadCounts.store.ts';
import type { LeadRow } from './leads.store.ts';

type LeadPage = { rows: LeadRow[]; totalItems: number; isTotalCapped: boolean };

const newestFirst = [desc(leads.createdAt), desc(leads.leadId)];

const listOf = (userId: string, platform: LeadPlatformId) => ({
  table: leads,
  id: leads.leadId,
  isOwn: sql`${leads.userId} = ${userId} and ${leads.platform} = ${platform}`,
  newestFirst,
  oldestFirst: [asc(leads.createdAt), asc(leads.leadId)],
  searchText: leads.searchText,
});

/** The leads of these ids that there are, newest first. */
export const findLeads = (
  db: Queryable,
  userId: string,
  platform: LeadPlatformId,
  ids: readonly string[],
): Promise<LeadRow[]> =>
  db
    .select()
    .from(leads)
    .where(
      and(
        eq(leads.userId, userId),
        eq(leads.platform, platform),
        sql`${leads.leadId} = any(${sql.param(ids)}::text[])`,
      ),
    )
    .orderBy(...newestFirst);

/** Ids of all stored leads of a platform that the search finds, newest first. */
export const listLeadIds = (
  db: Queryable,
  userId: string,
  platform: LeadPlatformId,
  search?: string,
): Promise<string[]> => listIds(db, listOf(userId, platform), search);

/** A page of a person's stored leads of one platform, newest first. */
export const listStoredLeads = async (
  db: Queryable,
  userId: string,
  platform: LeadPlatformId,
  request: PageRequest,
  search?: string,
): Promise<LeadPage> => {
  const list = { ...listOf(userId, platform), totalRows: await readLeadCount(db, userId, platform) };
  const { ids, ...totals } = await findPage(db, list, request, search);
  return { rows: await findLeads(db, userId, platform, ids), ...totals };
};
