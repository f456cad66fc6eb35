import { formatRange, parseRange } from './a1.ts';
import { createDateReader } from './dateCells.ts';
import type { Cell, GridArea, Sheet, Spreadsheet } from './spreadsheet.ts';
import { transpose } from './values.ts';

export type ValueRenderOption = 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA';
type JsonCell = string | number | boolean;

/** Placeholder for a formula's result, because the sandbox does not calculate formulas. */
const formulaResult = '#SANDBOX_FORMULA!';

export const renderCell = (cell: Cell | undefined, render: ValueRenderOption): JsonCell => {
  if (cell === undefined) return '';
  if (typeof cell === 'object') return render === 'FORMULA' ? cell.formula : formulaResult;
  if (render !== 'FORMATTED_VALUE' || typeof cell === 'string') return cell;
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
};

const cellsOf = (sheet: Sheet, area: GridArea): (Cell | undefined)[][] => {
  const rows = sheet.rows.slice(area.startRow, area.endRow);
  return rows.map((row) => Array.from(row.slice(area.startColumn, area.endColumn)));
};

const trimRows = (rows: readonly JsonCell[][]): JsonCell[][] => {
  const trimmed = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
  return trimmed.slice(0, trimmed.findLastIndex((row) => row.length > 0) + 1);
};

/**
 * The `ValueRange` of a range. Omits trailing empty cells, trailing empty rows, and `values` if the range is empty.
 */
export const readValues = (
  spreadsheet: Spreadsheet,
  text: string,
  render: ValueRenderOption,
  majorDimension: 'ROWS' | 'COLUMNS',
): object => {
  const { sheet, area } = parseRange(spreadsheet, text, 'read');
  const asShown = createDateReader(sheet);
  const rows = cellsOf(sheet, area).map((cells, row) =>
    cells.map((cell, column) => {
      const isShown = cell !== undefined && render === 'FORMATTED_VALUE';
      const shown = isShown ? asShown(cell, area.startRow + row, area.startColumn + column) : cell;
      return renderCell(shown ?? undefined, render);
    }),
  );
  const lists = trimRows(majorDimension === 'COLUMNS' ? transpose<JsonCell>(rows, '') : rows);
  return {
    range: formatRange(sheet, area),
    majorDimension,
    ...(lists.length > 0 && { values: lists }),
  };
};

/** All cells of a sheet as JSON: null for an empty cell, `{formula}` for a formula. Omits trailing empty cells. */
export const jsonRows = (sheet: Sheet): (Cell | null)[][] => {
  const rows = sheet.rows.map((row) => {
    const length = row.findLastIndex((cell) => cell !== undefined) + 1;
    return Array.from(row.slice(0, length), (cell) => cell ?? null);
  });
  return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
};

/** All cells of a sheet as JSON, as displayed: dates as text. */
export const shownRows = (sheet: Sheet): (Cell | null)[][] => {
  const asShown = createDateReader(sheet);
  return jsonRows(sheet).map((cells, row) => cells.map((cell, column) => asShown(cell, row, column)));
};
