import * as z from 'zod';
import { GoogleApiError, invalidArgument } from '../apiError.ts';
import { applyFields } from '../fieldMask.ts';
import { checkInGrid } from './a1.ts';
import { cellDataSchema, writeRowData } from './cellData.ts';
import { addSheet, maskOf, presentSheetProperties, requireSheet } from './sheetProperties.ts';
import { sheetPropertiesSchema, updateSheetProperties } from './sheetProperties.ts';
import { addDeveloperMetadata, developerMetadataSchema } from './developerMetadata.ts';
import { checkCellCount, countCells, lengthOfData } from './spreadsheet.ts';
import type { GridArea, Sheet, Spreadsheet } from './spreadsheet.ts';

const gridRangeSchema = z.strictObject({
  sheetId: z.int().default(0),
  startRowIndex: z.int().min(0).optional(),
  endRowIndex: z.int().min(0).optional(),
  startColumnIndex: z.int().min(0).optional(),
  endColumnIndex: z.int().min(0).optional(),
});

const dimensionRangeSchema = z.strictObject({
  sheetId: z.int().default(0),
  dimension: z.enum(['ROWS', 'COLUMNS']),
  startIndex: z.int().min(0).default(0),
  endIndex: z.int().min(0).optional(),
});

const rowDataSchema = z.array(z.strictObject({ values: z.array(cellDataSchema).optional() }));

/** Parses a request of one kind and applies it to the spreadsheet. Returns its reply. */
type RequestKind = { apply(spreadsheet: Spreadsheet, body: unknown): object };

const kind = <Schema extends z.ZodType>(
  schema: Schema,
  apply: (spreadsheet: Spreadsheet, request: z.output<Schema>) => object | void,
): RequestKind => ({
  apply(spreadsheet, body) {
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw invalidArgument(z.prettifyError(parsed.error));
    return apply(spreadsheet, parsed.data) ?? {};
  },
});

/** The parts of a cell that match a mask such as `userEnteredFormat.textFormat.bold`. */
const namedParts = (cell: z.output<typeof cellDataSchema>, fields: string): z.output<typeof cellDataSchema> => {
  maskOf(fields);
  return cellDataSchema.parse(applyFields(cell, fields));
};

const areaOf = (sheet: Sheet, range: z.output<typeof gridRangeSchema>): GridArea => {
  const area = {
    startRow: range.startRowIndex ?? 0,
    endRow: range.endRowIndex ?? sheet.rowCount,
    startColumn: range.startColumnIndex ?? 0,
    endColumn: range.endColumnIndex ?? sheet.columnCount,
  };
  checkInGrid(sheet, area, 'write');
  return area;
};

const requestKinds: Readonly<Record<string, RequestKind>> = {
  addSheet: kind(z.strictObject({ properties: sheetPropertiesSchema.default({}) }), (spreadsheet, { properties }) => {
    const sheet = addSheet(spreadsheet, properties);
    return { addSheet: { properties: presentSheetProperties(spreadsheet, sheet) } };
  }),

  deleteSheet: kind(z.strictObject({ sheetId: z.int() }), (spreadsheet, { sheetId }) => {
    const sheet = requireSheet(spreadsheet, sheetId);
    if (spreadsheet.sheets.length === 1) throw invalidArgument("You can't remove all the sheets in a document.");
    spreadsheet.sheets = spreadsheet.sheets.filter((each) => each !== sheet);
  }),

  updateSheetProperties: kind(
    z.strictObject({ properties: sheetPropertiesSchema, fields: z.string() }),
    (spreadsheet, { properties, fields }) => updateSheetProperties(spreadsheet, properties, fields),
  ),

  updateSpreadsheetProperties: kind(
    z.strictObject({ properties: z.strictObject({ title: z.string().min(1).optional() }), fields: z.string() }),
    (spreadsheet, { properties, fields }) => {
      if (maskOf(fields)('title') && properties.title !== undefined) spreadsheet.title = properties.title;
    },
  ),

  repeatCell: kind(
    z.strictObject({ range: gridRangeSchema, cell: cellDataSchema, fields: z.string() }),
    (spreadsheet, { range, cell, fields }) => {
      const sheet = requireSheet(spreadsheet, range.sheetId);
      const area = areaOf(sheet, range);
      const { userEnteredFormat, userEnteredValue } = namedParts(cell, fields);
      if (userEnteredValue) throw invalidArgument('The sandbox repeats formats only, not values.');
      sheet.formats.push({ area, format: userEnteredFormat ?? {} });
    },
  ),

  updateCells: kind(
    z.strictObject({
      rows: rowDataSchema,
      fields: z.string(),
      start: z.strictObject({
        sheetId: z.int().default(0),
        rowIndex: z.int().default(0),
        columnIndex: z.int().default(0),
      }),
    }),
    (spreadsheet, { rows, fields, start }) => {
      const sheet = requireSheet(spreadsheet, start.sheetId);
      writeRowData(sheet, start.rowIndex, start.columnIndex, rows, maskOf(fields));
    },
  ),

  appendCells: kind(
    z.strictObject({ sheetId: z.int().default(0), rows: rowDataSchema, fields: z.string() }),
    (spreadsheet, { sheetId, rows, fields }) => {
      const sheet = requireSheet(spreadsheet, sheetId);
      const startRow = lengthOfData(sheet);
      sheet.rowCount = Math.max(sheet.rowCount, startRow + rows.length);
      writeRowData(sheet, startRow, 0, rows, maskOf(fields));
    },
  ),

  appendDimension: kind(
    z.strictObject({ sheetId: z.int().default(0), dimension: z.enum(['ROWS', 'COLUMNS']), length: z.int().min(1) }),
    (spreadsheet, { sheetId, dimension, length }) => {
      const sheet = requireSheet(spreadsheet, sheetId);
      if (dimension === 'ROWS') sheet.rowCount += length;
      else sheet.columnCount += length;
    },
  ),

  autoResizeDimensions: kind(z.strictObject({ dimensions: dimensionRangeSchema }), (spreadsheet, { dimensions }) => {
    const sheet = requireSheet(spreadsheet, dimensions.sheetId);
    if (dimensions.dimension === 'ROWS') return;
    const end = dimensions.endIndex ?? sheet.columnCount;
    checkInGrid(sheet, { startRow: 0, endRow: 1, startColumn: dimensions.startIndex, endColumn: end }, 'write');
    sheet.fittedColumns.push({ start: dimensions.startIndex, end });
  }),

  createDeveloperMetadata: kind(
    z.strictObject({ developerMetadata: developerMetadataSchema }),
    (spreadsheet, { developerMetadata }) => ({
      createDeveloperMetadata: { developerMetadata: addDeveloperMetadata(spreadsheet, developerMetadata) },
    }),
  ),
};

/**
 * Applies all requests in order and returns one reply for each. A batch must apply completely or not at all, so pass a copy
 * of the spreadsheet and keep it only if nothing throws.
 */
export const applyBatch = (spreadsheet: Spreadsheet, requests: readonly unknown[]): object[] =>
  requests.map((request, index) => {
    const entries = Object.entries(z.record(z.string(), z.unknown()).safeParse(request).data ?? {});
    const [name, body] = entries[0] ?? [];
    const requestKind = name === undefined ? undefined : requestKinds[name];
    if (name === undefined || !requestKind || entries.length !== 1) {
      throw invalidArgument(
        `Invalid JSON payload received. Unknown name "${name ?? ''}" at 'requests[${index}]': Cannot find field.`,
      );
    }
    const prefix = `Invalid requests[${index}].${name}: `;
    try {
      const reply = requestKind.apply(spreadsheet, body);
      checkCellCount(countCells(spreadsheet));
      return reply;
    } catch (error) {
      if (error instanceof GoogleApiError) throw invalidArgument(prefix + error.message);
      throw error;
    }
  });
