import { readLiteralCsv } from '#client/lib/csv/readLiteralCsv.ts';
import { customLeadColumns, customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadKey, CustomLeadValues } from '#shared/customLeadColumns.ts';
import { isOwnHeader } from '#shared/leadFiles/plan/planColumns.ts';
import { importLimits } from '#shared/limits.ts';

const columns = customLeadKeys.length;

/** Whether the first line of a text is exactly the specified header. */
export const hasOwnHeader = (text: string): boolean =>
  isOwnHeader((text.trimStart().split(/[\r\n]/, 1)[0] ?? '').split(','));

export const toValues = (row: readonly string[]): CustomLeadValues =>
  Object.fromEntries(customLeadKeys.map((key, index) => [key, row[index] ?? ''])) as CustomLeadValues;

/** Reads a text by the letter: every comma ends a value, and values belong to columns by place. */
export const readLiteralText = (text: string, onProgress: (share: number) => void) => {
  const { rows, widestLine } = readLiteralCsv(text, { columns, maxRows: importLimits.rows + 1, onProgress });
  return { rows, mayNeedQuotes: text.includes('"') || widestLine > columns };
};

/** Line of the first too long value of a text. Searched only if there is one: the rows have no line numbers. */
export const lineOfTooLong = (text: string): number => {
  const lines = text.split(/\r\n?|\n/);
  const isTooLong = (value: string): boolean => value.trim().length > importLimits.valueCharacters;
  return lines.findIndex((line, index) => index > 0 && line.split(',').slice(0, columns).some(isTooLong)) + 1;
};

const headerOf = new Map<CustomLeadKey, string>(customLeadColumns.map(({ key, header }) => [key, header]));

/** Header of the first column with a too long value. */
export const columnOfTooLong = (row: readonly string[]): string | null => {
  const index = row.findIndex((value) => value.length > importLimits.valueCharacters);
  const key = customLeadKeys[index];
  return key === undefined ? null : (headerOf.get(key) ?? key);
};
