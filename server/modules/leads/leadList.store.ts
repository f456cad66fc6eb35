import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { Queryable } from '#server/database/Database.ts';
import { findPage } from '#server/database/findPage.ts';
import { leads } from '#server/database/schema.ts';
import type { LeadPlatformId } from '#server/database/schema.ts';
import { readLeadCount } from './leadCounts.store.ts';
import type { LeadRow } from './leads.store.ts';

type LeadPage = { rows: LeadRow[]; totalItems: number; isTotalCapped: boolean };

/** A page of a person's stored leads of one platform, newest first. */
export const listStoredLeads = async (
  db: Queryable,
  userId: string,
  platform: LeadPlatformId,
  request: PageRequest,
  search?: string,
): Promise<LeadPage> => {
  const list = {
    table: leads,
    id: leads.leadId,
    isOwn: sql`${leads.userId} = ${userId} and ${leads.platform} = ${platform}`,
    newestFirst: [desc(leads.createdAt), desc(leads.leadId)],
    oldestFirst: [asc(leads.createdAt), asc(leads.leadId)],
    searchText: leads.searchText,
    totalRows: await readLeadCount(db, userId, platform),
  };
  const { ids, ...totals } = await findPage(db, list, request, search);
  const rows = await db
    .select()
    .from(leads)
    .where(
      and(
        eq(leads.userId, userId),
        eq(leads.platform, platform),
        sql`${leads.leadId} = any(${sql.param(ids)}::text[])`,
      ),
    )
    .orderBy(...list.newestFirst);
  return { rows, ...totals };
};
