import { rowsPerProgress, toCsvRow } from './csvReading.ts';
import type { CsvOptions, CsvReading } from './csvReading.ts';

/**
 * Reads CSV literally: every line break ends a line and every comma a value, so quotes are ordinary characters. Trims
 * values, skips blank lines and drops the header.
 */
export const readLiteralCsv = (text: string, { columns, maxRows, onProgress }: CsvOptions): CsvReading => {
  const rows: string[][] = [];
  // Adjacent line breaks, such as CRLF, match as one. Trimming removes what is left of them.
  const lineBreak = /[\r\n]+/g;
  let widestLine = 0;
  let isHeader = true;
  let start = 0;
  while (start < text.length && rows.length < maxRows) {
    const end = lineBreak.exec(text)?.index ?? text.length;
    const line = text.slice(start, end);
    start = end + 1;
    if (line.trim() === '') continue;
    const values = line.split(',');
    widestLine = Math.max(widestLine, values.length);
    const row = toCsvRow(values, columns);
    if (isHeader) isHeader = false;
    else if (row !== null) rows.push(row);
    if (rows.length % rowsPerProgress === 0) onProgress?.(start / text.length);
  }
  return { rows, widestLine };
};
