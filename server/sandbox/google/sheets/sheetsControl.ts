import express from 'express';
import type { Router } from 'express';
import * as z from 'zod';
import { ControlError, parseControlBody } from '../../control/parseControlBody.ts';
import type { SheetsQuota } from './quota.ts';
import { jsonRows, shownRows } from './readValues.ts';
import { formatRange } from './a1.ts';
import type { Sheet, Spreadsheet } from './spreadsheet.ts';
import { spreadsheetAddress } from './spreadsheetStore.ts';
import type { SpreadsheetStore } from './spreadsheetStore.ts';

const quotaBody = z.strictObject({
  readsPerMinute: z.int().min(0).optional(),
  writesPerMinute: z.int().min(0).optional(),
});

const summaryOf = (spreadsheet: Spreadsheet, url: string): object => ({
  id: spreadsheet.id,
  title: spreadsheet.title,
  url: spreadsheetAddress(url, spreadsheet.id),
  createdAt: spreadsheet.createdAt,
  writeCalls: spreadsheet.writeCalls,
});

const isBold = (format: Record<string, unknown>): boolean => {
  const parsed = z.object({ textFormat: z.object({ bold: z.boolean() }) }).safeParse(format);
  return parsed.success && parsed.data.textFormat.bold;
};

const describeSheet = (sheet: Sheet): object => {
  const values = jsonRows(sheet);
  const formulas = values.flatMap((row, rowIndex) =>
    row.flatMap((cell, column) => {
      if (typeof cell !== 'object' || cell === null) return [];
      const area = { startRow: rowIndex, endRow: rowIndex + 1, startColumn: column, endColumn: column + 1 };
      return [{ cell: formatRange(sheet, area).split('!').at(-1), formula: cell.formula }];
    }),
  );
  return {
    sheetId: sheet.sheetId,
    title: sheet.title,
    rowCount: sheet.rowCount,
    columnCount: sheet.columnCount,
    frozenRowCount: sheet.frozenRowCount,
    frozenColumnCount: sheet.frozenColumnCount,
    // `rows` are displayed values with dates as text; `values` are stored values.
    rows: shownRows(sheet),
    values,
    formulas,
    boldHeader: sheet.formats.some(({ area, format }) => area.startRow === 0 && isBold(format)),
    formats: sheet.formats.map(({ area, format }) => ({ range: formatRange(sheet, area), format })),
    fittedColumns: sheet.fittedColumns,
  };
};

/** Control routes for Sheets: written spreadsheets and the quota. */
export const createSheetsControl = (store: SpreadsheetStore, quota: SheetsQuota, url: string): Router => {
  const router = express.Router();

  router.get('/spreadsheets', (_request, response) => {
    response.json(
      store.list().map((spreadsheet) => ({
        ...summaryOf(spreadsheet, url),
        appProperties: spreadsheet.appProperties,
        sheets: spreadsheet.sheets.map((sheet) => sheet.title),
        frozenRows: spreadsheet.sheets.map((sheet) => sheet.frozenRowCount),
      })),
    );
  });

  router.get('/spreadsheets/:id', (request, response) => {
    const spreadsheet = store.find(request.params.id);
    if (!spreadsheet) throw new ControlError(404, `No spreadsheet ${request.params.id}`);
    response.json({
      ...summaryOf(spreadsheet, url),
      trashed: spreadsheet.trashed,
      appProperties: spreadsheet.appProperties,
      developerMetadata: spreadsheet.developerMetadata,
      sheets: spreadsheet.sheets.map(describeSheet),
    });
  });

  // Returns only the stored cells of the first sheet, because a full response would be very large.
  router.get('/spreadsheets/:id/values', (request, response) => {
    const sheet = store.find(request.params.id)?.sheets[0];
    if (!sheet) throw new ControlError(404, `No spreadsheet ${request.params.id}`);
    response.json(jsonRows(sheet));
  });

  router.delete('/spreadsheets/:id', (request, response) => {
    store.remove(request.params.id);
    response.json({ ok: true });
  });

  router.post('/google/quota', (request, response) => {
    const body = parseControlBody(quotaBody, request);
    quota.set(body);
    response.json(quota.limits());
  });

  return router;
};
