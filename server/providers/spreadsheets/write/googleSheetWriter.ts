import * as z from 'zod';
import type { Logger } from '#server/lib/logging/logger.ts';
import type { CallBudget } from '../../calls/callBudget.ts';
import { rowsRange } from './a1Notation.ts';
import { ProviderError } from '../../ProviderError.ts';
import { createSheetsApi } from './googleSheetsApi.ts';
import type { Send } from './googleSheetsApi.ts';
import { formatRequests, sheetTitle } from './sheetRequests.ts';
import type { SheetFile, SheetWriter } from '../SheetWriter.ts';

/** Any of these scopes allows creating spreadsheets; `drive.file` covers only files created by this app. */
export const sheetScopes: readonly string[] = [
  'https://www.googleapis.com/auth/drive.file',
  'https://www.googleapis.com/auth/drive',
];

/** Drive: a private app property on a file; key and value up to 124 bytes. */
const exportProperty = 'leadlightExport';
const spreadsheetType = 'application/vnd.google-apps.spreadsheet';
/** Reads only the first tab and its id; a new file has one tab. */
const tabFields = 'sheets.properties(sheetId,title)';

const driveFile = z.object({
  id: z.string().min(1),
  webViewLink: z.url({ protocol: /^https?$/ }),
  createdTime: z.string().optional(),
});
const fileState = z.object({ trashed: z.boolean().default(false) });
const fileList = z.object({ files: z.array(driveFile) });
const tabs = z.object({
  sheets: z.array(z.object({ properties: z.object({ sheetId: z.number().default(0) }) })).min(1),
});
const written = z.object({ totalUpdatedRows: z.number().optional() });
const rowValues = z.object({ values: z.array(z.array(z.union([z.string(), z.number(), z.boolean()]))).optional() });
const anyAnswer = z.object({ spreadsheetId: z.string() });

const toSheetFile = ({ id, webViewLink }: z.output<typeof driveFile>): SheetFile => ({
  spreadsheetId: id,
  url: webViewLink,
});

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

type Addresses = { sheetsUrl: string; driveUrl: string };

/** Google Sheets through the Drive and Sheets APIs, with the scope `drive.file`. */
export const createGoogleSheetWriter = (
  { sheetsUrl, driveUrl }: Addresses,
  logger: Logger,
  budget?: CallBudget,
): SheetWriter => {
  const api = createSheetsApi(logger, budget);
  const spreadsheetUrl = (spreadsheetId: string, suffix = '', query: Record<string, string> = {}): URL =>
    new URL(
      `${sheetsUrl}/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}${suffix}?${new URLSearchParams(query).toString()}`,
    );
  const filesUrl = (query: Record<string, string>, id = ''): URL =>
    new URL(`${driveUrl}/drive/v3/files${id}?${new URLSearchParams(query).toString()}`);

  const find = async (send: Send, key: string): Promise<SheetFile | null> => {
    const q = `appProperties has { key=${quoted(exportProperty)} and value=${quoted(key)} } and trashed = false`;
    const fields = 'files(id,webViewLink,createdTime)';
    const { files } = await send(
      { endpoint: 'files.list', url: filesUrl({ q, fields, pageSize: '10', spaces: 'drive' }) },
      fileList,
    );
    // If there are ever two, everyone uses the older one.
    const [oldest] = files.toSorted((a, b) => (a.createdTime ?? '').localeCompare(b.createdTime ?? ''));
    return oldest ? toSheetFile(oldest) : null;
  };

  const create = async (send: Send, key: string, title: string): Promise<SheetFile> =>
    toSheetFile(
      await send(
        {
          endpoint: 'files.create',
          method: 'POST',
          url: filesUrl({ fields: 'id,webViewLink' }),
          json: { name: title, mimeType: spreadsheetType, appProperties: { [exportProperty]: key } },
          // A retry that searches while the file is still being created would create a second one.
          isUninterrupted: true,
        },
        driveFile,
      ),
    );

  return {
    // The response to a create can be lost after Google made the file. So the key is set by the same call that creates
    // the file, and each attempt searches for it first. (Sheets' own create cannot set it, and Drive takes no client
    // ids for spreadsheets.)
    findOrCreate: (call, { key, title }) =>
      api.run(call, async (send) => (await find(send, key)) ?? create(send, key, title)),

    isThere: async (call, spreadsheetId) => {
      const url = filesUrl({ fields: 'trashed' }, `/${encodeURIComponent(spreadsheetId)}`);
      try {
        const { trashed } = await api.run(call, (send) => send({ endpoint: 'files.get', url }, fileState));
        return !trashed;
      } catch (error) {
        if (error instanceof ProviderError && error.status === 404) return false;
        throw error;
      }
    },

    prepare: (call, spreadsheetId, { columns, rowCount }) =>
      api.run(call, async (send) => {
        const url = spreadsheetUrl(spreadsheetId, '', { fields: tabFields });
        const { sheets } = await send({ endpoint: 'spreadsheets.get', url }, tabs);
        const requests = formatRequests(sheets[0]?.properties.sheetId ?? 0, columns, rowCount);
        const update = spreadsheetUrl(spreadsheetId, ':batchUpdate');
        await send(
          { endpoint: 'spreadsheets.batchUpdate', method: 'POST', url: update, json: { requests } },
          anyAnswer,
        );
      }),

    writeRows: (call, spreadsheetId, { rows, rowCount, columnCount }, startRow) =>
      api.run(call, async (send) => {
        const range = JSON.stringify(rowsRange(sheetTitle, startRow, startRow + rowCount - 1, columnCount));
        const jsonText = `{"valueInputOption":"RAW","data":[{"range":${range},"majorDimension":"ROWS","values":${rows}}]}`;
        const url = spreadsheetUrl(spreadsheetId, '/values:batchUpdate');
        await send({ endpoint: 'values.batchUpdate', method: 'POST', url, jsonText }, written);
      }),

    readRow: (call, spreadsheetId, row) =>
      api.run(call, async (send) => {
        const range = `'${sheetTitle}'!${row}:${row}`;
        const url = spreadsheetUrl(spreadsheetId, `/values/${encodeURIComponent(range)}`, {
          valueRenderOption: 'UNFORMATTED_VALUE',
        });
        const { values } = await send({ endpoint: 'values.get', url }, rowValues);
        return values?.[0] ?? [];
      }),
  };
};
