import type { PlatformCall } from '../calls/PlatformCall.ts';

/** Null leaves a cell empty. Text is never evaluated: formulas are written as text. */
export type SheetCell = string | number | boolean | null;

/** Format of the cells below a title. `plain` sets no format. */
export type SheetFormat = 'plain' | 'text' | 'date' | 'integer' | 'decimal' | 'percent';

export type SheetColumn = { title: string; format: SheetFormat };

/** Rows of the same width; `rows` is JSON text, a list of lists of cells. */
export type RowBlock = { rows: string; rowCount: number; columnCount: number };

/** A spreadsheet of the person. `url` opens it. */
export type SheetFile = { spreadsheetId: string; url: string };

/**
 * Writes spreadsheets into the person's own storage. Every step is idempotent: it looks before it creates, and uses an
 * exact grid and fixed ranges, so a second run rewrites the same cells. All methods throw `ProviderError` with the
 * platform `google`; status 404 when the file is gone.
 */
export type SheetWriter = {
  /** Finds the file marked with `key`, or creates it with `title`. */
  findOrCreate(call: PlatformCall, file: { key: string; title: string }): Promise<SheetFile>;
  /** False when the person has deleted the file or moved it to the trash. */
  isThere(call: PlatformCall, spreadsheetId: string): Promise<boolean>;
  /**
   * Sizes the first sheet to the title row and `rowCount` rows, freezes and highlights the titles, and formats the
   * columns.
   */
  prepare(
    call: PlatformCall,
    spreadsheetId: string,
    table: { columns: readonly SheetColumn[]; rowCount: number },
  ): Promise<void>;
  /** Writes whole rows from `startRow`; 1 is the title row. One call, so about 2 MB at most. */
  writeRows(call: PlatformCall, spreadsheetId: string, block: RowBlock, startRow: number): Promise<void>;
  /** One stored row without trailing empty cells; 1 is the title row. */
  readRow(call: PlatformCall, spreadsheetId: string, row: number): Promise<SheetCell[]>;
};
