import { leadWorkLimits } from '#shared/limits.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { and, eq, inArray, notInArray, sql } from '#server/database/drizzle.ts';
import { leads, leadStatusTexts } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { statusText } from './leadStep.ts';

export type ImportedStatus = { key: string; text: string; leads: number };

/** The status texts of imported leads, most frequent first. `key` is the normalized text. */
export const listImportedStatuses = async (db: Queryable, workspaceId: WorkspaceId): Promise<ImportedStatus[]> => {
  const key = statusText(sql`status_text`);
  const { rows } = await db.execute<ImportedStatus>(sql`
    select ${key} as key, max(btrim(status_text)) as text, count(*)::int as leads from ${leads}
    where workspace_id = ${workspaceId} and deleted_at is null and btrim(status_text) <> ''
      and length(status_text) <= ${leadWorkLimits.statusText}
    group by 1 order by 3 desc, 1 limit ${leadWorkLimits.statusTexts}`);
  return rows;
};

/** Maps texts to steps; null removes the mapping of a text. */
export const saveMappedTexts = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  texts: ReadonlyMap<string, string | null>,
): Promise<void> => {
  if (texts.size === 0) return;
  await tx
    .delete(leadStatusTexts)
    .where(and(eq(leadStatusTexts.workspaceId, workspaceId), inArray(leadStatusTexts.text, [...texts.keys()])));
  const rows = [...texts].flatMap(([text, statusId]) => (statusId === null ? [] : [{ workspaceId, text, statusId }]));
  if (rows.length > 0) await tx.insert(leadStatusTexts).values(rows);
};

/** Deletes mappings to removed steps. */
export const deleteTextsOfOtherSteps = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  statusIds: readonly string[],
): Promise<void> => {
  await tx
    .delete(leadStatusTexts)
    .where(and(eq(leadStatusTexts.workspaceId, workspaceId), notInArray(leadStatusTexts.statusId, [...statusIds])));
};

export const countMappedTexts = (tx: Transaction, workspaceId: WorkspaceId): Promise<number> =>
  tx.$count(leadStatusTexts, eq(leadStatusTexts.workspaceId, workspaceId));
