import * as z from 'zod';
import { exportList, getExport } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { callControl, readControl } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import type { Counts } from './compare.ts';
import { buildRows } from './customLeads.ts';
import type { Person } from '#testing/people.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';
import { hangMs } from './hangMs.ts';

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
  timeoutMs = hangMs,
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

/** The spreadsheets that an export has created. */
export const listSpreadsheets = async (
  sandbox: SandboxSite,
  exportId: string,
): Promise<{ id: string; writeCalls: number }[]> =>
  ids
    .parse(await readControl(sandbox, '/spreadsheets'))
    .filter(({ appProperties }) => Object.values(appProperties).includes(exportId));

const readCells = async (sandbox: SandboxSite, spreadsheetId: string): Promise<unknown[][]> =>
  cells.parse(await readControl(sandbox, `/spreadsheets/${spreadsheetId}/values`));

/** Deletes a spreadsheet from the sandbox, because large ones would fill its memory. */
export const deleteSpreadsheet = (sandbox: SandboxSite, spreadsheetId: string): Promise<unknown> =>
  callControl(sandbox, 'DELETE', `/spreadsheets/${spreadsheetId}`);

/** Compares the rows below the header of a sheet with the expected ids, in order. */
export const compareSheet = (sheet: readonly unknown[][], expected: readonly string[]): Counts => {
  const column = sheet[0]?.indexOf('id') ?? -1;
  const found = sheet.slice(1).map((row) => row[column]);
  const missing = expected.filter((id, index) => found[index] !== id).length;
  return { lost: missing, doubled: Math.max(0, found.length - expected.length) };
};

/** Compares the first sheet of a spreadsheet with the expected ids. */
export const compareSpreadsheet = async (
  sandbox: SandboxSite,
  id: string,
  expected: readonly string[],
): Promise<Counts> => compareSheet(await readCells(sandbox, id), expected);

/** Compares the spreadsheet of an export with the expected ids. A missing spreadsheet means that all rows are lost. */
export const compareExport = async (sandbox: SandboxSite, exportId: string, expected: readonly string[]) => {
  const spreadsheets = await listSpreadsheets(sandbox, exportId);
  const counts = spreadsheets[0]
    ? await compareSpreadsheet(sandbox, spreadsheets[0].id, expected)
    : compareSheet([], expected);
  return { ...counts, spreadsheets };
};
