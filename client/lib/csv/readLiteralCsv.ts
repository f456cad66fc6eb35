import { rowsPerProgress, toCsvRow } from './csvReading.ts';
import type { CsvOptions, CsvReading } from './csvReading.ts';

/**
 * Reads a CSV text to the letter: every line break ends a line and every comma a value, so a quote is a character like
 * any other. Values are trimmed, blank lines are skipped, the first line is the header and is dropped.
 */
export const readLiteralCsv = (text: string, { columns, maxRows, onProgress }: CsvOptions): CsvReading => {
  const rows: string[][] = [];
  // Neighbouring line breaks, as both characters of a CRLF, are found as one: what of them is left before the next line is trimmed.
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
