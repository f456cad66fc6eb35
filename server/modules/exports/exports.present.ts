import type { ExportRun } from '#shared/contracts/exports.ts';
import { canResume } from './control/canResume.ts';
import type { ExportRow } from './exports.store.ts';

export const presentExport = (row: ExportRow, now: Date): ExportRun => ({
  id: row.id,
  title: row.title,
  platform: row.platform,
  state: row.state,
  rowsWritten: row.rowsWritten,
  rowsTotal: row.rowsTotal,
  url: row.url,
  code: row.code,
  error: row.error,
  note: row.note,
  canResume: canResume(row, now),
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
