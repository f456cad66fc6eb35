import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { newId } from '#server/lib/ids.ts';
import { createGoogleSheetWriter } from '#server/providers/spreadsheets/googleSheetWriter.ts';
import type { SheetWriter } from '#server/providers/spreadsheets/SheetWriter.ts';
import { connectPlatform } from '#server/testing/connectPlatform.ts';
import { readSpreadsheets } from '#server/testing/sandboxControl.ts';
import { startTestApi } from '#server/testing/startTestApi.ts';
import type { TestApi } from '#server/testing/startTestApi.ts';
import { buildTable } from './buildTable.ts';
import { findFirstUnwrittenChunk, replaceChunks } from './exportChunks.store.ts';
import { sweepExportsHandler } from './sweepExports.job.ts';
import { findExport, insertExport, updateExport } from './exports.store.ts';
import type { ExportRow } from './exports.store.ts';
import { completeExport } from './finishExport.ts';
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

/** A gathered export in three chunks that no job works on. */
const newRun = async (createdAt = new Date()): Promise<ExportRow> => {
  const { user, token } = await api.registerUser();
  await connectPlatform(api, { userId: user._id, token }, 'google');
  const [userId, id]: [string, string] = [user._id, newId()];
  await api.context.db.transaction(async (tx) => {
    const table = buildTable(rows, null);
    await insertExport(tx, {
      userId,
      id,
      ref: `google:${id}`,
      platform: 'google',
      state: 'running',
      title: 'Rows',
      query: null,
      createdAt,
    });
    await replaceChunks(tx, userId, id, table.chunks());
    await updateExport(tx, userId, id, { columns: table.columns, rowsTotal: table.rowCount });
  });
  return latest({ userId, id });
};

const latest = async ({ userId, id }: Pick<ExportRow, 'userId' | 'id'>): Promise<ExportRow> => {
  const row = await findExport(api.context.db, userId, id);
  if (!row) throw new Error('The export is gone');
  return row;
};

const sheetsOf = async ({ id }: ExportRow) =>
  (await readSpreadsheets(api.sandbox)).filter(({ appProperties }) => appProperties['leadlightExport'] === id);

test('a worker that dies after any step is followed by one that writes the rest, each row once', async () => {
  const run = await newRun();
  const written: number[] = [];
  const dying = (step: 'findOrCreate' | 'prepare' | 'writeRows'): SheetWriter => ({
    ...writer,
    // The step is done at Google, and the worker dies before it could note that.
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
  for (const step of ['findOrCreate', 'prepare', 'writeRows'] as const)
    await expect(writeSheet(api.context, dying(step), await latest(run), signal)).rejects.toThrow('died');

  const stopping = new AbortController();
  const stopped: SheetWriter = {
    ...counting,
    writeRows: async (...args) => {
      await counting.writeRows(...args);
      stopping.abort(new Error('stopped'));
    },
  };
  await expect(writeSheet(api.context, stopped, await latest(run), stopping.signal)).rejects.toThrow('stopped');
  expect((await latest(run)).rowsWritten).toBe(5_000);

  await writeSheet(api.context, counting, await latest(run), signal);
  expect(written).toEqual([1, 5_002, 10_002]);
  const [sheet, ...others] = await sheetsOf(run);
  expect(others).toEqual([]);
  expect(sheet?.sheets[0]).toMatchObject({ rowCount: 12_001, columnCount: 2 });
  expect(sheet?.sheets[0]?.rows).toEqual([['index', 'text'], ...rows.map(({ index, text }) => [index, text])]);

  await Promise.all([completeExport(api.context, run), completeExport(api.context, run)]);
  expect(await latest(run)).toMatchObject({ state: 'complete', rowsWritten: 12_000 });
  expect(await findFirstUnwrittenChunk(api.context.db, run.userId, run.id)).toBeNull();
}, 60_000);

test('an export whose worker was lost for good is ended by the sweep, a young one is not', async () => {
  const old = await newRun(new Date(Date.now() - 13 * 3_600_000));
  const young = await newRun();
  const sweep = sweepExportsHandler(api.context);
  await sweep.run({}, { log: api.context.logger, signal: new AbortController().signal, isLastTry: false });
  expect(await latest(old)).toMatchObject({ state: 'failed', error: messages.exports.abandoned });
  expect((await latest(young)).state).toBe('running');
}, 60_000);
