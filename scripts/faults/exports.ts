import * as z from 'zod';
import { exportList, getExport } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { buildRows } from './customLeads.ts';
import type { Person } from '#testing/people.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';

const ids = z.array(
  z.object({ id: z.string(), writeCalls: z.number(), appProperties: z.record(z.string(), z.string()) }),
);
const cells = z.array(z.array(z.unknown()));

/** Imports rows for an export. @returns their ids in the order of the list */
export const importRows = async (person: Person, count: number): Promise<string[]> => {
  const leads = buildRows(count);
  const { status } = await person.request(saveCustomLeads, { body: { leads } });
  if (status !== 200) throw new Error(`The rows of the export were not imported: ${status}`);
  return leads.map(({ id }) => id ?? '');
};

/** Starts the export of all imported leads. */
export const beginExport = async (person: Person): Promise<string> => {
  const { status, body } = await person.request(exportList, { body: { list: 'custom' } });
  if (status !== 200) throw new Error(`The export was refused: ${status} ${body.message}`);
  return body.data.id;
};

export const readExport = async (person: Person, id: string): Promise<ExportRun> => {
  const { status, body } = await person.request(getExport, { params: { id } });
  if (status !== 200) throw new Error(`The export answered ${status}`);
  return body.data;
};

/** Waits until an export has ended in `state`. */
export const awaitExport = (
  person: Person,
  id: string,
  state: ExportRun['state'],
  timeoutMs = 240_000,
  everyMs = 100,
): Promise<ExportRun> =>
  waitUntil(
    async () => {
      const run = await readExport(person, id);
      if (run.state === state) return run;
      if (run.state === 'failed' || run.state === 'cancelled')
        throw new Error(`The export is ${run.state}: ${run.error}`);
      return null;
    },
    { timeoutMs, everyMs, what: `export ${state}` },
  );

const control = async (sandbox: SandboxSite, path: string, method = 'GET'): Promise<unknown> => {
  const response = await fetch(`${sandbox.url}/control${path}`, { method });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${path}`);
  return response.json();
};

/** The spreadsheets that an export has created. */
export const listSpreadsheets = async (
  sandbox: SandboxSite,
  exportId: string,
): Promise<{ id: string; writeCalls: number }[]> =>
  ids
    .parse(await control(sandbox, '/spreadsheets'))
    .filter(({ appProperties }) => Object.values(appProperties).includes(exportId));

export const readCells = async (sandbox: SandboxSite, spreadsheetId: string): Promise<unknown[][]> =>
  cells.parse(await control(sandbox, `/spreadsheets/${spreadsheetId}/values`));

/** Deletes a spreadsheet from the sandbox, because large ones would fill its memory. */
export const deleteSpreadsheet = (sandbox: SandboxSite, spreadsheetId: string): Promise<unknown> =>
  control(sandbox, `/spreadsheets/${spreadsheetId}`, 'DELETE');

/** Counts the notifications about the end of an export. */
export const countEndNotifications = async (person: Person, exportId: string): Promise<number> => {
  let after = '0';
  let count = 0;
  for (;;) {
    const { body } = await person.request(listNotifications, { query: { after } });
    count += body.data.filter(({ payload }) => payload['exportId'] === exportId).length;
    const last = body.data.at(-1);
    if (!last) return count;
    after = String(last.id);
  }
};

export type SheetComparison = { lost: number; doubled: number };

/** Compares the rows below the header of a sheet with the expected ids, in order. */
export const compareSheet = (sheet: readonly unknown[][], expected: readonly string[]): SheetComparison => {
  const column = sheet[0]?.indexOf('id') ?? -1;
  const found = sheet.slice(1).map((row) => row[column]);
  const missing = expected.filter((id, index) => found[index] !== id).length;
  return { lost: missing, doubled: Math.max(0, found.length - expected.length) };
};
