import express from 'express';
import type { Request, Router } from 'express';
import * as z from 'zod';
import { bodyRecord, queryText, queryTexts } from '../../support/http.ts';
import { invalidArgument } from '../apiError.ts';
import { applyFields } from '../fieldMask.ts';
import { requireGrant } from '../oauth/requireGrant.ts';
import { SPREADSHEET_SCOPES } from '../oauth/scopes.ts';
import type { GrantStore } from '../oauth/grantStore.ts';
import { appendValues } from './appendValues.ts';
import { applyBatch } from './batchUpdate.ts';
import { addDeveloperMetadata, developerMetadataSchema, searchDeveloperMetadata } from './developerMetadata.ts';
import type { SheetsQuota } from './quota.ts';
import { readValues } from './readValues.ts';
import type { ValueRenderOption } from './readValues.ts';
import { presentSheetProperties, sheetPropertiesSchema } from './sheetProperties.ts';
import { checkCellCount, countCells } from './spreadsheet.ts';
import type { Spreadsheet } from './spreadsheet.ts';
import { spreadsheetAddress } from './spreadsheetStore.ts';
import type { SpreadsheetStore } from './spreadsheetStore.ts';
import { clearValues, parseInputOption, updateValues } from './values.ts';
import type { UpdateAnswer } from './values.ts';

const createSchema = z.strictObject({
  properties: z
    .strictObject({ title: z.string().optional(), locale: z.string().optional(), timeZone: z.string().optional() })
    .optional(),
  sheets: z.array(z.strictObject({ properties: sheetPropertiesSchema.optional() })).optional(),
  developerMetadata: z.array(developerMetadataSchema).optional(),
});

const valueRangeSchema = z.strictObject({
  range: z.string().optional(),
  majorDimension: z.enum(['ROWS', 'COLUMNS']).optional(),
  values: z.array(z.unknown()).optional(),
});

const batchValuesSchema = z.object({ data: z.array(valueRangeSchema.required({ range: true })).default([]) });

const parseBody = <Schema extends z.ZodType>(schema: Schema, req: Request): z.output<Schema> => {
  const parsed = schema.safeParse(bodyRecord(req));
  if (parsed.success) return parsed.data;
  throw invalidArgument(`Invalid JSON payload received. ${z.prettifyError(parsed.error)}`);
};

const readOptions = (req: Request): { render: ValueRenderOption; dimension: 'ROWS' | 'COLUMNS' } => {
  const render = z
    .enum(['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'])
    .safeParse(queryText(req, 'valueRenderOption') ?? 'FORMATTED_VALUE');
  const dimension = z.enum(['ROWS', 'COLUMNS']).safeParse(queryText(req, 'majorDimension') ?? 'ROWS');
  if (!render.success) throw invalidArgument("Invalid value at 'value_render_option'");
  if (!dimension.success) throw invalidArgument("Invalid value at 'major_dimension'");
  return { render: render.data, dimension: dimension.data };
};

const totalsOf = (responses: readonly UpdateAnswer[]): object => {
  const total = (read: (answer: UpdateAnswer) => number | undefined): number =>
    responses.reduce((sum, answer) => sum + (read(answer) ?? 0), 0);
  return {
    totalUpdatedRows: total((answer) => answer.updatedRows),
    totalUpdatedColumns: responses.reduce((widest, answer) => Math.max(widest, answer.updatedColumns ?? 0), 0),
    totalUpdatedCells: total((answer) => answer.updatedCells),
    totalUpdatedSheets: new Set(responses.map((answer) => answer.updatedRange.replace(/!.*$/, ''))).size,
  };
};

const presentSpreadsheet = (spreadsheet: Spreadsheet, url: string): object => ({
  spreadsheetId: spreadsheet.id,
  properties: {
    title: spreadsheet.title,
    locale: spreadsheet.locale,
    timeZone: spreadsheet.timeZone,
    autoRecalc: 'ON_CHANGE',
  },
  sheets: spreadsheet.sheets.map((sheet) => ({ properties: presentSheetProperties(spreadsheet, sheet) })),
  ...(spreadsheet.developerMetadata.length > 0 && { developerMetadata: spreadsheet.developerMetadata }),
  spreadsheetUrl: spreadsheetAddress(url, spreadsheet.id),
});

/** Mounted at `/v4/spreadsheets`: the Sheets API for spreadsheets that the client itself has made. */
export const createSheetsRoutes = (
  store: SpreadsheetStore,
  grants: GrantStore,
  quota: SheetsQuota,
  url: string,
): Router => {
  const router = express.Router();

  const admit = (req: Request, kind: 'read' | 'write'): string => {
    const grant = requireGrant(req, grants, SPREADSHEET_SCOPES, 'sheets.googleapis.com');
    quota.spend(grant.id, kind);
    return String(req.params.id ?? '');
  };
  const present = (spreadsheet: Spreadsheet): object => presentSpreadsheet(spreadsheet, url);

  router.post('/', (req, res) => {
    admit(req, 'write');
    const { properties, sheets = [], developerMetadata = [] } = parseBody(createSchema, req);
    const gridCells = sheets.reduce((sum, { properties: sheet }) => {
      return sum + (sheet?.gridProperties?.rowCount ?? 0) * (sheet?.gridProperties?.columnCount ?? 0);
    }, 0);
    checkCellCount(gridCells);
    const spreadsheet = store.create({
      title: properties?.title ?? 'Untitled spreadsheet',
      locale: properties?.locale,
      timeZone: properties?.timeZone,
      sheets: sheets.map((sheet) => sheet.properties ?? {}),
    });
    for (const metadata of developerMetadata) addDeveloperMetadata(spreadsheet, metadata);
    res.json(applyFields(present(spreadsheet), queryText(req, 'fields')));
  });

  router.get('/:id', (req, res) => {
    const spreadsheet = store.require(admit(req, 'read'));
    if (queryText(req, 'includeGridData') === 'true') {
      throw invalidArgument('The sandbox answers no grid data; read the values instead.');
    }
    res.json(applyFields(present(spreadsheet), queryText(req, 'fields')));
  });

  router.post('/:id\\:batchUpdate', (req, res) => {
    const id = admit(req, 'write');
    const { requests, includeSpreadsheetInResponse } = bodyRecord(req);
    if (!Array.isArray(requests) || requests.length === 0) throw invalidArgument('Must specify at least one request.');
    const replies = store.change(id, (spreadsheet) => applyBatch(spreadsheet, requests));
    res.json({
      spreadsheetId: id,
      replies,
      ...(includeSpreadsheetInResponse === true && { updatedSpreadsheet: present(store.require(id)) }),
    });
  });

  router.get('/:id/values\\:batchGet', (req, res) => {
    const spreadsheet = store.require(admit(req, 'read'));
    const { render, dimension } = readOptions(req);
    const valueRanges = queryTexts(req, 'ranges').map((range) => readValues(spreadsheet, range, render, dimension));
    res.json(applyFields({ spreadsheetId: spreadsheet.id, valueRanges }, queryText(req, 'fields')));
  });

  router.post('/:id/values\\:batchUpdate', (req, res) => {
    const id = admit(req, 'write');
    const option = parseInputOption(bodyRecord(req).valueInputOption);
    const { data } = parseBody(batchValuesSchema, req);
    const responses = store.change(id, (spreadsheet) =>
      data.map((each, index) =>
        updateValues(spreadsheet, { ...each, option, values: each.values, label: `data[${index}]` }),
      ),
    );
    res.json({ spreadsheetId: id, ...totalsOf(responses), responses });
  });

  router.post('/:id/values\\:batchClear', (req, res) => {
    const id = admit(req, 'write');
    const { ranges } = parseBody(z.strictObject({ ranges: z.array(z.string()) }), req);
    const clearedRanges = store.change(id, (spreadsheet) => ranges.map((range) => clearValues(spreadsheet, range)));
    res.json({ spreadsheetId: id, clearedRanges });
  });

  router.get('/:id/values/:range', (req, res) => {
    const spreadsheet = store.require(admit(req, 'read'));
    const { render, dimension } = readOptions(req);
    const answer = readValues(spreadsheet, req.params.range, render, dimension);
    res.json(applyFields(answer, queryText(req, 'fields')));
  });

  router.put('/:id/values/:range', (req, res) => {
    const id = admit(req, 'write');
    const option = parseInputOption(queryText(req, 'valueInputOption'));
    const range = req.params.range;
    const body = parseBody(valueRangeSchema, req);
    if (body.range !== undefined && body.range !== range) {
      throw invalidArgument(`Requested writing within range [${range}], but the body names range [${body.range}]`);
    }
    res.json(
      store.change(id, (spreadsheet) => updateValues(spreadsheet, { ...body, range, option, values: body.values })),
    );
  });

  router.post<{ id: string; range: string }>('/:id/values/:range\\:append', (req, res) => {
    const id = admit(req, 'write');
    const option = parseInputOption(queryText(req, 'valueInputOption'));
    const { values, majorDimension } = parseBody(valueRangeSchema, req);
    const range = req.params.range;
    const insertRows = queryText(req, 'insertDataOption') === 'INSERT_ROWS';
    res.json(
      store.change(id, (spreadsheet) => {
        const answer = appendValues(spreadsheet, { range, values, option, majorDimension, insertRows });
        checkCellCount(countCells(spreadsheet));
        return answer;
      }),
    );
  });

  router.post<{ id: string; range: string }>('/:id/values/:range\\:clear', (req, res) => {
    const id = admit(req, 'write');
    const range = req.params.range;
    const clearedRange = store.change(id, (spreadsheet) => clearValues(spreadsheet, range));
    res.json({ spreadsheetId: id, clearedRange });
  });

  router.get('/:id/developerMetadata/:metadataId', (req, res) => {
    const spreadsheet = store.require(admit(req, 'read'));
    const id = Number(req.params.metadataId);
    const metadata = spreadsheet.developerMetadata.find((each) => each.metadataId === id);
    if (!metadata) throw invalidArgument(`No developer metadata with ID: ${req.params.metadataId}`);
    res.json(metadata);
  });

  router.post('/:id/developerMetadata\\:search', (req, res) => {
    const spreadsheet = store.require(admit(req, 'read'));
    res.json(searchDeveloperMetadata(spreadsheet, req.body));
  });

  return router;
};
