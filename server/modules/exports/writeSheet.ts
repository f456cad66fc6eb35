import type { AppContext } from '#server/AppContext.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import type { PlatformCall } from '#server/providers/AdPlatform.ts';
import type { SheetCell, SheetWriter } from '#server/providers/spreadsheets/SheetWriter.ts';
import { findFirstUnwrittenChunk, findLastChunk, forgetWrittenChunks, markChunkWritten } from './exportChunks.store.ts';
import { toSheetColumn } from './exportColumns.ts';
import { claimSpreadsheet, updateExport } from './exports.store.ts';
import type { ExportRow } from './exports.store.ts';

/** The sheet's first row holds the titles; data row 0 is the sheet's row 2. */
const titleRows = 1;

const isFilled = (cell: SheetCell | undefined): boolean =>
  cell !== undefined && cell !== null && (typeof cell !== 'string' || cell.trim() !== '');

/** Whether the same cells are filled. Contents are not compared: Sheets spells some line breaks and spaces in its own way. */
const isSameShape = (written: readonly SheetCell[], expected: readonly SheetCell[]): boolean =>
  Array.from({ length: Math.max(written.length, expected.length) }).every(
    (_, index) => isFilled(written[index]) === isFilled(expected[index]),
  );

/**
 * Writes a running export into its spreadsheet. It can stop anywhere and be run again: the file is found by the
 * export's id, each chunk has its place, and chunks that were written are stepped over.
 */
export const writeSheet = async (
  context: AppContext,
  writer: SheetWriter,
  run: ExportRow,
  signal: AbortSignal,
): Promise<void> => {
  const { userId, id, title } = run;
  const columns = run.columns ?? [];
  const rowCount = run.rowsTotal ?? 0;
  const connections = createConnections(context);
  const withGoogle = <T>(call: (access: PlatformCall) => Promise<T>): Promise<T> =>
    connections.withAccess(userId, 'google', { patience: 'background', signal }, call);

  const file =
    run.spreadsheetId && run.url
      ? { spreadsheetId: run.spreadsheetId, url: run.url }
      : await claimSpreadsheet(
          context.db,
          userId,
          id,
          await withGoogle((call) => writer.findOrCreate(call, { key: id, title })),
        );
  if (!file) return;
  const { spreadsheetId } = file;

  await withGoogle((call) => writer.prepare(call, spreadsheetId, { columns: columns.map(toSheetColumn), rowCount }));

  const titles = columns.map((column) => column.title);
  for (;;) {
    signal.throwIfAborted();
    const chunk = await findFirstUnwrittenChunk(context.db, userId, id);
    if (!chunk) break;
    const isFirst = chunk.firstRow === 0;
    const rows = isFirst ? [titles, ...chunk.rows] : chunk.rows;
    const startRow = isFirst ? 1 : chunk.firstRow + titleRows + 1;
    await withGoogle((call) => writer.writeRows(call, spreadsheetId, rows, startRow));
    const rowsWritten = chunk.firstRow + chunk.rows.length;
    await context.db.transaction(async (tx) => {
      await markChunkWritten(tx, userId, id, chunk.number, context.clock.now());
      await updateExport(tx, userId, id, { rowsWritten });
    });
  }

  await verify(context, run, withGoogle, writer, spreadsheetId, titles);
};

/** Reads the first and the last row back: a sheet that someone changed while it was written is written once more. */
const verify = async (
  context: AppContext,
  { userId, id, rowsTotal }: ExportRow,
  withGoogle: <T>(call: (access: PlatformCall) => Promise<T>) => Promise<T>,
  writer: SheetWriter,
  spreadsheetId: string,
  titles: readonly SheetCell[],
): Promise<void> => {
  const last = await findLastChunk(context.db, userId, id);
  const lastRow = last?.rows.at(-1);
  const writtenTitles = await withGoogle((call) => writer.readRow(call, spreadsheetId, 1));
  const writtenLast = await withGoogle((call) => writer.readRow(call, spreadsheetId, (rowsTotal ?? 0) + titleRows));
  if (lastRow && isSameShape(writtenTitles, titles) && isSameShape(writtenLast, lastRow)) return;
  await forgetWrittenChunks(context.db, userId, id);
  throw new Error(`The spreadsheet of export ${id} does not hold what was written`);
};
