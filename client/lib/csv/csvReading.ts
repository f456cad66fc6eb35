import { unguardFormula } from '#shared/lib/formulaGuard.ts';

export type CsvReading = {
  /** Lines below the header, with one value per column. */
  rows: string[][];
  /** Most values on one line, including the header. */
  widestLine: number;
};

export type CsvOptions = {
  /** Values per row: missing ones are empty, extra ones are dropped. */
  columns: number;
  /** Reading stops after this many rows. */
  maxRows: number;
  /** Called at intervals with the share of the text read so far, from 0 to 1. */
  onProgress?: (share: number) => void;
};

/** Rows between progress reports. Frequent enough for a smooth bar, rare enough to cost nothing. */
export const rowsPerProgress = 5000;

/** The values of a line as a row. Null for a blank line. */
export const toCsvRow = (values: readonly string[], columns: number): string[] | null => {
  // Preallocated: an array grown by `push` ends with room for twice the values, which costs a quarter of the reading
  // time.
  const row = Array<string>(columns).fill('');
  const filled = Math.min(columns, values.length);
  for (let index = 0; index < filled; index += 1) row[index] = unguardFormula((values[index] ?? '').trim()).trim();
  return row.some((value) => value !== '') ? row : null;
};
