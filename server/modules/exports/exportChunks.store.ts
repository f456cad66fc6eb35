import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { exportChunks } from '#server/database/schema.ts';
import type { RowChunk } from './buildTable.ts';

const ofExport = (userId: string, exportId: string) =>
  and(eq(exportChunks.userId, userId), eq(exportChunks.exportId, exportId));

/** Stores the rows of an export in place of those it had. */
export const replaceChunks = async (
  tx: Transaction,
  userId: string,
  exportId: string,
  chunks: Iterable<RowChunk>,
): Promise<void> => {
  await deleteChunks(tx, userId, exportId);
  for (const chunk of chunks) await tx.insert(exportChunks).values({ userId, exportId, ...chunk });
};

export const findFirstUnwrittenChunk = async (
  db: Queryable,
  userId: string,
  exportId: string,
): Promise<RowChunk | null> => {
  const [chunk] = await db
    .select({ number: exportChunks.number, firstRow: exportChunks.firstRow, rows: exportChunks.rows })
    .from(exportChunks)
    .where(and(ofExport(userId, exportId), isNull(exportChunks.writtenAt)))
    .orderBy(asc(exportChunks.number))
    .limit(1);
  return chunk ?? null;
};

export const findLastChunk = async (db: Queryable, userId: string, exportId: string): Promise<RowChunk | null> => {
  const [chunk] = await db
    .select({ number: exportChunks.number, firstRow: exportChunks.firstRow, rows: exportChunks.rows })
    .from(exportChunks)
    .where(ofExport(userId, exportId))
    .orderBy(desc(exportChunks.number))
    .limit(1);
  return chunk ?? null;
};

export const markChunkWritten = async (
  db: Queryable,
  userId: string,
  exportId: string,
  number: number,
  writtenAt: Date,
): Promise<void> => {
  await db
    .update(exportChunks)
    .set({ writtenAt })
    .where(and(ofExport(userId, exportId), eq(exportChunks.number, number)));
};

/** All chunks count as unwritten again. */
export const forgetWrittenChunks = async (db: Queryable, userId: string, exportId: string): Promise<void> => {
  await db.update(exportChunks).set({ writtenAt: null }).where(ofExport(userId, exportId));
};

export const deleteChunks = async (db: Queryable, userId: string, exportId: string): Promise<void> => {
  await db.delete(exportChunks).where(ofExport(userId, exportId));
};
