export type CsvReading = {
  /** The lines below the header, each with as many values as there are columns. */
  rows: string[][];
  /** The most values that a line held, the header included. */
  widestLine: number;
};

export type CsvOptions = {
  /** Values of a row: missing ones are empty, further ones are dropped. */
  columns: number;
  /** Reading ends after so many rows. */
  maxRows: number;
  /** Told now and then how much of the text is read, 0 to 1. */
  onProgress?: (share: number) => void;
};

/** Rows between two words on the progress: often enough to move, seldom enough to cost nothing. */
export const rowsPerProgress = 5000;

/** The values of a line as a row; null for a line in which nothing stands. */
export const toCsvRow = (values: readonly string[], columns: number): string[] | null => {
  // As long as it will be: one that grows by `push` ends with room for twice the values, a quarter of the reading's time.
  const row = Array<string>(columns).fill('');
  const filled = Math.min(columns, values.length);
  for (let index = 0; index < filled; index += 1) row[index] = (values[index] ?? '').trim();
  return row.some((value) => value !== '') ? row : null;
};
