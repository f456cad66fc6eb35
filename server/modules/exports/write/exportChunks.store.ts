import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, sql } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { deleteInSteps } from '#server/database/deleteInSteps.ts';
import { exportChunks, exports } from '#server/database/schema.ts';
import type { SheetCell } from '#server/providers/spreadsheets/SheetWriter.ts';
import type { RowChunk } from './cutIntoChunks.ts';
import { lockLeasedExport } from '#server/modules/exports/control/exportLease.store.ts';
import type { ExportLease } from '#server/modules/exports/control/exportLease.store.ts';
import type { ExportKey } from '#server/modules/exports/exports.store.ts';

/*
 * While the rows of an export are being read, their chunks are staged under negative numbers. The posted chunks stay as
 * a fallback until one statement replaces them.
 */

const ofExport = ({ workspaceId, id }: ExportKey) =>
  and(eq(exportChunks.workspaceId, workspaceId), eq(exportChunks.exportId, id));
/** Chunk numbers up to this one are staged. */
const lastStaged = -1;
const isStaged = lte(exportChunks.number, lastStaged);
const isPlaced = gt(exportChunks.number, lastStaged);
const chunkColumns = {
  number: exportChunks.number,
  firstRow: exportChunks.firstRow,
  rowCount: sql<number>`jsonb_array_length(${exportChunks.rows})`,
  rows: sql<string>`${exportChunks.rows}::text`,
};

const recordOf = ({ workspaceId, id }: ExportKey, { number, firstRow, rows }: RowChunk) => ({
  workspaceId,
  exportId: id,
  number,
  firstRow,
  rows: sql`${rows}::jsonb`,
});

const stagedNumber = (number: number): number => -1 - number;

/** Stores the rows of an export that has none yet. */
export const insertChunks = async (tx: Transaction, key: ExportKey, chunks: Iterable<RowChunk>): Promise<void> => {
  for (const chunk of chunks) await tx.insert(exportChunks).values(recordOf(key, chunk));
};

/**
 * Deletes the chunks that an earlier attempt staged.
 * @throws LeaseLostError
 */
export const beginStaging = (db: Queryable, lease: ExportLease): Promise<void> =>
  db.transaction(async (tx) => {
    await lockLeasedExport(tx, lease, 'queued');
    await deleteStagedChunks(tx, lease);
  });

/** @throws LeaseLostError */
export const stageChunk = (db: Queryable, lease: ExportLease, chunk: RowChunk): Promise<void> =>
  db.transaction(async (tx) => {
    await lockLeasedExport(tx, lease, 'queued');
    await tx.insert(exportChunks).values(recordOf(lease, { ...chunk, number: stagedNumber(chunk.number) }));
  });

/** Replaces the export's chunks with the staged ones. */
export const placeStagedChunks = async (tx: Transaction, key: ExportKey): Promise<void> => {
  await tx.delete(exportChunks).where(and(ofExport(key), isPlaced));
  await tx
    .update(exportChunks)
    .set({ number: sql`-1 - ${exportChunks.number}` })
    .where(and(ofExport(key), isStaged));
};

export const deleteStagedChunks = async (tx: Transaction, key: ExportKey): Promise<void> => {
  await tx.delete(exportChunks).where(and(ofExport(key), isStaged));
};

const findUnwrittenChunk = async (db: Queryable, key: ExportKey, behind: number): Promise<RowChunk | null> => {
  const [chunk] = await db
    .select(chunkColumns)
    .from(exportChunks)
    .where(and(ofExport(key), gt(exportChunks.number, behind), isNull(exportChunks.writtenAt)))
    .orderBy(asc(exportChunks.number))
    .limit(1);
  return chunk ?? null;
};

/** Reads the unwritten chunks of an export in order, each when needed. */
export async function* readUnwrittenChunks(db: Queryable, key: ExportKey): AsyncGenerator<RowChunk> {
  let number = lastStaged;
  for (;;) {
    const chunk = await findUnwrittenChunk(db, key, number);
    if (!chunk) return;
    yield chunk;
    ({ number } = chunk);
  }
}

export const findLastRow = async (db: Queryable, key: ExportKey): Promise<SheetCell[] | null> => {
  const [chunk] = await db
    .select({ row: sql<SheetCell[]>`${exportChunks.rows} -> -1` })
    .from(exportChunks)
    .where(and(ofExport(key), isPlaced))
    .orderBy(desc(exportChunks.number))
    .limit(1);
  return chunk?.row ?? null;
};

export const markChunkWritten = async (
  db: Queryable,
  key: ExportKey,
  number: number,
  writtenAt: Date,
): Promise<void> => {
  await db
    .update(exportChunks)
    .set({ writtenAt })
    .where(and(ofExport(key), eq(exportChunks.number, number)));
};

/** Marks all chunks as unwritten. */
export const unmarkWrittenChunks = async (db: Queryable, key: ExportKey): Promise<void> => {
  await db.update(exportChunks).set({ writtenAt: null }).where(ofExport(key));
};

export const deleteChunks = async (db: Queryable, key: ExportKey): Promise<void> => {
  await db.delete(exportChunks).where(ofExport(key));
};

/** Deletes the rows of all exports that ended before then and were not resumed. */
export const deleteChunksOfEnded = (db: Queryable, endedBefore: Date, signal: AbortSignal): Promise<number> => {
  const where = sql`exists (${db
    .select({ id: exports.id })
    .from(exports)
    .where(
      and(
        eq(exports.workspaceId, exportChunks.workspaceId),
        eq(exports.id, exportChunks.exportId),
        inArray(exports.state, ['failed', 'cancelled']),
        lt(exports.finishedAt, endedBefore),
      ),
    )})`;
  return deleteInSteps(db, exportChunks, { where, signal });
};
