import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadKey, CustomLeadValues } from '#shared/customLeadColumns.ts';
import { columnsByName, normalizeColumnName } from '#shared/leadFiles/columnsByName.ts';

/** A row of a sheet as a lead. `row` is its number in the sheet; the header is row 1. */
export type SheetLead = { row: number; values: CustomLeadValues };

/** Headers of the lead downloads of Meta and TikTok that match none of our own names. */
const otherNames: ReadonlyMap<string, CustomLeadKey> = new Map([
  ['fullname', 'Name'],
  ['email', 'EmailAddress'],
]);

/**
 * Maps the first 22 columns of a sheet to lead fields by header. An unknown header is mapped by position if all known
 * headers are at the same positions as in our own file. Otherwise it is ignored.
 */
export const readHeader = (header: readonly string[]): (CustomLeadKey | null)[] => {
  const columns = customLeadKeys.map((_key, index) => normalizeColumnName(header[index] ?? ''));
  const taken = new Set<CustomLeadKey>();
  const named = columns.map((name) => {
    const key = columnsByName.get(name) ?? otherNames.get(name);
    if (key === undefined || taken.has(key)) return null;
    taken.add(key);
    return key;
  });
  const isOurOrder = named.every((key, index) => key === null || key === customLeadKeys[index]);
  return isOurOrder ? [...customLeadKeys] : named;
};

/** A row whose only content is outside the lead columns. */
export const isBlankLead = (values: CustomLeadValues): boolean =>
  customLeadKeys.every((key) => values[key].trim() === '');

const noValues = Object.fromEntries(customLeadKeys.map((key) => [key, ''])) as CustomLeadValues;

/** Converts sheet rows below the header to leads, without empty rows. */
export function* toCustomLeads(rows: readonly (readonly string[])[]): Generator<SheetLead> {
  const columns = readHeader(rows[0] ?? []);
  for (const [index, cells] of rows.entries()) {
    if (index === 0 || cells.every((cell) => cell.trim() === '')) continue;
    const values = { ...noValues };
    for (const [column, key] of columns.entries()) if (key !== null) values[key] = cells[column] ?? '';
    yield { row: index + 1, values };
  }
}
