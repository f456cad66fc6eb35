import { exportLimits } from '#shared/limits.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { SheetCell } from '#server/providers/spreadsheets/SheetWriter.ts';
import { exportTooLarge, nothingToExport } from './exportErrors.ts';
import { chooseColumns, toColumnCell } from './exportColumns.ts';
import type { ExportColumn } from './exportColumns.ts';
import { collectTopKeys, flattenRow } from './flattenRow.ts';
import type { PostedRow } from './readPostedRows.ts';

export type SheetRow = SheetCell[];

/** Rows of a sheet, a chunk at a time; `firstRow` counts data rows from 0. */
export type RowChunk = { number: number; firstRow: number; rows: SheetRow[] };

export type ExportTable = { columns: ExportColumn[]; rowCount: number; chunks(): Generator<RowChunk> };

/** Google: about 2 MB per request is advised. */
const chunkBytes = 2_000_000;
const chunkRows = 5_000;

const requireFits = (columnCount: number, rowCount: number): void => {
  const { cells, columns } = exportLimits;
  if (columnCount > columns)
    throw exportTooLarge(`${columnCount.toLocaleString('en')} columns, at most ${columns.toLocaleString('en')}`);
  const cellCount = columnCount * (rowCount + 1);
  if (cellCount > cells)
    throw exportTooLarge(`${cellCount.toLocaleString('en')} cells, at most ${cells.toLocaleString('en')}`);
};

function* cutIntoChunks(rows: Iterable<SheetRow>): Generator<RowChunk> {
  let chunk: RowChunk = { number: 0, firstRow: 0, rows: [] };
  let bytes = 0;
  for (const row of rows) {
    const rowBytes = Buffer.byteLength(JSON.stringify(row));
    if (chunk.rows.length > 0 && (chunk.rows.length >= chunkRows || bytes + rowBytes > chunkBytes)) {
      yield chunk;
      chunk = { number: chunk.number + 1, firstRow: chunk.firstRow + chunk.rows.length, rows: [] };
      bytes = 0;
    }
    chunk.rows.push(row);
    bytes += rowBytes;
  }
  if (chunk.rows.length > 0) yield chunk;
}

/**
 * The sheet that rows make: columns from all their keys, then the cells, made chunk by chunk so that the whole sheet
 * never stands in memory a second time.
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
  const places = new Map(columns.map(({ key, kind }, index) => [key, { index, kind }]));

  const toSheetRow = (row: PostedRow): SheetRow => {
    const cells = Array.from<SheetCell>({ length: columns.length }).fill(null);
    flattenRow(row, topKeys, (key, value) => {
      const place = places.get(key);
      if (!place) return;
      const cell = toColumnCell(place.kind, value);
      const former = cells[place.index] ?? null;
      // A form may ask two questions by one name; both answers are kept.
      cells[place.index] = former === null || cell === null ? (cell ?? former) : `${String(former)}, ${String(cell)}`;
    });
    return cells;
  };

  function* sheetRows(): Generator<SheetRow> {
    for (const row of rows) yield toSheetRow(row);
  }

  return { columns, rowCount: rows.length, chunks: () => cutIntoChunks(sheetRows()) };
};
