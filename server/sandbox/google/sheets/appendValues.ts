import { formatRange, parseRange } from './a1.ts';
import type { A1Range } from './a1.ts';
import type { GridArea, Sheet, Spreadsheet } from './spreadsheet.ts';
import { readRows, widestOf, writeRows } from './values.ts';
import type { ValueInputOption } from './values.ts';

const firstColumn = (sheet: Sheet, row: number, area: GridArea): number => {
  const cells = sheet.rows[row] ?? [];
  return cells.findIndex((cell, column) => column >= area.startColumn && cell !== undefined);
};

/** The contiguous block of rows that starts with the first data inside the range. */
const findTable = ({ sheet, area }: A1Range): GridArea | undefined => {
  const hasData = (row: number, fromColumn: number, toColumn: number): boolean =>
    (sheet.rows[row] ?? []).slice(fromColumn, toColumn).some((cell) => cell !== undefined);
  let startRow = area.startRow;
  while (startRow < Math.min(area.endRow, sheet.rows.length) && !hasData(startRow, area.startColumn, area.endColumn)) {
    startRow += 1;
  }
  if (!hasData(startRow, area.startColumn, area.endColumn)) return undefined;
  const startColumn = firstColumn(sheet, startRow, area);
  let endRow = startRow;
  let endColumn = startColumn + 1;
  while (hasData(endRow, startColumn, sheet.columnCount)) {
    endColumn = Math.max(endColumn, (sheet.rows[endRow] ?? []).findLastIndex((cell) => cell !== undefined) + 1);
    endRow += 1;
  }
  return { startRow, startColumn, endRow, endColumn };
};

/**
 * Writes rows below the table that the range touches, and grows the sheet. The range is only a hint: without a table in it,
 * the rows start at its beginning, and the response has no `tableRange`.
 */
export const appendValues = (
  spreadsheet: Spreadsheet,
  input: { range: string; values: unknown; option: ValueInputOption; majorDimension: unknown; insertRows: boolean },
): object => {
  const range = parseRange(spreadsheet, input.range, 'read');
  const { sheet } = range;
  const rows = readRows(input.values, input.option, input.majorDimension, 'data');
  const table = findTable(range);
  const startRow = table ? table.endRow : range.area.startRow;
  const startColumn = table ? table.startColumn : range.area.startColumn;
  const width = Math.max(1, widestOf(rows));

  if (input.insertRows && table) {
    while (sheet.rows.length < startRow) sheet.rows.push([]);
    sheet.rows.splice(startRow, 0, ...rows.map(() => []));
    sheet.rowCount += rows.length;
  }
  sheet.rowCount = Math.max(sheet.rowCount, startRow + rows.length);
  sheet.columnCount = Math.max(sheet.columnCount, startColumn + width);

  const area = { startRow, startColumn, endRow: startRow + Math.max(1, rows.length), endColumn: startColumn + width };
  return {
    spreadsheetId: spreadsheet.id,
    ...(table && { tableRange: formatRange(sheet, table) }),
    updates: writeRows(spreadsheet, { sheet, area, isSingleCell: false }, rows),
  };
};
