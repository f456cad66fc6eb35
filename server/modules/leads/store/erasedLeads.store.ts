import { and, eq, inArray, sql } from '#server/database/drizzle.ts';
import type { SQL, SQLWrapper } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { erasedLeads } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { storableText } from '#server/lib/storableText.ts';
import type { LeadList } from './leadCounts.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/*
 * Leads that were erased here and may still exist at their source. Only a hash is stored, which differs between
 * workspaces.
 *
 * An erased lead is recognized by its id. A row of a sheet that was deleted for its age is recognized by its id
 * together with its contact: the next sheet may give the same id to another person.
 */

/** Why a lead is not stored. */
export type LeftOutReason = 'erased' | 'tooOld';

const separator = '\u001f';

/** An id together with its contact. */
export const idWithContact = (id: string, contact: readonly string[]): string =>
  [id, ...contact].map(storableText).join(separator);

/** The same, computed by the database from columns that are not null. */
export const idWithContactOf = (columns: readonly SQL[]): SQL =>
  sql`concat_ws(${separator}::text, ${sql.join([...columns], sql`, `)})`;

const hashOf = (workspaceId: WorkspaceId, list: LeadList, id: string): string =>
  hashSecret(`${workspaceId}:${list}:${id}`);

/** The same hash, computed by the database. */
export const erasedHash = (workspaceId: SQLWrapper | string, list: LeadList, id: SQLWrapper): SQL =>
  sql`encode(sha256(convert_to(${workspaceId} || ${`:${list}:`} || ${id}, 'UTF8')), 'hex')`;

const lockKey = (workspaceId: WorkspaceId): SQL => sql`hashtextextended(${`erased leads ${workspaceId}`}, 0)`;

/** Until the transaction ends, no lead of this workspace is erased: leads that were checked may be stored. */
export const holdErasures = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey(workspaceId)})`);
};

/** Until the transaction ends, no other transaction stores or erases leads of this workspace. */
export const eraseOneAtATime = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey(workspaceId)})`);
};

/** Most workspaces have erased nothing, and skip the check of each lead. */
export const hasErased = async (db: Queryable, workspaceId: WorkspaceId): Promise<boolean> => {
  const found = await db
    .select({ hash: erasedLeads.hash })
    .from(erasedLeads)
    .where(eq(erasedLeads.workspaceId, workspaceId))
    .limit(1);
  return found.length > 0;
};

/** Which of these ids, alone or with a contact, belong to leads that were erased or too old. */
export const findErased = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  list: LeadList,
  ids: readonly string[],
): Promise<Set<string>> => {
  if (ids.length === 0 || !(await hasErased(tx, workspaceId))) return new Set();
  const idOf = new Map(ids.map((id) => [hashOf(workspaceId, list, id), id]));
  const rows = await tx
    .select({ hash: erasedLeads.hash })
    .from(erasedLeads)
    .where(and(eq(erasedLeads.workspaceId, workspaceId), inArray(erasedLeads.hash, [...idOf.keys()])));
  return new Set(rows.flatMap(({ hash }) => idOf.get(hash) ?? []));
};
