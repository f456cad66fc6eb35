import { rowsPerProgress, toCsvRow } from './csvReading.ts';
import type { CsvOptions, CsvReading } from './csvReading.ts';

/** End of a value without quotes. */
const valueEnd = /[,\r\n]/g;
/** Matches after a closing quote. Any other quote is an ordinary character. */
const afterQuotes = / *(?:[,\r\n]|$)/y;

type Value = {
  text: string;
  /** Position of the comma or line break after it, or the end of the text. */ end: number;
};

const findFrom = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
};

/** Reads the value after an opening quote. An unclosed quote reaches to the end of the text. */
const readQuoted = (text: string, start: number): Value => {
  let from = start;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { text: text.slice(start).replaceAll('""', '"'), end: text.length };
    afterQuotes.lastIndex = quote + 1;
    if (text[quote + 1] === '"') from = quote + 2;
    else if (afterQuotes.test(text))
      return { text: text.slice(start, quote).replaceAll('""', '"'), end: findFrom(valueEnd, text, quote + 1) };
    else from = quote + 1;
  }
};

const readValue = (text: string, start: number): Value => {
  if (text[start] === '"') return readQuoted(text, start + 1);
  const end = findFrom(valueEnd, text, start);
  return { text: text.slice(start, end), end };
};

/**
 * Reads CSV by RFC 4180: a value in double quotes may contain commas, line breaks and doubled quotes. Otherwise like
 * the literal reader. Some thirty lines, instead of a library that would be two thirds of the import's code.
 */
export const readQuotedCsv = (text: string, { columns, maxRows, onProgress }: CsvOptions): CsvReading => {
  const rows: string[][] = [];
  let widestLine = 0;
  let isHeader = true;
  let values: string[] = [];
  let position = 0;
  while (position < text.length && rows.length < maxRows) {
    const value = readValue(text, position);
    values.push(value.text);
    position = value.end + 1;
    // A trailing comma is followed by an empty value.
    if (text[value.end] === ',' && position < text.length) continue;
    // A blank line, or the gap inside a CRLF. A line of commas alone may still be the header.
    const isBlank = values.length === 1 && value.text.trim() === '';
    if (!isBlank) {
      widestLine = Math.max(widestLine, values.length);
      const row = toCsvRow(values, columns);
      if (isHeader) isHeader = false;
      else if (row !== null) rows.push(row);
      if (rows.length % rowsPerProgress === 0) onProgress?.(position / text.length);
    }
    values = [];
  }
  return { rows, widestLine };
};
