import { customLeadColumns, customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadKey, CustomLeadValues } from '#shared/customLeadColumns.ts';

/** A row of a sheet as a lead. `row` is its number in the sheet; the header is row 1. */
export type SheetLead = { row: number; values: CustomLeadValues };

/** One spelling for `Email Address`, `email_address` and `EmailAddress`. */
const normalizeHeader = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

/** Headers of the lead downloads of Meta and TikTok that match none of our own names. */
const otherNames: Partial<Record<CustomLeadKey, readonly string[]>> = {
  Name: ['full name'],
  EmailAddress: ['email'],
};

const keysByHeader: ReadonlyMap<string, CustomLeadKey> = new Map(
  customLeadColumns.flatMap(({ key, header, title }) =>
    [key, header, title, ...(otherNames[key] ?? [])].map((name) => [normalizeHeader(name), key] as const),
  ),
);

/**
 * The meaning of the first 22 columns of a sheet, by its header. An unknown header takes the meaning of the same
 * position in our own file, as long as the known headers are at their positions too. In a sheet with another order it
 * is left out.
 */
export const readHeader = (header: readonly string[]): (CustomLeadKey | null)[] => {
  const columns = customLeadKeys.map((_key, index) => normalizeHeader(header[index] ?? ''));
  const taken = new Set<CustomLeadKey>();
  const named = columns.map((name) => {
    const key = keysByHeader.get(name);
    if (key === undefined || taken.has(key)) return null;
    taken.add(key);
    return key;
  });
  const isOurOrder = named.every((key, index) => key === null || key === customLeadKeys[index]);
  return isOurOrder ? [...customLeadKeys] : named;
};

/** A row with content, but without any in the columns of a lead. */
export const isBlankLead = (values: CustomLeadValues): boolean =>
  customLeadKeys.every((key) => values[key].trim() === '');

const noValues = Object.fromEntries(customLeadKeys.map((key) => [key, ''])) as CustomLeadValues;

/** The rows of a sheet below its header as leads; empty rows are left out. */
export function* toCustomLeads(rows: readonly (readonly string[])[]): Generator<SheetLead> {
  const columns = readHeader(rows[0] ?? []);
  for (const [index, cells] of rows.entries()) {
    if (index === 0 || cells.every((cell) => cell.trim() === '')) continue;
    const values = { ...noValues };
    for (const [column, key] of columns.entries()) if (key !== null) values[key] = cells[column] ?? '';
    yield { row: index + 1, values };
  }
}
