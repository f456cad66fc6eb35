import { readList } from '#client/lib/api/readList.ts';
import { isRecord } from '#client/lib/isRecord.ts';
import { customLeadColumns } from '#shared/customLeadColumns.ts';

const toText = (value: unknown): string => {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'number' ? String(value) : '';
};

const toRow = (found: unknown): string[] | null => {
  if (Array.isArray(found)) return customLeadColumns.map((_column, index) => toText(found[index]));
  if (typeof found !== 'object' || found === null) return null;
  return customLeadColumns.map(({ key, header, title }) => {
    const name = [key, header, title].find((each) => Object.hasOwn(found, each));
    return name === undefined ? '' : toText(Reflect.get(found, name));
  });
};

/** The cells in the response for a sheet. Null without any. */
export const readSheetCells = (answer: unknown): string[][] | null => {
  const rows = isRecord(answer) ? answer['rows'] : null;
  return Array.isArray(rows) ? rows.map((row: unknown) => (Array.isArray(row) ? row.map(toText) : [])) : null;
};

/** The leads in the response for a sheet. Each is an object keyed by column key or header, or a plain list. */
export const readSheetRows = (answer: unknown): string[][] => {
  if (typeof answer !== 'object' || answer === null) return [];
  return readList(answer, 'data')
    .map(toRow)
    .filter((row) => row !== null);
};
