import { and, count, eq, isNull, ne, notInArray, sql } from '#server/database/drizzle.ts';
import { rawAnswerName } from '#shared/lib/leadAnswers.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { leadForms, leads } from '#server/database/schema.ts';
import type { LeadForm } from '#server/providers/LeadSource.ts';
import type { LeadReadKey } from './leadReads.store.ts';

export type LeadFormRow = typeof leadForms.$inferSelect;

const isOwn = ({ workspaceId, platform }: LeadReadKey) =>
  and(eq(leadForms.workspaceId, workspaceId), eq(leadForms.platform, platform));
const isForm = (key: LeadReadKey, formId: string) => and(isOwn(key), eq(leadForms.formId, formId));

export const listLeadForms = (db: Queryable, key: LeadReadKey): Promise<LeadFormRow[]> =>
  db.select().from(leadForms).where(isOwn(key));

/**
 * Limits `leftOut` to the number of missing leads. If the platform also deleted the erased leads, it no longer counts
 * them, and then they must not hide other missing leads.
 */
const limitLeftOut = async (tx: Transaction, form: LeadFormRow): Promise<LeadFormRow> => {
  if (form.leftOut === 0 || form.platformCount === null) return form;
  const missing = Math.max(0, form.platformCount - (await countStoredLeads(tx, form, form.formId)));
  if (missing >= form.leftOut) return form;
  await updateLeadForm(tx, form, form.formId, { leftOut: missing });
  return { ...form, leftOut: missing };
};

/** The status of a form that the platform does not list. */
const unlisted = 'UNLISTED';

/** Keeps a form marked as deleted until the platform lists a new status or count, which is worth another read. */
const stillGone = sql`case
  when ${leadForms.status} = excluded.status and ${leadForms.platformCount} is not distinct from excluded.platform_count
  then ${leadForms.goneAt} end`;

/** Marks the forms of a Page that the platform no longer lists. Their leads stay. */
const markUnlisted = async (
  tx: Transaction,
  key: LeadReadKey,
  pageId: string,
  listedIds: readonly string[],
  now: Date,
): Promise<void> => {
  await tx
    .update(leadForms)
    .set({
      status: unlisted,
      goneAt: sql`coalesce(${leadForms.goneAt}, ${now.toISOString()}::timestamptz)`,
      problem: null,
    })
    .where(
      and(
        isOwn(key),
        eq(leadForms.pageId, pageId),
        ne(leadForms.status, unlisted),
        notInArray(leadForms.formId, [...listedIds]),
      ),
    );
};

/** Stores the listed forms of a Page. @returns the stored forms */
export const saveListedForms = async (
  tx: Transaction,
  { workspaceId, platform }: LeadReadKey,
  pageId: string,
  forms: readonly LeadForm[],
  listedAt: Date,
): Promise<LeadFormRow[]> => {
  await markUnlisted(
    tx,
    { workspaceId, platform },
    pageId,
    forms.map(({ id }) => id),
    listedAt,
  );
  if (forms.length === 0) return [];
  const rows = forms.map(({ id, name, status, leadCount }) => ({
    workspaceId,
    platform,
    formId: id,
    pageId,
    name,
    status,
    platformCount: leadCount,
    listedAt,
  }));
  const stored = await tx
    .insert(leadForms)
    .values(rows)
    .onConflictDoUpdate({
      target: [leadForms.workspaceId, leadForms.platform, leadForms.formId],
      set: {
        pageId: sql`excluded.page_id`,
        name: sql`excluded.name`,
        status: sql`excluded.status`,
        platformCount: sql`excluded.platform_count`,
        goneAt: stillGone,
        listedAt: sql`excluded.listed_at`,
      },
    })
    .returning();
  const limited: LeadFormRow[] = [];
  for (const form of stored) limited.push(await limitLeftOut(tx, form));
  return limited;
};

export const updateLeadForm = async (
  db: Queryable,
  key: LeadReadKey,
  formId: string,
  change: Partial<
    Pick<LeadFormRow, 'newestLeadAt' | 'fullyReadAt' | 'leftOut' | 'readAt' | 'problem' | 'goneAt' | 'region'>
  >,
): Promise<void> => {
  await db.update(leadForms).set(change).where(isForm(key, formId));
};

const countLeads = async (
  db: Queryable,
  { workspaceId, platform }: LeadReadKey,
  formId: string,
  condition?: SQL,
): Promise<number> => {
  const [found] = await db
    .select({ total: count() })
    .from(leads)
    .where(
      and(
        eq(leads.workspaceId, workspaceId),
        eq(leads.list, platform),
        eq(leads.formId, formId),
        isNull(leads.deletedAt),
        condition,
      ),
    );
  return found?.total ?? 0;
};

export const countStoredLeads = (db: Queryable, key: LeadReadKey, formId: string): Promise<number> =>
  countLeads(db, key, formId);

/** The stored leads of a form that have parts that could not be read. */
export const countUnreadableLeads = (db: Queryable, key: LeadReadKey, formId: string): Promise<number> =>
  countLeads(db, key, formId, sql`${leads.answers} @> ${JSON.stringify([{ name: rawAnswerName }])}::jsonb`);

export const deleteLeadForms = async (tx: Transaction, key: LeadReadKey): Promise<void> => {
  await tx.delete(leadForms).where(isOwn(key));
};
