import { formatRange, parseRange } from './a1.ts';
import type { Cell, GridArea, Sheet, Spreadsheet } from './spreadsheet.ts';
import { widestOf } from './values.ts';

export type ValueRenderOption = 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA';
type JsonCell = string | number | boolean;

/** What the sandbox shows for a formula, which it does not calculate. */
const FORMULA_RESULT = '#SANDBOX_FORMULA!';

/**
 * The `ValueRange` of a range: rows without trailing empty cells, no trailing empty rows, and no `values` at all when
 * nothing is there.
 */
export function readValues(
  spreadsheet: Spreadsheet,
  text: string,
  render: ValueRenderOption,
  majorDimension: 'ROWS' | 'COLUMNS',
): object {
  const { sheet, area } = parseRange(spreadsheet, text, 'read');
  const rows = cellsOf(sheet, area).map((row) => row.map((cell) => renderCell(cell, render)));
  const lists = trimRows(majorDimension === 'COLUMNS' ? transpose(rows) : rows);
  return {
    range: formatRange(sheet, area),
    majorDimension,
    ...(lists.length > 0 && { values: lists }),
  };
}

/** All cells of a sheet as JSON: null for an empty one, `{formula}` for a formula; no trailing emptiness. */
export function jsonRows(sheet: Sheet): (Cell | null)[][] {
  const rows = sheet.rows.map((row) => {
    const length = row.findLastIndex((cell) => cell !== undefined) + 1;
    return Array.from(row.slice(0, length), (cell) => cell ?? null);
  });
  return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
}

export function renderCell(cell: Cell | undefined, render: ValueRenderOption): JsonCell {
  if (cell === undefined) return '';
  if (typeof cell === 'object') return render === 'FORMULA' ? cell.formula : FORMULA_RESULT;
  if (render !== 'FORMATTED_VALUE' || typeof cell === 'string') return cell;
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}

function cellsOf(sheet: Sheet, area: GridArea): (Cell | undefined)[][] {
  const rows = sheet.rows.slice(area.startRow, area.endRow);
  return rows.map((row) => Array.from(row.slice(area.startColumn, area.endColumn)));
}

function trimRows(rows: readonly JsonCell[][]): JsonCell[][] {
  const trimmed = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
  return trimmed.slice(0, trimmed.findLastIndex((row) => row.length > 0) + 1);
}

function transpose(rows: readonly JsonCell[][]): JsonCell[][] {
  const width = widestOf(rows);
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? ''));
}
