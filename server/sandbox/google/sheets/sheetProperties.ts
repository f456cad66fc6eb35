import * as z from 'zod';
import { invalidArgument } from '../apiError.ts';
import { defaultColumnCount, defaultRowCount } from './spreadsheet.ts';
import type { Sheet, Spreadsheet } from './spreadsheet.ts';

export const sheetPropertiesSchema = z.strictObject({
  sheetId: z.int().min(0).optional(),
  title: z.string().min(1).max(100).optional(),
  index: z.int().min(0).optional(),
  sheetType: z.literal('GRID').optional(),
  hidden: z.boolean().optional(),
  gridProperties: z
    .strictObject({
      rowCount: z.int().min(1).optional(),
      columnCount: z.int().min(1).max(18_278).optional(),
      frozenRowCount: z.int().min(0).optional(),
      frozenColumnCount: z.int().min(0).optional(),
    })
    .optional(),
});

export type SheetProperties = z.output<typeof sheetPropertiesSchema>;

const freeSheetId = (sheets: readonly Sheet[]): number => {
  if (sheets.length === 0) return 0;
  return Math.max(...sheets.map((sheet) => sheet.sheetId)) + 1_000_003;
};

/** Adds a tab. Generates a missing id, and refuses a duplicate id or title. */
export const addSheet = (spreadsheet: Spreadsheet, properties: SheetProperties): Sheet => {
  const { sheets } = spreadsheet;
  const title = properties.title ?? `Sheet${sheets.length + 1}`;
  const sheetId = properties.sheetId ?? freeSheetId(sheets);
  if (sheets.some((sheet) => sheet.title === title)) {
    throw invalidArgument(`A sheet with the name "${title}" already exists. Please enter another name.`);
  }
  if (sheets.some((sheet) => sheet.sheetId === sheetId)) {
    throw invalidArgument(`A sheet with the id ${sheetId} already exists.`);
  }
  const sheet: Sheet = {
    sheetId,
    title,
    rowCount: properties.gridProperties?.rowCount ?? defaultRowCount,
    columnCount: properties.gridProperties?.columnCount ?? defaultColumnCount,
    frozenRowCount: properties.gridProperties?.frozenRowCount ?? 0,
    frozenColumnCount: properties.gridProperties?.frozenColumnCount ?? 0,
    hidden: properties.hidden ?? false,
    rows: [],
    formats: [],
    fittedColumns: [],
  };
  sheets.splice(properties.index ?? sheets.length, 0, sheet);
  return sheet;
};

export const requireSheet = (spreadsheet: Spreadsheet, sheetId: number): Sheet => {
  const sheet = spreadsheet.sheets.find((each) => each.sheetId === sheetId);
  if (!sheet) throw invalidArgument(`No grid with id: ${sheetId}`);
  return sheet;
};

/** Whether a mask includes a property, by its own name, a parent's name or `*`. */
export const maskOf = (fields: string): ((path: string) => boolean) => {
  const named = fields.split(',').map((field) => field.trim());
  if (named.every((field) => field === '')) throw invalidArgument('At least one field must be listed in "fields".');
  return (path) => named.some((field) => field === '*' || field === path || path.startsWith(`${field}.`));
};

/** Applies the properties in the mask (`title`, `gridProperties.frozenRowCount`, `gridProperties`, `*`). */
export const updateSheetProperties = (spreadsheet: Spreadsheet, properties: SheetProperties, fields: string): void => {
  const sheet = requireSheet(spreadsheet, properties.sheetId ?? 0);
  const isNamed = maskOf(fields);
  const { title, gridProperties: grid = {}, hidden } = properties;
  if (isNamed('title') && title !== undefined && title !== sheet.title) {
    if (spreadsheet.sheets.some((each) => each.title === title)) {
      throw invalidArgument(`A sheet with the name "${title}" already exists. Please enter another name.`);
    }
    sheet.title = title;
  }
  if (isNamed('hidden')) sheet.hidden = hidden ?? false;
  if (isNamed('gridProperties.rowCount') && grid.rowCount !== undefined) {
    sheet.rowCount = grid.rowCount;
    sheet.rows.length = Math.min(sheet.rows.length, grid.rowCount);
  }
  if (isNamed('gridProperties.columnCount') && grid.columnCount !== undefined) {
    sheet.columnCount = grid.columnCount;
    sheet.rows = sheet.rows.map((row) => row.slice(0, grid.columnCount));
  }
  if (isNamed('gridProperties.frozenRowCount')) sheet.frozenRowCount = grid.frozenRowCount ?? 0;
  if (isNamed('gridProperties.frozenColumnCount')) sheet.frozenColumnCount = grid.frozenColumnCount ?? 0;
  if (sheet.frozenRowCount >= sheet.rowCount && sheet.frozenRowCount > 0) {
    throw invalidArgument("You can't freeze all visible rows on the sheet.");
  }
};

/** A tab in the API's format. */
export const presentSheetProperties = (spreadsheet: Spreadsheet, sheet: Sheet): object => ({
  sheetId: sheet.sheetId,
  title: sheet.title,
  index: spreadsheet.sheets.indexOf(sheet),
  sheetType: 'GRID',
  gridProperties: {
    rowCount: sheet.rowCount,
    columnCount: sheet.columnCount,
    ...(sheet.frozenRowCount > 0 && { frozenRowCount: sheet.frozenRowCount }),
    ...(sheet.frozenColumnCount > 0 && { frozenColumnCount: sheet.frozenColumnCount }),
  },
  ...(sheet.hidden && { hidden: true }),
});
