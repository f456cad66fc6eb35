import { utcDay } from '#shared/lib/dateRange.ts';
import type { Cell, GridArea, Sheet } from './spreadsheet.ts';

const msPerDay = 86_400_000;
/** Day 0 of a spreadsheet. */
const epoch = Date.UTC(1899, 11, 30);

const contains = ({ startRow, endRow, startColumn, endColumn }: GridArea, row: number, column: number): boolean =>
  row >= startRow && row < endRow && column >= startColumn && column < endColumn;

const isDateFormat = (format: Record<string, unknown>): boolean => {
  const { numberFormat } = format;
  return (
    typeof numberFormat === 'object' && numberFormat !== null && 'type' in numberFormat && numberFormat.type === 'DATE'
  );
};

/**
 * Answers what a sheet shows for a cell: a number under a date format is shown as its day, `yyyy-mm-dd`, which is the
 * one date pattern the sandbox knows; every other cell comes back as it is.
 */
export const createDateReader = (
  sheet: Sheet,
): ((cell: Cell | null | undefined, row: number, column: number) => Cell | null) => {
  const areas = sheet.formats.filter(({ format }) => isDateFormat(format)).map(({ area }) => area);
  return (cell, row, column) => {
    if (typeof cell !== 'number' || !areas.some((area) => contains(area, row, column))) return cell ?? null;
    return utcDay(new Date(epoch + Math.floor(cell) * msPerDay));
  };
};
