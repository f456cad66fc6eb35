import pLimit from 'p-limit';
import { Client } from 'pg';
import { grantAccess } from '#testing/sandbox/sandbox.ts';

/*
 * The reference for the `export` benchmark. One statement reads the rows as JSON text. Two concurrent calls send them in
 * parts of 2 MB, as Google recommends. Nothing is stored, so a program that dies has to start over.
 */

const sheetTitle = 'Sheet1';
const partBytes = 2_000_000;
const callsAtOnce = 2;

type Sheet = {
  sheetsUrl: string;
  databaseUrl: string;
  workspaceId: string;
  /** Expressions for the cells, by column title. */
  columns: Readonly<Record<string, string>>;
};
type Part = { firstRow: number; rows: string[] };

const cutIntoParts = (rows: readonly string[]): Part[] => {
  const parts: Part[] = [];
  let bytes = Infinity;
  for (const [index, row] of rows.entries()) {
    if (bytes + row.length > partBytes) {
      parts.push({ firstRow: index + 2, rows: [] });
      bytes = 0;
    }
    parts.at(-1)?.rows.push(row);
    bytes += row.length;
  }
  return parts;
};

/** Prepares a client, so that only its export is measured. @returns a function that exports and resolves with the spreadsheet's id */
export const prepareSheetExport = async ({
  sheetsUrl,
  databaseUrl,
  workspaceId,
  columns,
}: Sheet): Promise<{ run: () => Promise<string>; end: () => Promise<void> }> => {
  const { access_token: token } = await grantAccess(sheetsUrl);
  const client = new Client(databaseUrl);
  await client.connect();

  const post = async (path: string, text: string): Promise<string> => {
    const response = await fetch(`${sheetsUrl}/v4/spreadsheets${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: text,
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`The spreadsheet answered ${response.status}: ${answer}`);
    return answer;
  };

  const titles = Object.keys(columns);
  const run = async (): Promise<string> => {
    const { rows } = await client.query<{ row: string }>(
      `select array_to_json(array[${Object.values(columns).join(', ')}])::text as row from leads where workspace_id = $1 and list = 'custom'
        order by imported_at desc, position desc, lead_id desc`,
      [workspaceId],
    );
    const gridProperties = { rowCount: rows.length + 1, columnCount: titles.length, frozenRowCount: 1 };
    const made: { spreadsheetId: string } = JSON.parse(
      await post('', JSON.stringify({ sheets: [{ properties: { title: sheetTitle, gridProperties } }] })),
    );
    const limit = pLimit(callsAtOnce);
    const parts = [{ firstRow: 1, rows: [JSON.stringify(titles)] }, ...cutIntoParts(rows.map(({ row }) => row))];
    const send = ({ firstRow, rows: some }: Part) =>
      post(
        `/${made.spreadsheetId}/values:batchUpdate`,
        `{"valueInputOption":"RAW","data":[{"range":"${sheetTitle}!A${firstRow}","values":[${some.join(',')}]}]}`,
      );
    await Promise.all(parts.map((part) => limit(() => send(part))));
    return made.spreadsheetId;
  };
  return { run, end: () => client.end() };
};
