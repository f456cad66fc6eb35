import { cleanCell, isErrorCell, isPlaceholder } from '../cells/cellText.ts';
import { readEmail } from '../cells/readEmail.ts';
import { isRoundedNumber } from '../cells/readId.ts';
import { readDayNumber, readTime } from '../cells/readTime.ts';

/** Rows from which the meaning of columns is found out. */
const sampleRows = 300;

/** Filled cells of a column, without errors and placeholders. */
export type ColumnValues = { values: string[]; isEmpty: boolean };

export const sampleColumns = (rows: readonly (readonly string[])[], width: number): ColumnValues[] => {
  const columns = Array.from({ length: width }, (): ColumnValues => ({ values: [], isEmpty: true }));
  for (const cells of rows.slice(0, sampleRows))
    for (const [index, column] of columns.entries()) {
      const text = cleanCell(cells[index] ?? '');
      if (text === '') continue;
      column.isEmpty = false;
      if (!isErrorCell(text) && !isPlaceholder(text)) column.values.push(text);
    }
  for (const [index, column] of columns.entries())
    if (column.isEmpty) column.isEmpty = rows.every((cells) => cleanCell(cells[index] ?? '') === '');
  return columns;
};

export const share = (values: readonly string[], has: (text: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(has).length / values.length;

export const isAddress = (text: string): boolean => /@[^@]+\./.test(readEmail(text) ?? '');

export const isTime = (text: string): boolean =>
  readTime(text, 'dayFirst') !== null || readTime(text, 'monthFirst') !== null || readDayNumber(text) !== null;

/** Texts that are nothing but a phone number. */
export const isNumber = (text: string): boolean =>
  (/^(?:p:|tel:|'|\+|\(|\d|[٠-٩۰-۹])[\d\s().+/٠-٩۰-۹\u2010-\u2013-]*(?:\s?(?:ext|x)\.?\s?\d+)?$/i.test(text) &&
    text.replace(/\P{Nd}/gu, '').length >= 6 &&
    text.replace(/\P{Nd}/gu, '').length <= 17) ||
  isRoundedNumber(text);

/** Numbers that can only be phone numbers: with a plus, or with the zero of a national number. */
export const isPhoneByItself = (text: string): boolean =>
  isNumber(text) &&
  /^(?:p:)?'?\+|^\(?0[1-9]|^00[1-9]/.test(text) &&
  readTime(text, 'dayFirst') === null &&
  !/^0\d+[.,]\d+$/.test(text);

/** Two to four words of letters. */
export const isPersonName = (text: string): boolean =>
  /^[\p{L}\p{M}'’.-]+(?: [\p{L}\p{M}'’.-]+){1,3}$/u.test(text) && text.length <= 60;

export const distinctShare = (values: readonly string[]): number =>
  values.length === 0 ? 0 : new Set(values.map((value) => value.toLowerCase())).size / values.length;
