import * as z from 'zod/mini';
import { leadLists } from '../leadLists.ts';
import { defineEndpoint } from './endpoint.ts';
import { errorCodes } from '../errorCodes.ts';
import { textLimits } from '../limits.ts';
import { campaignTableQuery } from './campaigns.ts';
import { instant, platformId } from './fields.ts';
import { leadSelection } from './leadBulk.ts';
import { leadSorting } from './leadWork.ts';

/**
 * `waiting`: announced by a socket event, but its rows may still arrive. Then `queued`, `running` and one of three
 * final states. A failed or cancelled export can be resumed while its rows are kept.
 */
export const exportStates = ['waiting', 'queued', 'running', 'complete', 'failed', 'cancelled'] as const;
export type ExportState = (typeof exportStates)[number];

const exportSource = z.discriminatedUnion('list', [
  z.object({
    list: z.enum(leadLists),
    search: z.optional(z.string().check(z.maxLength(textLimits.search))),
  }),
  z.object({ list: z.literal('campaigns'), query: campaignTableQuery }),
  z.object({ list: z.literal('allLeads'), ...leadSelection, ...leadSorting }),
]);

export type ExportSource = z.infer<typeof exportSource>;

const exportRun = z.object({
  id: z.string(),
  /** Name of the spreadsheet. */
  title: z.string(),
  platform: z.nullable(platformId),
  state: z.enum(exportStates),
  rowsWritten: z.number(),
  rowsTotal: z.nullable(z.number()),
  url: z.nullable(z.string()),
  /** The reason for a failure, as an error code and in plain words. */
  code: z.nullable(z.enum(errorCodes)),
  error: z.nullable(z.string()),
  /** A remark about a complete export, for example that an ad account could not be read. */
  note: z.nullable(z.string()),
  /** Whether `resume` can continue it. */
  canResume: z.boolean(),
  createdAt: instant,
  finishedAt: z.nullable(instant),
});
export type ExportRun = z.infer<typeof exportRun>;

/**
 * Header with the client's reference for a posted export. `platform:timestamp` links it to the socket event of the same
 * click. `rows:timestamp` lets the client of a lead list recognize its own progress.
 */
export const exportRefHeader = 'X-Export-Ref';
export const exportRefOf = (platform: string, timestamp: string): string => `${platform}:${timestamp}`;

/**
 * The body has one of five shapes: `{data: [rows]}`, `{data: {0: row, …}}`, `{0: row, …}`, a list of rows, or one row.
 * The exports module reads them all.
 */
export const exportGoogleSheet = defineEndpoint({
  method: 'POST',
  path: '/ads/export-google-sheet',
  access: 'user',
  takesIdempotencyKey: true,
  summary: 'Write rows to a new Google Sheet of the caller',
  body: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
  response: z.object({ message: z.string(), url: z.optional(z.string()), data: exportRun }),
});

export const listExports = defineEndpoint({
  method: 'GET',
  path: '/exports',
  access: 'user',
  summary: 'The newest exports of the workspace, whichever member ordered them',
  response: z.object({ data: z.array(exportRun) }),
});

export const getExport = defineEndpoint({
  method: 'GET',
  path: '/exports/:id',
  access: 'user',
  summary: 'State and progress of one export of the workspace',
  params: z.object({ id: z.string() }),
  response: z.object({ data: exportRun }),
});

/**
 * Exports the whole list, filtered by `search`, or all campaigns, ad sets or ads of a filter, or a selection of all
 * leads; more rows than a client has loaded.
 */
export const exportList = defineEndpoint({
  method: 'POST',
  path: '/exports',
  access: 'user',
  takesIdempotencyKey: true,
  summary: 'Write a whole list to a new Google Sheet of the connected Google account',
  body: exportSource,
  response: z.object({ message: z.string(), data: exportRun }),
});

export const cancelExport = defineEndpoint({
  method: 'POST',
  path: '/exports/:id/cancel',
  access: 'user',
  takesIdempotencyKey: true,
  summary: 'Stop an export; what is written stays in its sheet',
  params: z.object({ id: z.string() }),
  response: z.object({ message: z.string(), data: exportRun }),
});

export const resumeExport = defineEndpoint({
  method: 'POST',
  path: '/exports/:id/resume',
  access: 'user',
  takesIdempotencyKey: true,
  summary: 'Go on with a failed or cancelled export where it stopped',
  params: z.object({ id: z.string() }),
  response: z.object({ message: z.string(), data: exportRun }),
});
