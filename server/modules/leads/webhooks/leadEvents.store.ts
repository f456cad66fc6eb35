import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from '#server/database/drizzle.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { leadNotices, leads } from '#server/database/schema.ts';
import { storableJson } from '#server/lib/storableText.ts';
import type { LeadNotice } from '#server/providers/LeadSource.ts';
import { erasedHash } from '#server/modules/leads/lists/erasedLeads.store.ts';
import type { LeadReadKey } from '#server/modules/leads/reconcile/leadReads.store.ts';

export type LeadNoticeRow = typeof leadNotices.$inferSelect;
/** A person's page. */
export type OwnedPage = LeadReadKey & { pageId: string };

const isOwn = ({ userId, platform }: LeadReadKey) =>
  and(eq(leadNotices.userId, userId), eq(leadNotices.platform, platform));
const isOpenOf = (page: OwnedPage) => and(isOwn(page), eq(leadNotices.pageId, page.pageId), isNull(leadNotices.doneAt));

/**
 * Notes named leads for everyone who has connected their page, unless they are noted, stored or erased already.
 * @returns the pages with leads to be fetched, in one order for all transactions
 */
export const insertNotices = async (
  tx: Transaction,
  platform: LeadPlatformId,
  notices: readonly LeadNotice[],
  receivedAt: Date,
): Promise<OwnedPage[]> => {
  const { rows } = await tx.execute<{ userId: string; pageId: string }>(sql`
    with noted as (
      insert into lead_notices (user_id, platform, lead_id, page_id, form_id, received_at)
      select page.user_id, ${platform}, named."leadId", named."pageId", named."formId",
        ${receivedAt.toISOString()}::timestamptz
      from jsonb_to_recordset(${storableJson(notices)}::jsonb) as named ("leadId" text, "pageId" text, "formId" text)
      join lead_pages page on page.platform = ${platform} and page.page_id = named."pageId"
      where not exists (
        select from leads
        where leads.user_id = page.user_id and leads.platform = ${platform} and leads.lead_id = named."leadId"
          and leads.source = 'platform'
      )
      and not exists (
        select from erased_leads erased
        where erased.user_id = page.user_id and erased.hash = ${erasedHash(sql`page.user_id`, platform, sql`named."leadId"`)}
      )
      order by page.user_id, named."leadId"
      on conflict do nothing
      returning user_id, page_id
    )
    select distinct user_id as "userId", page_id as "pageId" from noted order by 1, 2
  `);
  return rows.map((row) => ({ ...row, platform }));
};

export const listOpenNotices = (db: Queryable, page: OwnedPage, limitRows: number): Promise<LeadNoticeRow[]> =>
  db.select().from(leadNotices).where(isOpenOf(page)).orderBy(asc(leadNotices.receivedAt)).limit(limitRows);

/** Ends notices. @param problem why the lead was not fetched; null: it is stored */
export const closeNotices = async (
  db: Queryable,
  key: LeadReadKey,
  leadIds: readonly string[],
  doneAt: Date,
  problem: string | null = null,
): Promise<void> => {
  if (leadIds.length === 0) return;
  await db
    .update(leadNotices)
    .set({ doneAt, problem })
    .where(and(isOwn(key), inArray(leadNotices.leadId, [...leadIds]), isNull(leadNotices.doneAt)));
};

/** Ends the notices of leads that are stored, whoever stored them. */
export const closeStoredNotices = async (db: Queryable, page: OwnedPage, doneAt: Date): Promise<void> => {
  const stored = db
    .select({ leadId: leads.leadId })
    .from(leads)
    .where(
      and(
        eq(leads.userId, leadNotices.userId),
        eq(leads.platform, leadNotices.platform),
        eq(leads.leadId, leadNotices.leadId),
        eq(leads.source, 'platform'),
      ),
    );
  await db
    .update(leadNotices)
    .set({ doneAt, problem: null })
    .where(and(isOpenOf(page), sql`exists ${stored}`));
};

/** Pages with leads that were named before a moment and are still to be fetched, longest first. */
export const listOverduePages = async (db: Queryable, before: Date, limitRows: number): Promise<OwnedPage[]> =>
  db
    .select({ userId: leadNotices.userId, platform: leadNotices.platform, pageId: leadNotices.pageId })
    .from(leadNotices)
    .where(and(isNull(leadNotices.doneAt), lt(leadNotices.receivedAt, before)))
    .groupBy(leadNotices.userId, leadNotices.platform, leadNotices.pageId)
    .orderBy(sql`min(${leadNotices.receivedAt})`)
    .limit(limitRows);

/** Gives up what was named before a moment. */
export const closeNoticesBefore = async (db: Queryable, before: Date, doneAt: Date, problem: string): Promise<void> => {
  await db
    .update(leadNotices)
    .set({ doneAt, problem })
    .where(and(isNull(leadNotices.doneAt), lt(leadNotices.receivedAt, before)));
};

/** Forgets what was done before a moment; a platform repeats a delivery for some days at most. */
export const deleteDoneNotices = (db: Queryable, before: Date, signal: AbortSignal): Promise<number> =>
  deleteBefore(db, leadNotices, leadNotices.receivedAt, before, { where: isNotNull(leadNotices.doneAt), signal });

export const forgetNotices = async (tx: Transaction, key: LeadReadKey): Promise<void> => {
  await tx.delete(leadNotices).where(isOwn(key));
};
