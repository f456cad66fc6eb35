import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from '#server/database/drizzle.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { leadEvents, leads } from '#server/database/schema.ts';
import { storableJson } from '#server/lib/storableText.ts';
import type { LeadEvent } from '#server/providers/LeadSource.ts';
import { erasedHash } from '#server/modules/leads/store/erasedLeads.store.ts';
import { listOwnersOfPages } from '#server/modules/leads/collect/reconcile/leadPages.store.ts';
import type { LeadReadKey } from '#server/modules/leads/collect/reconcile/leadReads.store.ts';

export type LeadEventRow = typeof leadEvents.$inferSelect;
/** A Page of a workspace. */
export type OwnedPage = LeadReadKey & { pageId: string };

const isOwn = ({ workspaceId, platform }: LeadReadKey) =>
  and(eq(leadEvents.workspaceId, workspaceId), eq(leadEvents.platform, platform));
const isOpenOf = (page: OwnedPage) => and(isOwn(page), eq(leadEvents.pageId, page.pageId), isNull(leadEvents.doneAt));

/**
 * Records a lead event for each workspace of the Page, unless the lead is already recorded, stored or erased.
 * @returns the Pages with leads to fetch, in the same order in every transaction, to avoid deadlocks
 */
export const insertLeadEvents = async (
  tx: Transaction,
  platform: LeadPlatformId,
  events: readonly LeadEvent[],
  receivedAt: Date,
): Promise<OwnedPage[]> => {
  const pages = await listOwnersOfPages(
    tx,
    platform,
    events.map(({ pageId }) => pageId),
  );
  const recorded: OwnedPage[] = [];
  // One statement per workspace, because all rows of a workspace are on one server.
  for (const [workspaceId, own] of Map.groupBy(pages, (page) => page.workspaceId)) {
    const pageIds = new Set(own.map(({ pageId }) => pageId));
    const { rows } = await tx.execute<{ pageId: string }>(sql`
      insert into lead_events (workspace_id, platform, lead_id, page_id, form_id, received_at)
      select ${workspaceId}, ${platform}, named."leadId", named."pageId", named."formId",
        ${receivedAt.toISOString()}::timestamptz
      from jsonb_to_recordset(${storableJson(events.filter(({ pageId }) => pageIds.has(pageId)))}::jsonb)
        as named ("leadId" text, "pageId" text, "formId" text)
      where not exists (
        select from leads
        where leads.workspace_id = ${workspaceId} and leads.list = ${platform} and leads.lead_id = named."leadId"
          and leads.source = 'platform'
      )
      and not exists (
        select from erased_leads erased
        where erased.workspace_id = ${workspaceId}
          and erased.hash = ${erasedHash(sql`${workspaceId}::text`, platform, sql`named."leadId"`)}
      )
      order by named."leadId"
      on conflict do nothing
      returning page_id as "pageId"
    `);
    const pageIdsOf = new Set(rows.map(({ pageId }) => pageId));
    recorded.push(...[...pageIdsOf].toSorted().map((pageId) => ({ workspaceId, platform, pageId })));
  }
  return recorded;
};

export const listOpenLeadEvents = (db: Queryable, page: OwnedPage, limitRows: number): Promise<LeadEventRow[]> =>
  db.select().from(leadEvents).where(isOpenOf(page)).orderBy(asc(leadEvents.receivedAt)).limit(limitRows);

/** Closes lead events. @param problem why the lead was not fetched; null when the lead is stored */
export const closeLeadEvents = async (
  db: Queryable,
  key: LeadReadKey,
  leadIds: readonly string[],
  doneAt: Date,
  problem: string | null = null,
): Promise<void> => {
  if (leadIds.length === 0) return;
  await db
    .update(leadEvents)
    .set({ doneAt, problem })
    .where(and(isOwn(key), inArray(leadEvents.leadId, [...leadIds]), isNull(leadEvents.doneAt)));
};

/** Closes the events of leads that are stored, for example by a scheduled read. */
export const closeStoredLeadEvents = async (db: Queryable, page: OwnedPage, doneAt: Date): Promise<void> => {
  const stored = db
    .select({ leadId: leads.leadId })
    .from(leads)
    .where(
      and(
        eq(leads.workspaceId, leadEvents.workspaceId),
        eq(leads.list, leadEvents.platform),
        eq(leads.leadId, leadEvents.leadId),
        eq(leads.source, 'platform'),
      ),
    );
  await db
    .update(leadEvents)
    .set({ doneAt, problem: null })
    .where(and(isOpenOf(page), sql`exists ${stored}`));
};

/** The Pages with open lead events older than `before`, oldest first. */
export const listOverduePages = async (db: Queryable, before: Date, limitRows: number): Promise<OwnedPage[]> =>
  db
    .select({ workspaceId: leadEvents.workspaceId, platform: leadEvents.platform, pageId: leadEvents.pageId })
    .from(leadEvents)
    .where(and(isNull(leadEvents.doneAt), lt(leadEvents.receivedAt, before)))
    .groupBy(leadEvents.workspaceId, leadEvents.platform, leadEvents.pageId)
    .orderBy(sql`min(${leadEvents.receivedAt})`)
    .limit(limitRows);

/** Closes open lead events that were received before a time, with a problem. */
export const closeLeadEventsBefore = async (
  db: Queryable,
  before: Date,
  doneAt: Date,
  problem: string,
): Promise<void> => {
  await db
    .update(leadEvents)
    .set({ doneAt, problem })
    .where(and(isNull(leadEvents.doneAt), lt(leadEvents.receivedAt, before)));
};

/** Deletes closed lead events. A platform retries a delivery for a few days at most. */
export const deleteDoneLeadEvents = (db: Queryable, before: Date, signal: AbortSignal): Promise<number> =>
  deleteBefore(db, leadEvents, leadEvents.receivedAt, before, { where: isNotNull(leadEvents.doneAt), signal });

export const deleteLeadEvents = async (tx: Transaction, key: LeadReadKey): Promise<void> => {
  await tx.delete(leadEvents).where(isOwn(key));
};
