import type { PlatformCall } from '../AdPlatform.ts';

/** Null leaves a cell empty. Text is never evaluated: what looks like a formula is written as text. */
export type SheetCell = string | number | boolean | null;

/** How the cells below a title are shown. `plain` has no format of its own. */
export type SheetFormat = 'plain' | 'text' | 'date' | 'integer' | 'decimal' | 'percent';

export type SheetColumn = { title: string; format: SheetFormat };

/** Rows of the same width; `rows` is JSON text, a list of lists of cells. */
export type RowBlock = { rows: string; rowCount: number; columnCount: number };

/** A spreadsheet of the person. `url` is where they open it. */
export type SheetFile = { spreadsheetId: string; url: string };

/**
 * Writes spreadsheets into the person's own storage. Every step can be repeated: finding before creating, an exact
 * grid, and fixed ranges make a second run rewrite the same cells instead of adding any.
 * All throw `ProviderError` with the platform `google`, of the status 404 when the file is gone.
 */
export type SheetWriter = {
  /** The file that carries `key`, created with `title` when there is none. */
  findOrCreate(call: PlatformCall, file: { key: string; title: string }): Promise<SheetFile>;
  /** False when the person has deleted the file or moved it to the bin. */
  isThere(call: PlatformCall, spreadsheetId: string): Promise<boolean>;
  /** Sizes the first sheet to the title row and `rowCount` rows, freezes and emphasises the titles, formats the columns. */
  prepare(
    call: PlatformCall,
    spreadsheetId: string,
    table: { columns: readonly SheetColumn[]; rowCount: number },
  ): Promise<void>;
  /** Writes whole rows from `startRow` on; 1 is the row of the titles. One call, so at most some 2 MB. */
  writeRows(call: PlatformCall, spreadsheetId: string, block: RowBlock, startRow: number): Promise<void>;
  /** One row as it is stored, without the empty cells at its end; 1 is the row of the titles. */
  readRow(call: PlatformCall, spreadsheetId: string, row: number): Promise<SheetCell[]>;
};
