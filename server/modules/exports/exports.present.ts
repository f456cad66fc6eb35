import type { ExportRun } from '#shared/contracts/exports.ts';
import type { ExportRow } from './exports.store.ts';

export const presentExport = (row: ExportRow): ExportRun => ({
  id: row.id,
  platform: row.platform,
  state: row.state,
  rowsWritten: row.rowsWritten,
  rowsTotal: row.rowsTotal,
  url: row.url,
  error: row.error,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
