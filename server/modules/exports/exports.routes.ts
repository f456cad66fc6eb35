import {
  cancelExport as cancelEndpoint,
  exportGoogleSheet,
  exportList,
  exportRefHeader,
  getExport,
  listExports,
  resumeExport as resumeEndpoint,
} from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import { isId } from '#server/lib/ids.ts';
import { cancelExport } from './control/cancelExport.ts';
import { explainEnd } from './exportErrors.ts';
import { exportPostedRows, exportWholeList } from './exports.service.ts';
import { presentExport } from './exports.present.ts';
import { findExport, listNewestExports } from './exports.store.ts';
import type { ExportKey, ExportRow } from './exports.store.ts';
import { completionText } from './control/finishExport.ts';
import { resumeExport } from './control/resumeExport.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

const newestExports = 50;

/** @throws AppError 404 when the text cannot be the id of an export */
const keyOf = (workspaceId: WorkspaceId, { id }: { id: string }): ExportKey => {
  if (!isId(id)) throw notFound();
  return { workspaceId, id };
};

export const exportRoutes = (context: AppContext): Route[] => {
  const present = (row: ExportRow) => presentExport(row, context.clock.now());
  return [
    route(exportGoogleSheet, async (request) => {
      const { body, caller, effectId, signal } = request;
      const refHeader = request.header(exportRefHeader);
      const row = await exportPostedRows(context, caller, { body, refHeader, effectId, signal });
      if (row.state === 'failed' || row.state === 'cancelled') throw explainEnd(row);
      const data = present(row);
      if (row.state !== 'complete' || !row.url) return { message: messages.exports.running, data };
      return { message: completionText(row), url: row.url, data };
    }),
    route(exportList, async ({ caller, body, effectId }) => {
      const row = await exportWholeList(context, caller, body, effectId);
      return { message: messages.exports.running, data: present(row) };
    }),
    route(listExports, async ({ caller }) => {
      const rows = await listNewestExports(context.db, caller.workspaceId, newestExports);
      return { data: rows.map(present) };
    }),
    route(getExport, async ({ caller, params }) => {
      const row = await findExport(context.db, keyOf(caller.workspaceId, params));
      if (!row) throw notFound();
      return { data: present(row) };
    }),
    route(cancelEndpoint, async ({ caller, params }) => {
      const row = await cancelExport(context, keyOf(caller.workspaceId, params));
      return { message: messages.exports.stopped, data: present(row) };
    }),
    route(resumeEndpoint, async ({ caller, params }) => {
      const row = await resumeExport(context, keyOf(caller.workspaceId, params));
      return { message: messages.exports.resumed, data: present(row) };
    }),
  ];
};
