import { invalidArgument } from '../apiError.ts';
import type { GridArea, Sheet, Spreadsheet } from './spreadsheet.ts';

export type A1Range = {
  sheet: Sheet;
  area: GridArea;
  /** A range of a single cell. Written values may extend beyond it. */
  isSingleCell: boolean;
};

const referencePattern = /^([A-Za-z]{0,3})(\d*)(?::([A-Za-z]{0,3})(\d*))?$/;

/** The letters of a zero-based column: 0 is A, 26 is AA. */
export const columnLetters = (column: number): string => {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
};

/** A range in the format of responses: `Export!A1:C3`, with quotes if the title needs them. */
export const formatRange = (sheet: Sheet, area: GridArea): string => {
  const title = /^[A-Za-z_]\w*$/.test(sheet.title) ? sheet.title : `'${sheet.title.replaceAll("'", "''")}'`;
  const first = `${columnLetters(area.startColumn)}${area.startRow + 1}`;
  const last = `${columnLetters(area.endColumn - 1)}${area.endRow}`;
  return first === last ? `${title}!${first}` : `${title}!${first}:${last}`;
};

const exceedsGrid = (sheet: Sheet, area: GridArea): Error =>
  invalidArgument(
    `Range (${formatRange(sheet, area)}) exceeds grid limits. ` +
      `Max rows: ${sheet.rowCount}, max columns: ${sheet.columnCount}`,
  );

/** Throws Google's grid-limit error unless the area is inside the grid. For reads, only its start has to be inside. */
export const checkInGrid = (sheet: Sheet, area: GridArea, use: 'read' | 'write'): void => {
  const startsOutside = area.startRow >= sheet.rowCount || area.startColumn >= sheet.columnCount;
  const endsOutside = area.endRow > sheet.rowCount || area.endColumn > sheet.columnCount;
  if (startsOutside || (use === 'write' && endsOutside)) throw exceedsGrid(sheet, area);
};

const clamp = (sheet: Sheet, area: GridArea): GridArea => ({
  ...area,
  endRow: Math.min(area.endRow, sheet.rowCount),
  endColumn: Math.min(area.endColumn, sheet.columnCount),
});

const splitRange = (spreadsheet: Spreadsheet, text: string): { title?: string; reference: string } => {
  const quoted = /^'((?:[^']|'')*)'(?:!(.*))?$/s.exec(text);
  if (quoted) return { title: (quoted[1] ?? '').replaceAll("''", "'"), reference: quoted[2] ?? '' };
  const bang = text.lastIndexOf('!');
  if (bang >= 0) return { title: text.slice(0, bang), reference: text.slice(bang + 1) };
  const isTitle = spreadsheet.sheets.some((sheet) => sheet.title === text);
  return isTitle ? { title: text, reference: '' } : { reference: text || '?' };
};

const columnNumber = (letters: string): number =>
  Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/**
 * Finds the cells of a range such as `'My tab'!A2:C10`, `A1:W` or `My tab`.
 * Throws if the tab or the notation is unknown, or if the range exceeds the grid. Reads may exceed it and are cut off.
 */
export const parseRange = (spreadsheet: Spreadsheet, text: string, use: 'read' | 'write'): A1Range => {
  const { title, reference } = splitRange(spreadsheet, text);
  const sheet = spreadsheet.sheets.find((each) => title === undefined || each.title === title);
  const match = referencePattern.exec(reference);
  if (!sheet || !match) throw invalidArgument(`Unable to parse range: ${text}`);
  const [, firstLetters = '', firstDigits = '', lastLetters, lastDigits] = match;
  const isWhole = reference === '';
  const isSpan = lastLetters !== undefined;
  if (!isWhole && !isSpan && (firstLetters === '' || firstDigits === '')) {
    throw invalidArgument(`Unable to parse range: ${text}`);
  }

  const startRow = firstDigits === '' ? 0 : Number(firstDigits) - 1;
  const startColumn = firstLetters === '' ? 0 : columnNumber(firstLetters);
  const lastRow = isSpan ? lastDigits : firstDigits;
  const lastColumn = isSpan ? lastLetters : firstLetters;
  const area = {
    startRow,
    startColumn,
    endRow: lastRow ? Number(lastRow) : sheet.rowCount,
    endColumn: lastColumn ? columnNumber(lastColumn) + 1 : sheet.columnCount,
  };
  if (startRow < 0 || area.endRow <= startRow || area.endColumn <= startColumn) {
    const startsOutside = startRow >= sheet.rowCount || startColumn >= sheet.columnCount;
    throw startsOutside ? exceedsGrid(sheet, area) : invalidArgument(`Unable to parse range: ${text}`);
  }
  checkInGrid(sheet, area, use);
  return { sheet, area: clamp(sheet, area), isSingleCell: !isWhole && !isSpan };
};
