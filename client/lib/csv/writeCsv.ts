import { guardFormula } from '#shared/lib/formulaGuard.ts';

export type CsvCell = string | number | null;

const toText = (cell: CsvCell): string => {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = guardFormula(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Writes rows as CSV by RFC 4180, without a line break at the end. No cell is a formula. */
export const writeCsv = (rows: readonly (readonly CsvCell[])[], lineBreak = '\r\n'): string =>
  rows.map((cells) => cells.map(toText).join(',')).join(lineBreak);
