import * as z from 'zod';
import { invalidArgument } from '../apiError.ts';
import { checkInGrid } from './a1.ts';
import { maxCellCharacters, setCell } from './spreadsheet.ts';
import type { Cell, Sheet } from './spreadsheet.ts';
import { widestOf } from './values.ts';

const extendedValueSchema = z.strictObject({
  stringValue: z.string().optional(),
  numberValue: z.number().optional(),
  boolValue: z.boolean().optional(),
  formulaValue: z.string().optional(),
});

export const cellDataSchema = z.strictObject({
  userEnteredValue: extendedValueSchema.optional(),
  userEnteredFormat: z.record(z.string(), z.unknown()).optional(),
});

type CellData = z.output<typeof cellDataSchema>;

const cellOf = ({ userEnteredValue: value }: CellData): Cell | undefined => {
  if (value?.formulaValue !== undefined) return { formula: value.formulaValue };
  const plain = value?.stringValue ?? value?.numberValue ?? value?.boolValue;
  if (typeof plain === 'string' && plain.length > maxCellCharacters) {
    throw invalidArgument('Your input contains more than the maximum of 50000 characters in a single cell.');
  }
  return plain === '' ? undefined : plain;
};

/** Writes `RowData`. Text there never becomes a formula; only `formulaValue` does. */
export const writeRowData = (
  sheet: Sheet,
  startRow: number,
  startColumn: number,
  rows: readonly { values?: CellData[] }[],
  isNamed: (path: string) => boolean,
): void => {
  const width = widestOf(rows.map((row) => row.values ?? []));
  const area = { startRow, startColumn, endRow: startRow + rows.length, endColumn: startColumn + Math.max(1, width) };
  if (rows.length > 0) checkInGrid(sheet, area, 'write');
  rows.forEach((row, rowIndex) => {
    row.values?.forEach((data, columnIndex) => {
      const [atRow, atColumn] = [startRow + rowIndex, startColumn + columnIndex];
      if (isNamed('userEnteredValue')) setCell(sheet, atRow, atColumn, cellOf(data));
      if (isNamed('userEnteredFormat') && data.userEnteredFormat) {
        const one = { startRow: atRow, endRow: atRow + 1, startColumn: atColumn, endColumn: atColumn + 1 };
        sheet.formats.push({ area: one, format: data.userEnteredFormat });
      }
    });
  });
};
