import { exportLimits } from '#shared/limits.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { SheetCell } from '#server/providers/spreadsheets/SheetWriter.ts';
import { cutIntoChunks, cutPagesIntoChunks } from './cutIntoChunks.ts';
import type { RowChunk, SheetRow } from './cutIntoChunks.ts';
import { exportTooLarge, nothingToExport } from '#server/modules/exports/exportErrors.ts';
import { chooseColumns, toColumnCell } from './exportColumns.ts';
import type { ExportColumn } from './exportColumns.ts';
import { collectTopKeys, flattenRow } from './flattenRow.ts';
import type { TopKeys } from './flattenRow.ts';
import type { PostedRow } from '#server/modules/exports/order/readPostedRows.ts';

/** A sheet whose rows are all in memory. */
export type ExportTable = { columns: ExportColumn[]; rowCount: number; chunks(): Generator<RowChunk> };

/** A sheet whose rows are read while it is split into chunks. */
export type StreamedTable = { columns: ExportColumn[]; chunks(): AsyncGenerator<RowChunk> };

/** @throws AppError 413 when Google Sheets cannot hold it */
export const requireFits = (columnCount: number, rowCount: number): void => {
  const { cells, columns } = exportLimits;
  if (columnCount > columns)
    throw exportTooLarge(`${columnCount.toLocaleString('en')} columns, at most ${columns.toLocaleString('en')}`);
  const cellCount = columnCount * (rowCount + 1);
  if (cellCount > cells)
    throw exportTooLarge(`${cellCount.toLocaleString('en')} cells, at most ${cells.toLocaleString('en')}`);
};

/** Makes rows fit the columns; values without a column are dropped. */
const createRowBuilder = (columns: readonly ExportColumn[]): ((row: PostedRow, topKeys: TopKeys) => SheetRow) => {
  const places = new Map(columns.map(({ key, kind }, index) => [key, { index, kind }]));
  return (row, topKeys) => {
    const cells = Array.from<SheetCell>({ length: columns.length }).fill(null);
    flattenRow(row, topKeys, (key, value) => {
      const place = places.get(key);
      if (!place) return;
      const cell = toColumnCell(place.kind, value);
      const former = cells[place.index] ?? null;
      // A form may ask two questions with the same name; both answers are kept.
      cells[place.index] = former === null || cell === null ? (cell ?? former) : `${String(former)}, ${String(cell)}`;
    });
    return cells;
  };
};

/**
 * Builds a sheet from rows in memory: columns from all keys, then cells chunk by chunk, so that memory never holds the
 * sheet twice.
 * @throws AppError 400 when there is no row or no column, 413 when Google Sheets cannot hold it
 */
export const buildTable = (rows: readonly PostedRow[], platform: PlatformId | null): ExportTable => {
  const topKeys = collectTopKeys(rows);
  const keys = new Set<string>();
  for (const row of rows) {
    flattenRow(row, topKeys, (key) => keys.add(key));
    requireFits(keys.size, rows.length);
  }
  if (keys.size === 0) throw nothingToExport();
  const columns = chooseColumns(platform, keys);
  const toSheetRow = createRowBuilder(columns);

  function* sheetRows(): Generator<SheetRow> {
    for (const row of rows) yield toSheetRow(row, topKeys);
  }

  return { columns, rowCount: rows.length, chunks: () => cutIntoChunks(sheetRows()) };
};

/**
 * Builds a sheet with known columns, page by page.
 * @throws AppError while it is split into chunks: 413 when Google Sheets cannot hold the rows so far
 */
export const streamTable = (columns: ExportColumn[], pages: AsyncIterable<readonly PostedRow[]>): StreamedTable => {
  const toSheetRow = createRowBuilder(columns);

  async function* sheetPages(): AsyncGenerator<string[]> {
    let rowCount = 0;
    for await (const rows of pages) {
      rowCount += rows.length;
      requireFits(columns.length, rowCount);
      const topKeys = collectTopKeys(rows);
      yield rows.map((row) => JSON.stringify(toSheetRow(row, topKeys)));
    }
  }

  return { columns, chunks: () => cutPagesIntoChunks(sheetPages()) };
};
