import { exportGoogleSheet, exportRefHeader, getExport, listExports } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';
import { explainFailure, exportPostedRows } from './exports.service.ts';
import { presentExport } from './exports.present.ts';
import { findExport, listNewestExports } from './exports.store.ts';

const newestExports = 50;

export const exportRoutes = (context: AppContext): Route[] => [
  route(exportGoogleSheet, async (request) => {
    const { body, caller, signal } = request;
    const refHeader = request.header(exportRefHeader);
    const row = await exportPostedRows(context, caller.userId, { body, refHeader, signal });
    if (row.state === 'failed') throw await explainFailure(context, row);
    const data = presentExport(row);
    if (row.state !== 'complete' || !row.url) return { message: messages.exports.running, data };
    const message = messages.exports.done(row.rowsTotal ?? 0);
    return { message: row.note ? `${message}. ${row.note}` : message, url: row.url, data };
  }),
  route(listExports, async ({ caller }) => {
    const rows = await listNewestExports(context.db, caller.userId, newestExports);
    return { data: rows.map(presentExport) };
  }),
  route(getExport, async ({ caller, params }) => {
    const row = isId(params.id) ? await findExport(context.db, caller.userId, params.id) : null;
    if (!row) throw notFound();
    return { data: presentExport(row) };
  }),
];
