import type { LeadList } from '#shared/leadLists.ts';
import { and, eq, inArray, sql } from '#server/database/drizzle.ts';
import type { SQL, SQLWrapper } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { erasedLeads } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { storableText } from '#server/lib/storableText.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/*
 * Marks of erased leads that may still exist at their source. A mark is only a hash, and the hash differs between
 * workspaces.
 *
 * An erased lead is recognized by its id. A sheet row that was deleted for its age is recognized by its id and contact,
 * because the next sheet may use the same id for another person.
 */

/** Why a lead is not stored. */
export type LeftOutReason = 'erased' | 'tooOld';

const separator = '\u001f';

/** An id together with its contact. */
export const idWithContact = (id: string, contact: readonly string[]): string =>
  [id, ...contact].map(storableText).join(separator);

/** Computes `idWithContact` in SQL, from columns that are not null. */
export const idWithContactOf = (columns: readonly SQL[]): SQL =>
  sql`concat_ws(${separator}::text, ${sql.join([...columns], sql`, `)})`;

const hashOf = (workspaceId: WorkspaceId, list: LeadList, id: string): string =>
  hashSecret(`${workspaceId}:${list}:${id}`);

/** Computes `hashOf` in SQL. */
export const erasedHash = (workspaceId: SQLWrapper | string, list: LeadList, id: SQLWrapper): SQL =>
  sql`encode(sha256(convert_to(${workspaceId} || ${`:${list}:`} || ${id}, 'UTF8')), 'hex')`;

const lockKey = (workspaceId: WorkspaceId): SQL => sql`hashtextextended(${`erased leads ${workspaceId}`}, 0)`;

/** Blocks erasures in the workspace until the transaction ends, so that checked leads may be stored. */
export const holdErasures = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey(workspaceId)})`);
};

/** Blocks other transactions from storing or erasing leads of the workspace until this transaction ends. */
export const eraseOneAtATime = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey(workspaceId)})`);
};

/** Whether the workspace has erased leads. Most have not, and skip the check of each lead. */
export const hasErased = async (db: Queryable, workspaceId: WorkspaceId): Promise<boolean> => {
  const found = await db
    .select({ hash: erasedLeads.hash })
    .from(erasedLeads)
    .where(eq(erasedLeads.workspaceId, workspaceId))
    .limit(1);
  return found.length > 0;
};

/** Finds the ids, with or without a contact, of leads that were erased or too old. */
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
