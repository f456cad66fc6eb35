import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { LeaseLostError } from '#server/database/leases/lease.ts';
import { exports } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import { createGoogleSheetWriter } from '#server/providers/spreadsheets/write/googleSheetWriter.ts';
import type { SheetWriter } from '#server/providers/spreadsheets/SheetWriter.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { readSpreadsheets } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { buildTable } from './buildTable.ts';
import {
  beginStaging,
  readUnwrittenChunks,
  insertChunks,
  placeStagedChunks,
  stageChunk,
} from './exportChunks.store.ts';
import { takeExportLease } from '#server/modules/exports/control/exportLease.store.ts';
import type { ExportLease } from '#server/modules/exports/control/exportLease.store.ts';
import { sweepExportsHandler } from '#server/modules/exports/control/sweepExports.handler.ts';
import { findExport, insertExport, isExport, updateExport } from '#server/modules/exports/exports.store.ts';
import type { ExportRow } from '#server/modules/exports/exports.store.ts';
import { completeExport } from '#server/modules/exports/control/finishExport.ts';
import { writeSheet } from './writeSheet.ts';

const rows = Array.from({ length: 12_000 }, (_, index) => ({ index, text: `row ${index}` }));

let api: TestApi;
let writer: SheetWriter;
beforeAll(async () => {
  api = await startTestApi();
  const { GOOGLE_SHEETS_URL: sheetsUrl, GOOGLE_DRIVE_URL: driveUrl } = api.context.env;
  writer = createGoogleSheetWriter({ sheetsUrl, driveUrl }, api.context.logger);
});
afterAll(() => api.close());

/** A gathered export of three chunks without a job. */
const newRun = async (createdAt = new Date()): Promise<ExportRow> => {
  const person = await api.registerUser();
  await connectPlatform(api, person, 'google');
  const { workspaceId } = person;
  const id = newId();
  await api.context.db.transaction(async (tx) => {
    const table = buildTable(rows, null);
    await insertExport(tx, {
      workspaceId,
      id,
      orderedBy: person.userId,
      ref: `google:${id}`,
      platform: 'google',
      state: 'running',
      title: 'Rows',
      query: null,
      source: null,
      createdAt,
    });
    await insertChunks(tx, { workspaceId, id }, table.chunks());
    await updateExport(tx, { workspaceId, id }, { columns: table.columns, rowsTotal: table.rowCount });
  });
  return latest({ workspaceId, id });
};

const latest = async ({ workspaceId, id }: Pick<ExportRow, 'workspaceId' | 'id'>): Promise<ExportRow> => {
  const row = await findExport(api.context.db, { workspaceId, id });
  if (!row) throw new Error('The export is gone');
  return row;
};

/** Takes the lease as a worker does and returns the export. */
const take = async ({ workspaceId, id }: ExportRow): Promise<[ExportRow, ExportLease]> => {
  const lease = { workspaceId, id, leaseId: newId() };
  const row = await takeExportLease(api.context.db, lease);
  if (!row) throw new Error('Another worker holds the lease of the export');
  return [row, lease];
};

/** Expires the lease, as after the death of its worker. */
const expireLease = async ({ workspaceId, id }: ExportRow): Promise<void> => {
  await api.context.db
    .update(exports)
    .set({ leasedUntil: new Date(0) })
    .where(isExport({ workspaceId, id }));
};

const sheetsOf = async ({ id }: ExportRow) =>
  (await readSpreadsheets(api.sandbox)).filter(({ appProperties }) => appProperties['leadlightExport'] === id);

test('when a worker dies after any step, the next one writes the rest and no row twice', async () => {
  const run = await newRun();
  const written: number[] = [];
  const dying = (step: 'findOrCreate' | 'prepare' | 'writeRows'): SheetWriter => ({
    ...writer,
    // Google has completed the step, and the worker dies before recording it.
    [step]: async (...args: unknown[]) => {
      await Reflect.apply(writer[step], writer, args);
      throw new Error('died');
    },
  });
  const counting: SheetWriter = {
    ...writer,
    writeRows: (call, id, cells, startRow) => {
      written.push(startRow);
      return writer.writeRows(call, id, cells, startRow);
    },
  };
  const { signal } = new AbortController();
  const write = (by: SheetWriter, [row, lease]: [ExportRow, ExportLease], stopBy = signal) =>
    writeSheet({ context: api.context, writer: by, lease, signal: stopBy, progressed: () => Promise.resolve() }, row);
  for (const step of ['findOrCreate', 'prepare', 'writeRows'] as const) {
    await expect(write(dying(step), await take(run))).rejects.toThrow('died');
    await expireLease(run);
  }

  const stopping = new AbortController();
  const stopped: SheetWriter = {
    ...counting,
    writeRows: async (call, id, cells, startRow) => {
      // The chunks that are sent at the same time as the first one never arrive.
      if (startRow > 1) {
        call.signal?.throwIfAborted();
        throw await new Promise((resolve) =>
          call.signal?.addEventListener('abort', () => resolve(call.signal?.reason)),
        );
      }
      await counting.writeRows(call, id, cells, startRow);
      stopping.abort(new Error('stopped'));
    },
  };
  const former = await take(run);
  await expect(write(stopped, former, stopping.signal)).rejects.toThrow('stopped');
  expect((await latest(run)).rowsWritten).toBe(5_000);
  // No other worker writes until the lease of the stopped worker expires.
  expect(
    await takeExportLease(api.context.db, { workspaceId: run.workspaceId, id: run.id, leaseId: newId() }),
  ).toBeNull();
  await expireLease(run);

  const successor = await take(run);
  // The first worker was only slow, not dead.
  await expect(write(writer, former)).rejects.toThrow(LeaseLostError);
  await write(counting, successor);
  expect(written.toSorted((one, other) => one - other)).toEqual([1, 5_002, 10_002]);
  const [sheet, ...others] = await sheetsOf(run);
  expect(others).toEqual([]);
  expect(sheet?.sheets[0]).toMatchObject({ rowCount: 12_001, columnCount: 2 });
  expect(sheet?.sheets[0]?.rows).toEqual([['index', 'text'], ...rows.map(({ index, text }) => [index, text])]);

  const complete = ([, lease]: [ExportRow, ExportLease]) => completeExport(api.context, lease, rows.length);
  await Promise.all([complete(former), complete(successor), complete(successor)]);
  expect(await latest(run)).toMatchObject({ state: 'complete', rowsWritten: 12_000 });
  expect((await readUnwrittenChunks(api.context.db, run).next()).done).toBe(true);
});

test('two chunks are written in parallel; when one fails, the other completes and no more are started', async () => {
  const [run, lease] = await take(await newRun());
  const begun: number[] = [];
  const bothBegun = Promise.withResolvers<void>();
  const failing: SheetWriter = {
    ...writer,
    writeRows: async (call, id, cells, startRow) => {
      begun.push(startRow);
      if (begun.length === 2) bothBegun.resolve();
      await bothBegun.promise;
      if (startRow === 1) throw new Error('refused');
      await writer.writeRows(call, id, cells, startRow);
    },
  };
  const { signal } = new AbortController();
  const write = (by: SheetWriter) =>
    writeSheet({ context: api.context, writer: by, lease, signal, progressed: () => Promise.resolve() }, run);
  await expect(write(failing)).rejects.toThrow('refused');
  expect(begun.toSorted((one, other) => one - other)).toEqual([1, 5_002]);
  expect((await latest(run)).rowsWritten).toBe(5_000);
  await write(writer);
  expect((await latest(run)).rowsWritten).toBe(12_000);
  const [sheet] = await sheetsOf(run);
  expect(sheet?.sheets[0]?.rows).toEqual([['index', 'text'], ...rows.map(({ index, text }) => [index, text])]);
});

test('a worker that lost its lease does not touch the chunks staged by its successor', async () => {
  const run = await newRun();
  await updateExport(api.context.db, run, { state: 'queued' });
  const chunk = { number: 0, firstRow: 0, rowCount: 1, rows: '[["kept"]]' };
  const [, former] = await take(run);
  await expireLease(run);
  const [, successor] = await take(run);
  await beginStaging(api.context.db, successor);
  await stageChunk(api.context.db, successor, chunk);
  await expect(beginStaging(api.context.db, former)).rejects.toThrow(LeaseLostError);
  await api.context.db.transaction((tx) => placeStagedChunks(tx, run));
  expect((await readUnwrittenChunks(api.context.db, run).next()).value).toEqual(chunk);
});

test('the sweep fails an old export without a worker and leaves a recent one running', async () => {
  const old = await newRun(new Date(Date.now() - 13 * 3_600_000));
  const young = await newRun();
  const sweep = sweepExportsHandler(api.context);
  const { signal } = new AbortController();
  await sweep.run({}, { log: api.context.logger, signal, isLastAttempt: false, progressed: () => Promise.resolve() });
  expect(await latest(old)).toMatchObject({ state: 'failed', code: 'UNEXPECTED', error: messages.exports.abandoned });
  expect((await latest(young)).state).toBe('running');
});
