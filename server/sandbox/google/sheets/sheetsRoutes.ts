import express from 'express';
import type { Request, Router } from 'express';
import * as z from 'zod';
import { bodyRecord, queryText, queryTexts } from '../../support/http.ts';
import { invalidArgument } from '../apiError.ts';
import { applyFields } from '../fieldMask.ts';
import { requireGrant } from '../oauth/requireGrant.ts';
import { spreadsheetScopes } from '../oauth/scopes.ts';
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

const parseBody = <Schema extends z.ZodType>(schema: Schema, request: Request): z.output<Schema> => {
  const parsed = schema.safeParse(bodyRecord(request));
  if (parsed.success) return parsed.data;
  throw invalidArgument(`Invalid JSON payload received. ${z.prettifyError(parsed.error)}`);
};

const readOptions = (request: Request): { render: ValueRenderOption; dimension: 'ROWS' | 'COLUMNS' } => {
  const render = z
    .enum(['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'])
    .safeParse(queryText(request, 'valueRenderOption') ?? 'FORMATTED_VALUE');
  const dimension = z.enum(['ROWS', 'COLUMNS']).safeParse(queryText(request, 'majorDimension') ?? 'ROWS');
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

/** Routes for `/v4/spreadsheets`: the Sheets API for spreadsheets that the client created. */
export const createSheetsRoutes = (
  store: SpreadsheetStore,
  grants: GrantStore,
  quota: SheetsQuota,
  url: string,
): Router => {
  const router = express.Router();

  const admit = (request: Request, kind: 'read' | 'write'): string => {
    const grant = requireGrant(request, grants, spreadsheetScopes, 'sheets.googleapis.com');
    quota.spend(grant.id, kind);
    return String(request.params.id ?? '');
  };
  const present = (spreadsheet: Spreadsheet): object => presentSpreadsheet(spreadsheet, url);

  router.post('/', (request, response) => {
    admit(request, 'write');
    const { properties, sheets = [], developerMetadata = [] } = parseBody(createSchema, request);
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
    response.json(applyFields(present(spreadsheet), queryText(request, 'fields')));
  });

  router.get('/:id', (request, response) => {
    const spreadsheet = store.require(admit(request, 'read'));
    if (queryText(request, 'includeGridData') === 'true') {
      throw invalidArgument('The sandbox answers no grid data; read the values instead.');
    }
    response.json(applyFields(present(spreadsheet), queryText(request, 'fields')));
  });

  router.post('/:id\\:batchUpdate', (request, response) => {
    const id = admit(request, 'write');
    const { requests, includeSpreadsheetInResponse } = bodyRecord(request);
    if (!Array.isArray(requests) || requests.length === 0) throw invalidArgument('Must specify at least one request.');
    const replies = store.change(id, (spreadsheet) => applyBatch(spreadsheet, requests));
    response.json({
      spreadsheetId: id,
      replies,
      ...(includeSpreadsheetInResponse === true && { updatedSpreadsheet: present(store.require(id)) }),
    });
  });

  router.get('/:id/values\\:batchGet', (request, response) => {
    const spreadsheet = store.require(admit(request, 'read'));
    const { render, dimension } = readOptions(request);
    const valueRanges = queryTexts(request, 'ranges').map((range) => readValues(spreadsheet, range, render, dimension));
    response.json(applyFields({ spreadsheetId: spreadsheet.id, valueRanges }, queryText(request, 'fields')));
  });

  router.post('/:id/values\\:batchUpdate', (request, response) => {
    const id = admit(request, 'write');
    const option = parseInputOption(bodyRecord(request).valueInputOption);
    const { data } = parseBody(batchValuesSchema, request);
    const responses = store.change(id, (spreadsheet) =>
      data.map((each, index) =>
        updateValues(spreadsheet, { ...each, option, values: each.values, label: `data[${index}]` }),
      ),
    );
    response.json({ spreadsheetId: id, ...totalsOf(responses), responses });
  });

  router.post('/:id/values\\:batchClear', (request, response) => {
    const id = admit(request, 'write');
    const { ranges } = parseBody(z.strictObject({ ranges: z.array(z.string()) }), request);
    const clearedRanges = store.change(id, (spreadsheet) => ranges.map((range) => clearValues(spreadsheet, range)));
    response.json({ spreadsheetId: id, clearedRanges });
  });

  router.get('/:id/values/:range', (request, response) => {
    const spreadsheet = store.require(admit(request, 'read'));
    const { render, dimension } = readOptions(request);
    const answer = readValues(spreadsheet, request.params.range, render, dimension);
    response.json(applyFields(answer, queryText(request, 'fields')));
  });

  router.put('/:id/values/:range', (request, response) => {
    const id = admit(request, 'write');
    const option = parseInputOption(queryText(request, 'valueInputOption'));
    const range = request.params.range;
    const body = parseBody(valueRangeSchema, request);
    if (body.range !== undefined && body.range !== range) {
      throw invalidArgument(`Requested writing within range [${range}], but the body names range [${body.range}]`);
    }
    response.json(
      store.change(id, (spreadsheet) => updateValues(spreadsheet, { ...body, range, option, values: body.values })),
    );
  });

  router.post<{ id: string; range: string }>('/:id/values/:range\\:append', (request, response) => {
    const id = admit(request, 'write');
    const option = parseInputOption(queryText(request, 'valueInputOption'));
    const { values, majorDimension } = parseBody(valueRangeSchema, request);
    const range = request.params.range;
    const insertRows = queryText(request, 'insertDataOption') === 'INSERT_ROWS';
    response.json(
      store.change(id, (spreadsheet) => {
        const answer = appendValues(spreadsheet, { range, values, option, majorDimension, insertRows });
        checkCellCount(countCells(spreadsheet));
        return answer;
      }),
    );
  });

  router.post<{ id: string; range: string }>('/:id/values/:range\\:clear', (request, response) => {
    const id = admit(request, 'write');
    const range = request.params.range;
    const clearedRange = store.change(id, (spreadsheet) => clearValues(spreadsheet, range));
    response.json({ spreadsheetId: id, clearedRange });
  });

  router.get('/:id/developerMetadata/:metadataId', (request, response) => {
    const spreadsheet = store.require(admit(request, 'read'));
    const id = Number(request.params.metadataId);
    const metadata = spreadsheet.developerMetadata.find((each) => each.metadataId === id);
    if (!metadata) throw invalidArgument(`No developer metadata with ID: ${request.params.metadataId}`);
    response.json(metadata);
  });

  router.post('/:id/developerMetadata\\:search', (request, response) => {
    const spreadsheet = store.require(admit(request, 'read'));
    response.json(searchDeveloperMetadata(spreadsheet, request.body));
  });

  return router;
};
