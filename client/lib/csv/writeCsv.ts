import { guardFormula } from '#shared/lib/formulaGuard.ts';

/** Spreadsheet programs expect both by their region. */
export type CsvFormat = { separator: ',' | ';'; decimal: '.' | ',' };

export const commaFormat: CsvFormat = { separator: ',', decimal: '.' };

/** `number`: an amount with a decimal point and the decimals that the file shall have. */
export type CsvCell = string | number | null | { number: string } | { id: string };

/** Spreadsheet programs show numbers of 12 digits or more as `1.2E+17`, and round long ones. */
const longId = /^\d{12,}$/;

const toText = (cell: CsvCell, { separator, decimal }: CsvFormat): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', decimal);
  if (typeof cell === 'object' && 'number' in cell) return cell.number.replace('.', decimal);
  const given = typeof cell === 'string' ? cell : cell.id;
  const text = typeof cell === 'object' && longId.test(given) ? `="${given}"` : guardFormula(given);
  return /["\r\n]|^\s|\s$/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * Writes rows as CSV by RFC 4180, without a line break at the end. No cell is a formula, except for long ids, which
 * are constants of their digits: `="120210000000000201"`.
 */
export const writeCsv = (
  rows: readonly (readonly CsvCell[])[],
  lineBreak = '\r\n',
  format: CsvFormat = commaFormat,
): string => rows.map((cells) => cells.map((cell) => toText(cell, format)).join(format.separator)).join(lineBreak);
