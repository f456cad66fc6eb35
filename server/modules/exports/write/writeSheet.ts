import { sheetPlatform } from '#shared/platforms.ts';
import pLimit from 'p-limit';
import type { AppContext } from '#server/AppContext.ts';
import { LeaseLostError } from '#server/database/leases/lease.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import type { SheetCell, SheetFile, SheetWriter } from '#server/providers/spreadsheets/SheetWriter.ts';
import type { RowChunk } from './cutIntoChunks.ts';
import { findLastRow, unmarkWrittenChunks, markChunkWritten, readUnwrittenChunks } from './exportChunks.store.ts';
import { toSheetColumn } from './exportColumns.ts';
import { lockLeasedExport } from '#server/modules/exports/control/exportLease.store.ts';
import type { ExportLease } from '#server/modules/exports/control/exportLease.store.ts';
import { publishProgress } from '#server/modules/exports/exportProgress.ts';
import { claimSpreadsheet, updateExport } from '#server/modules/exports/exports.store.ts';
import type { ExportRow } from '#server/modules/exports/exports.store.ts';

/** The sheet's first row holds the titles; data row 0 is the sheet's row 2. */
const titleRows = 1;
/** Spreadsheets per run: a deleted one is created again, but not forever. */
const filesPerRun = 2;
/** Google allows several simultaneous calls per user and 60 writes a minute. */
const writesAtOnce = 2;

type WithGoogle = <T>(call: (access: PlatformCall) => Promise<T>) => Promise<T>;

/** Dependencies of an export run. */
export type WritingTools = {
  context: AppContext;
  writer: SheetWriter;
  lease: ExportLease;
  signal: AbortSignal;
  /** Called after each stored chunk. */
  progressed: () => Promise<void>;
};

type Writing = WritingTools & { run: ExportRow; withGoogle: WithGoogle };

const isFilled = (cell: SheetCell | undefined): boolean =>
  cell !== undefined && cell !== null && (typeof cell !== 'string' || cell.trim() !== '');

/** Whether the same cells are filled. It ignores the contents, because Sheets changes some line breaks and spaces. */
const isSameShape = (written: readonly SheetCell[], expected: readonly SheetCell[]): boolean =>
  Array.from({ length: Math.max(written.length, expected.length) }).every(
    (_, index) => isFilled(written[index]) === isFilled(expected[index]),
  );

const isGone = (error: unknown): boolean => error instanceof ProviderError && error.status === 404;

/** Marks all rows as unwritten and applies `change` to the export. */
const startOver = (
  { context, lease }: Writing,
  change: Partial<Pick<ExportRow, 'spreadsheetId' | 'url'>>,
): Promise<void> =>
  context.db.transaction(async (tx) => {
    await lockLeasedExport(tx, lease, 'running');
    await unmarkWrittenChunks(tx, lease);
    await updateExport(tx, lease, { ...change, rowsWritten: 0 });
  });

/**
 * Returns the spreadsheet of the export. Creates one if there is none, or if the user has deleted it since an earlier
 * run.
 */
const openFile = async (writing: Writing): Promise<SheetFile> => {
  const { context, writer, run, lease, withGoogle } = writing;
  const { spreadsheetId, url } = run;
  if (spreadsheetId !== null && url !== null) {
    if (await withGoogle((call) => writer.isThere(call, spreadsheetId))) return { spreadsheetId, url };
    await startOver(writing, { spreadsheetId: null, url: null });
  }
  const file = await withGoogle((call) => writer.findOrCreate(call, { key: run.id, title: run.title }));
  reached('export.fileCreated');
  const claimed = await claimSpreadsheet(context.db, lease, file);
  if (!claimed) throw new LeaseLostError();
  return claimed;
};

const writeChunk = async (writing: Writing, spreadsheetId: string, titles: SheetCell[], chunk: RowChunk) => {
  const { writer, withGoogle } = writing;
  const isFirst = chunk.firstRow === 0;
  const block = {
    rows: isFirst ? `[${JSON.stringify(titles)},${chunk.rows.slice(1)}` : chunk.rows,
    rowCount: isFirst ? chunk.rowCount + titleRows : chunk.rowCount,
    columnCount: titles.length,
  };
  const startRow = isFirst ? 1 : chunk.firstRow + titleRows + 1;
  await withGoogle((call) => writer.writeRows(call, spreadsheetId, block, startRow));
  reached('export.chunkWritten');
};

const recordChunk = async ({ context, lease, progressed }: Writing, { number, rowCount }: RowChunk): Promise<void> => {
  const updated = await context.db.transaction(async (tx) => {
    const row = await lockLeasedExport(tx, lease, 'running');
    const rowsWritten = row.rowsWritten + rowCount;
    await markChunkWritten(tx, lease, number, context.clock.now());
    await updateExport(tx, lease, { rowsWritten });
    return { ...row, rowsWritten };
  });
  reached('export.chunkNoted');
  publishProgress(context, updated);
  await progressed();
};

/**
 * Writes chunks in parallel. The grid already has its full size and each chunk its own range, so their order does not
 * matter. Two writers halve the time: 100,000 rows at 300 ms a call take 4 s instead of 8 s.
 */
const writeChunks = async (writing: Writing, spreadsheetId: string, titles: SheetCell[]): Promise<void> => {
  const { context, lease, signal } = writing;
  const chunks = readUnwrittenChunks(context.db, lease);
  // Reported progress never decreases.
  const inTurn = pLimit(1);
  const write = async (): Promise<void> => {
    // Each writer takes the next free chunk. A writer that fails closes the list, so the others stop after their chunk.
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      await writeChunk(writing, spreadsheetId, titles, chunk);
      await inTurn(() => recordChunk(writing, chunk));
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: writesAtOnce }, write));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
};

/** Reads the first and the last row back. If someone has changed the sheet meanwhile, it is written once more. */
const verify = async (writing: Writing, spreadsheetId: string, titles: SheetCell[]): Promise<void> => {
  const { context, writer, run, withGoogle } = writing;
  const lastRow = await findLastRow(context.db, run);
  const readBack = (row: number) => withGoogle((call) => writer.readRow(call, spreadsheetId, row));
  const [writtenTitles, writtenLast] = await Promise.all([readBack(1), readBack((run.rowsTotal ?? 0) + titleRows)]);
  if (lastRow && isSameShape(writtenTitles, titles) && isSameShape(writtenLast, lastRow)) return;
  await startOver(writing, {});
  throw new Error(`The spreadsheet of export ${run.id} does not hold what was written`);
};

const writeFile = async (writing: Writing): Promise<void> => {
  const { writer, run, withGoogle } = writing;
  const columns = run.columns ?? [];
  const { spreadsheetId } = await openFile(writing);
  const table = { columns: columns.map(toSheetColumn), rowCount: run.rowsTotal ?? 0 };
  await withGoogle((call) => writer.prepare(call, spreadsheetId, table));
  reached('export.filePrepared');
  const titles = columns.map((column) => column.title);
  await writeChunks(writing, spreadsheetId, titles);
  await verify(writing, spreadsheetId, titles);
  reached('export.verified');
};

/**
 * Writes the gathered rows of an export into its spreadsheet. It can stop anywhere and run again: the file is found by
 * the export's id, each chunk has its place, and written chunks are skipped.
 * @throws LeaseLostError when the export has ended meanwhile or belongs to another worker
 */
export const writeSheet = async (tools: WritingTools, run: ExportRow): Promise<void> => {
  const connections = createConnections(tools.context);
  const withGoogle: WithGoogle = (call) =>
    connections.withAccess(run.workspaceId, sheetPlatform, { patience: 'background', signal: tools.signal }, call);
  const writing = { ...tools, run, withGoogle };
  for (let files = 1; ; files += 1) {
    try {
      await writeFile(writing);
      return;
    } catch (error) {
      if (!isGone(error) || files === filesPerRun) throw error;
      await startOver(writing, { spreadsheetId: null, url: null });
      writing.run = { ...run, spreadsheetId: null, url: null };
    }
  }
};
