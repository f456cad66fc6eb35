import * as z from 'zod';
import { callJson } from '../googleTestClient.ts';
import type { JsonAnswer } from '../googleTestClient.ts';

/** Test client for Sheets, Drive and control calls with one token. */
export type SheetsTestClient = ReturnType<typeof createSheetsTestClient>;

export const rangePath = (id: string, range: string): string =>
  `/v4/spreadsheets/${id}/values/${encodeURIComponent(range)}`;

export const createSheetsTestClient = (url: string, token: string) => {
  const call = (method: string, path: string, body?: unknown, bearer = token): Promise<JsonAnswer> =>
    callJson(url + path, { token: bearer, method, body });
  return {
    call,
    control: (method: string, path: string, body?: unknown): Promise<JsonAnswer> =>
      callJson(`${url}/control${path}`, { method, body }),

    /** Creates a spreadsheet with one tab `Export`. @returns its id */
    async createSheet(rowCount = 10, columnCount = 4): Promise<string> {
      const gridProperties = { rowCount, columnCount, frozenRowCount: 1 };
      const { body } = await call('POST', '/v4/spreadsheets', {
        properties: { title: 'Test export' },
        sheets: [{ properties: { sheetId: 0, title: 'Export', gridProperties } }],
      });
      return z.object({ spreadsheetId: z.string() }).parse(body).spreadsheetId;
    },

    write: (id: string, range: string, values: unknown, option = 'RAW'): Promise<JsonAnswer> =>
      call('PUT', `${rangePath(id, range)}?valueInputOption=${option}`, { range, majorDimension: 'ROWS', values }),

    async read(id: string, range: string, query = ''): Promise<unknown> {
      return (await call('GET', rangePath(id, range) + query)).body;
    },
  };
};

/** The message of Google's error body. */
export const messageOf = ({ body }: JsonAnswer): string =>
  z.object({ error: z.object({ message: z.string() }) }).parse(body).error.message;
