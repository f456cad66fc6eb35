import type { LeadList } from '#shared/leadLists.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { and, asc, desc, eq, gt, notInArray, or, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leadEntries, leadWork, memberships, users } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { LeadKey } from './leadKey.ts';
import type { WorkRow } from './fields/workFields.ts';

const isLead = (table: typeof leadWork | typeof leadEntries, workspaceId: WorkspaceId, { list, leadId }: LeadKey) =>
  and(eq(table.workspaceId, workspaceId), eq(table.list, list), eq(table.leadId, leadId));

/** Locks the work on a lead until the transaction ends. @throws Error when the lead has no work row */
export const lockWork = async (tx: Transaction, workspaceId: WorkspaceId, key: LeadKey): Promise<WorkRow> => {
  const [row] = await tx
    .select()
    .from(leadWork)
    .where(isLead(leadWork, workspaceId, key))
    .for('update');
  if (!row) throw new Error('the work on a lead has no row');
  return row;
};

/**
 * Locks the work on a lead until the transaction ends. Inserts a row for an untouched lead. Call `lockMerges` before
 * you lock several leads.
 * @returns the row, and whether it was inserted
 */
export const holdWork = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  { list, leadId }: LeadKey,
  activeAt: Date,
): Promise<{ work: WorkRow; isNew: boolean }> => {
  const made = await tx
    .insert(leadWork)
    .values({ workspaceId, list, leadId, activeAt, version: 0 })
    .onConflictDoNothing()
    .returning({ leadId: leadWork.leadId });
  return { work: await lockWork(tx, workspaceId, { list, leadId }), isNew: made.length > 0 };
};

export const updateWork = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  key: LeadKey,
  change: Partial<typeof leadWork.$inferInsert>,
): Promise<void> => {
  await tx
    .update(leadWork)
    .set(change)
    .where(isLead(leadWork, workspaceId, key));
};

export type NewEntry = Pick<typeof leadEntries.$inferInsert, 'id' | 'kind' | 'note' | 'before' | 'after'>;

export const addEntries = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  key: LeadKey,
  { at, authorId, entries }: { at: Date; authorId: string; entries: readonly NewEntry[] },
): Promise<void> => {
  await tx.insert(leadEntries).values(entries.map((entry) => ({ ...entry, ...key, workspaceId, at, authorId })));
};

export const hasEntry = async (tx: Transaction, workspaceId: WorkspaceId, key: LeadKey, id: string): Promise<boolean> =>
  (await tx.$count(leadEntries, and(isLead(leadEntries, workspaceId, key), eq(leadEntries.id, id)))) > 0;

export const countEntries = (tx: Transaction, workspaceId: WorkspaceId, key: LeadKey): Promise<number> =>
  tx.$count(leadEntries, isLead(leadEntries, workspaceId, key));

/** The kinds of entries of a lead since that time, without merges and separations. */
export const listOwnKindsSince = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  key: LeadKey,
  since: Date,
): Promise<EntryRow['kind'][]> => {
  const { kind, at } = leadEntries;
  const rows = await db
    .selectDistinct({ kind })
    .from(leadEntries)
    .where(and(isLead(leadEntries, workspaceId, key), gt(at, since), notInArray(kind, ['merged', 'separated'])))
    .orderBy(asc(kind));
  return rows.map((row) => row.kind);
};

export type EntryRow = Omit<typeof leadEntries.$inferSelect, 'workspaceId'> & { authorName: string | null };

/** The newest entries of these leads: a lead, and the leads that are merged into it. */
export const listEntries = (
  db: Queryable,
  workspaceId: WorkspaceId,
  keys: readonly LeadKey[],
  limit: number,
): Promise<EntryRow[]> => {
  const { list, leadId, id, at, authorId, kind, note, before, after } = leadEntries;
  return db
    .select({ list, leadId, id, at, authorId, kind, note, before, after, authorName: users.name })
    .from(leadEntries)
    .leftJoin(users, eq(users.id, leadEntries.authorId))
    .where(or(...keys.map((key) => isLead(leadEntries, workspaceId, key))))
    .orderBy(desc(at), desc(id))
    .limit(limit);
};

export type MemberName = { id: string; name: string };

/** The members of a workspace, by name. */
export const listMemberNames = (db: Queryable, workspaceId: WorkspaceId): Promise<MemberName[]> =>
  db
    .select({ id: users.id, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.workspaceId, workspaceId))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id));

/**
 * Whether the lead `l` of a row of work exists: an undo can still restore deleted leads.
 * @param condition on the lead
 */
export const isOfLead = (
  workspaceId: WorkspaceId,
  work: SQL,
  condition = sql`true`,
): SQL => sql`exists (select from leads as l
  where l.workspace_id = ${workspaceId} and l.list = ${work}.list and l.lead_id = ${work}.lead_id and l.deleted_at is null and ${condition})`;

const isGone = (workspaceId: WorkspaceId, list: LeadList, table: SQL, gone: SQL): SQL =>
  sql`${table}.workspace_id = ${workspaceId} and ${table}.list = ${list} and ${table}.lead_id = ${gone}.lead_id`;

/** A part of a statement that deletes the contact keys of leads. An undo computes them again. */
export const contactsDeletedWith = (workspaceId: WorkspaceId, list: LeadList, gone: SQL): SQL =>
  sql`contacts as (delete from lead_contacts using ${gone} where ${isGone(workspaceId, list, sql`lead_contacts`, gone)})`;

/**
 * SQL parts for a statement that deletes leads. They delete the lead events, contacts and merges of the leads, and the
 * entries that name them; foreign keys delete the rest. Pass `endedMerges` to `repairMerges` afterwards.
 * @param gone the part with the ids of the deleted leads, as `lead_id`
 */
export const workDeletedWith = (workspaceId: WorkspaceId, list: LeadList, gone: SQL): SQL => {
  const publicId = sql`${list}::text || ':' || ${gone}.lead_id`;
  return sql`events as (delete from lead_events using ${gone} where lead_events.workspace_id = ${workspaceId}
      and lead_events.platform = ${list} and lead_events.lead_id = ${gone}.lead_id returning 1),
    merge_entries as (delete from lead_entries using ${gone} where lead_entries.workspace_id = ${workspaceId}
      and lead_entries.kind in ('merged', 'separated') and lead_entries.after = ${publicId}),
    ${contactsDeletedWith(workspaceId, list, gone)},
    merges as (delete from lead_merges using ${gone} where ${isGone(workspaceId, list, sql`lead_merges`, gone)} returning into_id),
    orphans as (delete from lead_merges using ${gone} where lead_merges.workspace_id = ${workspaceId}
      and lead_merges.into_id = ${publicId} returning into_id)`;
};

/** The public ids of the leads whose merges a deletion removed. */
export const endedMerges = sql`array(select into_id from merges union select into_id from orphans)`;
