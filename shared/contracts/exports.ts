import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { instant, platformId } from './fields.ts';

/**
 * `waiting`: announced by a socket event, the rows may still come; `queued`, `running`, then one of the three ends.
 */
export const exportStates = ['waiting', 'queued', 'running', 'complete', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

const exportRun = z.object({
  id: z.string(),
  platform: z.nullable(platformId),
  state: z.enum(exportStates),
  rowsWritten: z.number(),
  rowsTotal: z.nullable(z.number()),
  url: z.nullable(z.string()),
  error: z.nullable(z.string()),
  createdAt: instant,
  finishedAt: z.nullable(instant),
});
export type ExportRun = z.infer<typeof exportRun>;

/** Header with which the client joins a posted export to the socket event of the same click: `platform:timestamp`. */
export const exportRefHeader = 'X-Export-Ref';
export const exportRefOf = (platform: string, timestamp: string): string => `${platform}:${timestamp}`;

/**
 * The body is one of five shapes that clients send: `{data: [rows]}`, `{data: {0: row, …}}`, `{0: row, …}`, a list of
 * rows, or one row; the exports module reads them all.
 */
export const exportGoogleSheet = defineEndpoint({
  method: 'POST',
  path: '/ads/export-google-sheet',
  access: 'user',
  summary: 'Write rows to a new Google Sheet of the caller',
  body: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
  response: z.object({ message: z.string(), url: z.optional(z.string()), data: exportRun }),
});

export const listExports = defineEndpoint({
  method: 'GET',
  path: '/exports',
  access: 'user',
  summary: 'The newest exports of the caller',
  response: z.object({ data: z.array(exportRun) }),
});

export const getExport = defineEndpoint({
  method: 'GET',
  path: '/exports/:id',
  access: 'user',
  summary: 'State and progress of one export',
  params: z.object({ id: z.string() }),
  response: z.object({ data: exportRun }),
});
