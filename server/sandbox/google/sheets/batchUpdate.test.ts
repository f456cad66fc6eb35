import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { startSandbox } from '../../startSandbox.ts';
import { grantAccess } from '../googleTestClient.ts';
import { createSheetsTestClient, messageOf } from './sheetsTestClient.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const { access_token: token } = await grantAccess(sandbox.url);
const sheets = createSheetsTestClient(sandbox.url, token);

test('tabs, formats, growth and metadata are readable after an update', async () => {
  const id = await sheets.createSheet();
  const batch = await sheets.call('POST', `/v4/spreadsheets/${id}:batchUpdate`, {
    requests: [
      { addSheet: { properties: { title: "Bob's tab", gridProperties: { rowCount: 5, columnCount: 2 } } } },
      {
        updateSheetProperties: {
          properties: { sheetId: 0, gridProperties: { frozenRowCount: 2 } },
          fields: 'gridProperties.frozenRowCount',
        },
      },
      {
        repeatCell: {
          range: { sheetId: 0, startRowIndex: 0, endRowIndex: 1 },
          cell: { userEnteredFormat: { textFormat: { bold: true } } },
          fields: 'userEnteredFormat.textFormat.bold',
        },
      },
      { autoResizeDimensions: { dimensions: { sheetId: 0, dimension: 'COLUMNS', startIndex: 0, endIndex: 4 } } },
      { appendDimension: { sheetId: 0, dimension: 'ROWS', length: 90 } },
      {
        appendCells: {
          sheetId: 0,
          fields: 'userEnteredValue',
          rows: [{ values: [{ userEnteredValue: { stringValue: '=1+1' } }, { userEnteredValue: { numberValue: 2 } }] }],
        },
      },
      {
        createDeveloperMetadata: {
          developerMetadata: {
            metadataKey: 'test.job',
            metadataValue: 'job-1',
            visibility: 'PROJECT',
            location: { spreadsheet: true },
          },
        },
      },
    ],
  });
  const replies = z.object({ replies: z.array(z.record(z.string(), z.unknown())) }).parse(batch.body).replies;
  expect(replies.map((reply) => Object.keys(reply))).toEqual([
    ['addSheet'],
    [],
    [],
    [],
    [],
    [],
    ['createDeveloperMetadata'],
  ]);
  await sheets.write(id, "'Bob''s tab'!A1:B1", [['x', 'y']]);
  expect((await sheets.control('GET', `/spreadsheets/${id}`)).body).toMatchObject({
    sheets: [
      {
        title: 'Export',
        rowCount: 100,
        frozenRowCount: 2,
        boldHeader: true,
        rows: [['=1+1', 2]],
        formulas: [],
        formats: [{ range: 'Export!A1:D1', format: { textFormat: { bold: true } } }],
        fittedColumns: [{ start: 0, end: 4 }],
      },
      { title: "Bob's tab", rows: [['x', 'y']] },
    ],
  });
  const search = await sheets.call('POST', `/v4/spreadsheets/${id}/developerMetadata:search`, {
    dataFilters: [{ developerMetadataLookup: { metadataKey: 'test.job' } }],
  });
  expect(search.body).toMatchObject({
    matchedDeveloperMetadata: [{ developerMetadata: { metadataValue: 'job-1' } }],
  });
});

test.each([
  ['a duplicate title', { addSheet: { properties: { title: 'Export' } } }, 'already exists'],
  ['a missing mask', { updateSheetProperties: { properties: { sheetId: 0, title: 'New' } } }, 'fields'],
  ['an unknown tab', { appendDimension: { sheetId: 77, dimension: 'ROWS', length: 1 } }, 'No grid with id: 77'],
  ['an unknown request', { paintItBlack: {} }, 'Unknown name "paintItBlack"'],
  [
    'too many cells',
    { appendDimension: { sheetId: 0, dimension: 'ROWS', length: 2_500_001 } },
    'above the limit of 10000000 cells',
  ],
])('with %s nothing of the batch is applied', async (_name, request, message) => {
  const id = await sheets.createSheet();
  const answer = await sheets.call('POST', `/v4/spreadsheets/${id}:batchUpdate`, {
    requests: [{ addSheet: { properties: { title: 'Second' } } }, request],
  });
  expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining(message)]);
  expect(messageOf(answer)).toContain('requests[1]');
  expect((await sheets.control('GET', '/spreadsheets')).body).toContainEqual(
    expect.objectContaining({ id, sheets: ['Export'], writeCalls: 0 }),
  );
});
