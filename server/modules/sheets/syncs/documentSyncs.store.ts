import { and, eq, sql } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { sheetSyncs } from '#server/database/schema.ts';
import { sheetSyncLease } from './runs/sheetSyncLease.store.ts';
import { endRunningRuns } from './runs/sheetSyncRuns.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** "Publish to web" documents have separate ids and are never private. */
const ofDocument = (workspaceId: WorkspaceId, documentId: string) =>
  and(
    eq(sheetSyncs.workspaceId, workspaceId),
    eq(sheetSyncs.documentId, documentId),
    eq(sheetSyncs.isPublished, false),
  );

/** Whether a workspace keeps a document in sync. */
export const isInSync = async (db: Queryable, workspaceId: WorkspaceId, documentId: string): Promise<boolean> => {
  const rows = await db
    .select({ id: sheetSyncs.id })
    .from(sheetSyncs)
    .where(ofDocument(workspaceId, documentId))
    .limit(1);
  return rows.length > 0;
};

/**
 * Ends a document's runs in a workspace by taking their lease, so they store nothing more. The records count as failing
 * from now on, so the next run does not notify again.
 */
export const stopRuns = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  documentId: string,
  { finishedAt, error }: { finishedAt: Date; error: string },
): Promise<void> => {
  const stopped = await tx
    .update(sheetSyncs)
    .set({
      ...sheetSyncLease.released,
      failingSince: sql`coalesce(${sheetSyncs.failingSince}, ${finishedAt.toISOString()}::timestamptz)`,
    })
    .where(ofDocument(workspaceId, documentId))
    .returning({ id: sheetSyncs.id });
  for (const { id } of stopped) await endRunningRuns(tx, workspaceId, id, { state: 'failed', finishedAt, error });
};
