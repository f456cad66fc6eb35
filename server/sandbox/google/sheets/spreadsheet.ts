import { invalidArgument } from '../apiError.ts';

/** What a cell holds. A formula can only come from USER_ENTERED input or an explicit formula value. */
export type Cell = string | number | boolean | { formula: string };

/** Zero-based, ends exclusive. */
export type GridArea = { startRow: number; endRow: number; startColumn: number; endColumn: number };

/** Formatting that a call has put on an area, e.g. `{ textFormat: { bold: true } }`. */
type AreaFormat = { area: GridArea; format: Record<string, unknown> };

export type Sheet = {
  sheetId: number;
  title: string;
  rowCount: number;
  columnCount: number;
  frozenRowCount: number;
  frozenColumnCount: number;
  hidden: boolean;
  /** Only as long and as wide as the data. A row is replaced as a whole, never changed in place (see copySpreadsheet). */
  rows: (readonly (Cell | undefined)[])[];
  formats: AreaFormat[];
  /** Column spans whose width was fitted to their content. */
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
  /** Calls that changed it successfully. */
  writeCalls: number;
};

export const spreadsheetMimeType = 'application/vnd.google-apps.spreadsheet';
export const defaultRowCount = 1000;
export const defaultColumnCount = 26;
const maxCells = 10_000_000;
export const maxCellCharacters = 50_000;

/** A copy that can be changed without touching the original, so that a call applies as a whole or not at all. */
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

/** Grid cells of all sheets, empty ones too: what Google's limit counts. */
export const countCells = (spreadsheet: Spreadsheet): number =>
  spreadsheet.sheets.reduce((sum, sheet) => sum + sheet.rowCount * sheet.columnCount, 0);

/** Throws Google's error when a spreadsheet would have too many cells. */
export const checkCellCount = (cellCount: number): void => {
  if (cellCount <= maxCells) return;
  throw invalidArgument(
    `This action would increase the number of cells in the workbook above the limit of ${maxCells} cells.`,
  );
};

/** Changes cells of a row: `change` gets a copy of them, of which what it leaves out in between is empty. */
export const changeRow = (sheet: Sheet, row: number, change: (cells: (Cell | undefined)[]) => void): void => {
  while (sheet.rows.length <= row) sheet.rows.push([]);
  const cells = [...(sheet.rows[row] ?? [])];
  change(cells);
  sheet.rows[row] = Array.from(cells);
};

/** Puts a value (or, with undefined, nothing) into a cell. */
export const setCell = (sheet: Sheet, row: number, column: number, value: Cell | undefined): void => {
  changeRow(sheet, row, (cells) => {
    cells[column] = value;
  });
};

/** The number of the first row without any data below it. */
export const lengthOfData = (sheet: Sheet): number =>
  sheet.rows.findLastIndex((row) => row.some((cell) => cell !== undefined)) + 1;
