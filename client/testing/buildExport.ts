import type { ExportRun } from '#shared/contracts/exports.ts';

/** By default a complete export of 23 rows, started an hour ago. */
export const buildExport = (overrides: Partial<ExportRun> = {}): ExportRun => {
  const state = overrides.state ?? 'complete';
  const isComplete = state === 'complete';
  return {
    id: 'export-1',
    title: 'Leads export 2026-11-21 09:00 UTC',
    platform: null,
    state,
    rowsWritten: isComplete ? 23 : 0,
    rowsTotal: 23,
    url: isComplete ? 'https://docs.example.test/spreadsheets/d/1' : null,
    code: state === 'failed' ? 'PLATFORM_FAILED' : null,
    error: state === 'failed' ? 'Google does not answer' : null,
    note: null,
    canResume: state === 'failed' || state === 'cancelled',
    createdAt: new Date(Date.now() - 3_600_000).toISOString(),
    finishedAt: null,
    ...overrides,
  };
};
