import { isRecord } from '../../support/http.ts';
import { invalidArgument } from '../apiError.ts';
import { checkInGrid, columnLetters, formatRange, parseRange } from './a1.ts';
import type { A1Range } from './a1.ts';
import { changeRow, maxCellCharacters } from './spreadsheet.ts';
import type { Cell, GridArea, Sheet, Spreadsheet } from './spreadsheet.ts';

export type ValueInputOption = 'RAW' | 'USER_ENTERED';

export type UpdateAnswer = {
  spreadsheetId: string;
  updatedRange: string;
  updatedRows?: number;
  updatedColumns?: number;
  updatedCells?: number;
};

/** A cell value to write: undefined empties the cell, `'keep'` leaves it unchanged. */
type Change = { cell: Cell | undefined } | 'keep';

export const parseInputOption = (value: unknown): ValueInputOption => {
  if (value === 'RAW' || value === 'USER_ENTERED') return value;
  throw invalidArgument("'valueInputOption' is required but not specified");
};

const usDate = (text: string): string[] | undefined => {
  const match = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text);
  if (!match) return undefined;
  const [, month = '', day = '', year = String(new Date().getUTCFullYear())] = match;
  return Number(month) <= 12 && Number(day) <= 31 ? [text, year, month, day] : undefined;
};

/** RAW keeps text. USER_ENTERED parses text as if typed: formulas, numbers, booleans, dates. */
const convertText = (text: string, option: ValueInputOption): Cell => {
  if (option === 'RAW') return text;
  if (text.startsWith("'")) return text.slice(1);
  if (text.startsWith('=') && text.length > 1) return { formula: text };
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  const number = text.trim().replace(/(?<=\d) (?=\d)/g, '');
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(number)) return Number(number);
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? usDate(text);
  if (!date) return text;
  const [, year, month, day] = date;
  // A typed date becomes a serial number: days since 1899-12-30.
  return (Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(1899, 11, 30)) / 86_400_000;
};

/** The length of the longest row (a spread into Math.max would overflow the stack on a large sheet). */
export const widestOf = (rows: readonly { length: number }[]): number =>
  rows.reduce((widest, row) => Math.max(widest, row.length), 0);

/** Transposes rows and columns, and fills missing entries. */
export const transpose = <Item>(lists: readonly (readonly Item[])[], filler: Item): Item[][] =>
  Array.from({ length: widestOf(lists) }, (_, index) => lists.map((list) => list[index] ?? filler));

/** Checks and converts the `values` of a request. */
export const readRows = (
  values: unknown,
  option: ValueInputOption,
  majorDimension: unknown,
  label: string,
): Change[][] => {
  if (values === undefined || values === null) return [];
  if (!Array.isArray(values)) throw invalidArgument(`Invalid ${label}: values must be a list of lists`);
  const rows = values.map((row: unknown, rowIndex) => {
    if (!Array.isArray(row)) throw invalidArgument(`Invalid values[${rowIndex}]: must be a list`);
    return row.map((value: unknown, columnIndex): Change => {
      if (value === null) return 'keep';
      if (typeof value === 'string' && value.length > maxCellCharacters) {
        throw invalidArgument(
          `Invalid ${label}: Your input contains more than the maximum of 50000 characters in a single cell.`,
        );
      }
      if (typeof value === 'string') return { cell: value === '' ? undefined : convertText(value, option) };
      if (typeof value === 'number' || typeof value === 'boolean') return { cell: value };
      const kind = isRecord(value) ? 'struct_value' : 'list_value';
      throw invalidArgument(`Invalid values[${rowIndex}][${columnIndex}]: ${kind}`);
    });
  });
  return majorDimension === 'COLUMNS' ? transpose<Change>(rows, 'keep') : rows;
};

const checkInRange = (sheet: Sheet, area: GridArea, written: GridArea): void => {
  const within = `'${sheet.title}'!${formatRange(sheet, area).split('!').at(-1)}`;
  if (written.endRow > area.endRow) {
    throw invalidArgument(`Requested writing within range [${within}], but tried writing to row [${area.endRow + 1}]`);
  }
  if (written.endColumn > area.endColumn) {
    throw invalidArgument(
      `Requested writing within range [${within}], but tried writing to column [${columnLetters(area.endColumn)}]`,
    );
  }
};

/** Writes converted rows. Throws if they exceed the range or the grid. */
export const writeRows = (spreadsheet: Spreadsheet, range: A1Range, rows: readonly Change[][]): UpdateAnswer => {
  const { sheet, area, isSingleCell } = range;
  const width = widestOf(rows);
  const written: GridArea = {
    startRow: area.startRow,
    startColumn: area.startColumn,
    endRow: area.startRow + Math.max(1, rows.length),
    endColumn: area.startColumn + Math.max(1, width),
  };
  if (isSingleCell) checkInGrid(sheet, written, 'write');
  else checkInRange(sheet, area, written);

  let cellCount = 0;
  rows.forEach((row, rowIndex) => {
    const changed = row.filter((change) => change !== 'keep').length;
    if (changed === 0) return;
    cellCount += changed;
    changeRow(sheet, area.startRow + rowIndex, (cells) => {
      row.forEach((change, columnIndex) => {
        if (change !== 'keep') cells[area.startColumn + columnIndex] = change.cell;
      });
    });
  });
  return {
    spreadsheetId: spreadsheet.id,
    updatedRange: formatRange(sheet, written),
    ...(cellCount > 0 && { updatedRows: rows.length, updatedColumns: width, updatedCells: cellCount }),
  };
};

/**
 * Writes rows to a range. `null` keeps a cell, an empty text clears it.
 * @param label name of the input in error messages, e.g. `data[4]`
 */
export const updateValues = (
  spreadsheet: Spreadsheet,
  input: { range: string; values: unknown; option: ValueInputOption; majorDimension?: unknown; label?: string },
): UpdateAnswer => {
  const range = parseRange(spreadsheet, input.range, 'write');
  const rows = readRows(input.values, input.option, input.majorDimension, input.label ?? 'data');
  return writeRows(spreadsheet, range, rows);
};

/** Empties the cells of a range and keeps their formats. @returns the cleared range */
export const clearValues = (spreadsheet: Spreadsheet, text: string): string => {
  const { sheet, area } = parseRange(spreadsheet, text, 'read');
  const lastRow = Math.min(area.endRow, sheet.rows.length);
  for (let row = area.startRow; row < lastRow; row += 1) {
    sheet.rows[row] = Array.from(sheet.rows[row] ?? [], (cell, column) =>
      column >= area.startColumn && column < area.endColumn ? undefined : cell,
    );
  }
  return formatRange(sheet, area);
};
