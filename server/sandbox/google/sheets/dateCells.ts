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
 * Returns the displayed value of a cell. A number with a date format becomes a day as `yyyy-mm-dd`, the only supported date
 * pattern. Other values are unchanged.
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
