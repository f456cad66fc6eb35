/** Letters of a column, counted from 1: 1 is `A`, 27 is `AA`. */
export const columnLetters = (column: number): string => {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCodePoint(65 + ((rest - 1) % 26)) + letters;
  return letters;
};

/** Whole rows from column A on, e.g. `'Export'!A2:C501`. Rows and columns count from 1, both ends included. */
export const rowsRange = (sheetTitle: string, firstRow: number, lastRow: number, columnCount: number): string =>
  `'${sheetTitle.replaceAll("'", "''")}'!A${firstRow}:${columnLetters(columnCount)}${lastRow}`;
