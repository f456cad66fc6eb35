import { readList } from '#client/lib/api/readList.ts';
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

/** Rows of the sheet response. Each row is an object keyed by column key or header, or a plain list. */
export const readSheetRows = (json: string): string[][] => {
  const answer: unknown = JSON.parse(json);
  if (typeof answer !== 'object' || answer === null) return [];
  return readList(answer, 'data')
    .map(toRow)
    .filter((row) => row !== null);
};
