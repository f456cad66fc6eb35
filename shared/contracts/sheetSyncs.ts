import * as z from 'zod/mini';
import { textLimits } from '../limits.ts';
import { messages } from '../messages.ts';
import { sheetSyncTypes } from '../sheetSyncTypes.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant, messageResponse } from './fields.ts';
import { pageFields, pageQuery } from './paging.ts';

/** `running`, then one of two final states. */
export const sheetSyncRunStates = ['running', 'done', 'failed'] as const;

const runFields = {
  id: z.number(),
  state: z.enum(sheetSyncRunStates),
  startedAt: instant,
  finishedAt: z.nullable(instant),
  /** Rows below the header that are not empty. */
  rowsRead: z.number(),
  rowsAdded: z.number(),
  rowsChanged: z.number(),
  /** Rows that contain nothing new. */
  rowsUnchanged: z.number(),
  rowsRejected: z.number(),
  /** The reason for a failure, in plain words. */
  error: z.nullable(z.string()),
};
const runSummary = z.object(runFields);

/** A run with the reasons for its rejected rows, at most `sheetSyncLimits.keptRejections` of them. */
const run = z.object({
  ...runFields,
  /** `row` is the row number in the sheet; the header is row 1. */
  rejectedRows: z.array(z.object({ row: z.number(), reason: z.string() })),
  /** New cells that were not applied, because a person has edited their column, at most as many as rejected rows. */
  conflicts: z.array(z.object({ row: z.number(), column: z.string() })),
});
export type SheetSyncRun = z.infer<typeof run>;

const sheetSync = z.object({
  _id: z.string(),
  id: z.string(),
  url: z.string(),
  type: z.enum(sheetSyncTypes),
  createdAt: instant,
  nextRunAt: instant,
  /** The newest run; null until the first has begun. */
  lastRun: z.nullable(runSummary),
  /** The newest run failed, and the private sheet is read for another person. */
  canTakeOver: z.boolean(),
});
export type SheetSync = z.infer<typeof sheetSync>;

export const listSheetSyncs = defineEndpoint({
  method: 'GET',
  path: '/google-sheet-cron',
  access: 'user',
  summary: 'Sheets that are kept in sync, newest first',
  query: pageQuery,
  response: z.object({
    data: z.array(sheetSync),
    ...pageFields,
    /** The account to share a private sheet with; null: this install reads only public sheets. */
    serviceAccount: z.nullable(z.string()),
  }),
});

export const createSheetSync = defineEndpoint({
  method: 'POST',
  path: '/google-sheet-cron',
  access: 'owner',
  takesIdempotencyKey: true,
  summary: 'Keep a shared Google Sheet in sync; the first run starts at once',
  body: z.object({
    url: z
      .string(messages.sheetSyncs.missing)
      .check(
        z.trim(),
        z.minLength(1, { error: messages.sheetSyncs.missing, abort: true }),
        z.maxLength(textLimits.url, { error: messages.sheets.invalidUrl, abort: true }),
      ),
    type: z.enum(sheetSyncTypes, messages.sheetSyncs.missing),
  }),
  response: z.object({ message: z.string(), data: sheetSync }),
});

const params = z.object({ id: z.string() });

export const deleteSheetSync = defineEndpoint({
  method: 'DELETE',
  path: '/google-sheet-cron/:id',
  access: 'owner',
  summary: 'Stop keeping a sheet in sync; imported leads stay',
  params,
  response: messageResponse,
});

export const runSheetSync = defineEndpoint({
  method: 'POST',
  path: '/google-sheet-cron/:id/run',
  access: 'user',
  takesIdempotencyKey: true,
  summary: 'Run now; joins a run that is under way',
  params,
  response: messageResponse,
});

export const listSheetSyncRuns = defineEndpoint({
  method: 'GET',
  path: '/google-sheet-cron/:id/runs',
  access: 'user',
  summary: 'The newest runs of a sheet, newest first',
  params,
  response: z.object({ data: z.array(run) }),
});
