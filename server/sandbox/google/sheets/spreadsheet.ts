import { invalidArgument } from '../apiError.ts';

/** The content of a cell. Formulas come only from USER_ENTERED input or explicit formula values. */
export type Cell = string | number | boolean | { formula: string };

/** Zero-based, ends exclusive. */
export type GridArea = { startRow: number; endRow: number; startColumn: number; endColumn: number };

/** Formatting of an area, e.g. `{ textFormat: { bold: true } }`. */
type AreaFormat = { area: GridArea; format: Record<string, unknown> };

export type Sheet = {
  sheetId: number;
  title: string;
  rowCount: number;
  columnCount: number;
  frozenRowCount: number;
  frozenColumnCount: number;
  hidden: boolean;
  /** Only as long and wide as the data. Replace rows instead of changing them, because copies share them (copySpreadsheet). */
  rows: (readonly (Cell | undefined)[])[];
  formats: AreaFormat[];
  /** Column ranges with a width fitted to their content. */
  fittedColumns: { start: number; end: number }[];
};

export type DeveloperMetadata = {
  metadataId: number;
  metadataKey: string;
  metadataValue: string;
  visibility: string;
  location: { locationType: 'SPREADSHEET' | 'SHEET'; spreadsheet?: true; sheetId?: number };
};

export type Spreadsheet = {
  readonly id: string;
  title: string;
  locale: string;
  timeZone: string;
  sheets: Sheet[];
  developerMetadata: DeveloperMetadata[];
  appProperties: Record<string, string>;
  trashed: boolean;
  readonly createdAt: string;
  /** Number of calls that changed the spreadsheet. */
  writeCalls: number;
};

export const spreadsheetMimeType = 'application/vnd.google-apps.spreadsheet';
export const defaultRowCount = 1000;
export const defaultColumnCount = 26;
const maxCells = 10_000_000;
export const maxCellCharacters = 50_000;

/** A copy for changes that leave the original intact, so that a call applies completely or not at all. */
export const copySpreadsheet = (spreadsheet: Spreadsheet): Spreadsheet => ({
  ...spreadsheet,
  sheets: spreadsheet.sheets.map((sheet) => ({
    ...sheet,
    rows: [...sheet.rows],
    formats: [...sheet.formats],
    fittedColumns: [...sheet.fittedColumns],
  })),
  developerMetadata: [...spreadsheet.developerMetadata],
  appProperties: { ...spreadsheet.appProperties },
});

/** All grid cells, including empty ones, as Google's limit counts them. */
export const countCells = (spreadsheet: Spreadsheet): number =>
  spreadsheet.sheets.reduce((sum, sheet) => sum + sheet.rowCount * sheet.columnCount, 0);

/** Throws Google's error if a spreadsheet would have too many cells. */
export const checkCellCount = (cellCount: number): void => {
  if (cellCount <= maxCells) return;
  throw invalidArgument(
    `This action would increase the number of cells in the workbook above the limit of ${maxCells} cells.`,
  );
};

/** Changes cells of a row. `change` receives a copy; skipped cells in between stay empty. */
export const changeRow = (sheet: Sheet, row: number, change: (cells: (Cell | undefined)[]) => void): void => {
  while (sheet.rows.length <= row) sheet.rows.push([]);
  const cells = [...(sheet.rows[row] ?? [])];
  change(cells);
  sheet.rows[row] = Array.from(cells);
};

/** Sets the value of a cell; undefined empties it. */
export const setCell = (sheet: Sheet, row: number, column: number, value: Cell | undefined): void => {
  changeRow(sheet, row, (cells) => {
    cells[column] = value;
  });
};

/** The number of rows up to the last row with data. */
export const lengthOfData = (sheet: Sheet): number =>
  sheet.rows.findLastIndex((row) => row.some((cell) => cell !== undefined)) + 1;
