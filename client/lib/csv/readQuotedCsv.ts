import Papa from 'papaparse';
import { rowsPerProgress, toCsvRow } from './csvReading.ts';
import type { CsvOptions, CsvReading } from './csvReading.ts';

/** Reads a CSV text by RFC 4180: a value in double quotes may hold commas and line breaks. Otherwise as the literal reading. */
export const readQuotedCsv = (text: string, { columns, maxRows, onProgress }: CsvOptions): CsvReading => {
  const rows: string[][] = [];
  let widestLine = 0;
  let isHeader = true;
  Papa.parse<string[]>(text, {
    delimiter: ',',
    step: ({ data, meta }, parser) => {
      // A blank line; one of commas alone can still be the header.
      if (data.length === 1 && data[0]?.trim() === '') return;
      widestLine = Math.max(widestLine, data.length);
      const row = toCsvRow(data, columns);
      if (isHeader) isHeader = false;
      else if (row !== null) rows.push(row);
      if (rows.length >= maxRows) parser.abort();
      else if (rows.length % rowsPerProgress === 0) onProgress?.(meta.cursor / text.length);
    },
  });
  return { rows, widestLine };
};
