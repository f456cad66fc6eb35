import type { SheetSync, SheetSyncRun } from '#shared/contracts/sheetSyncs.ts';
import type { SheetSyncRunRow } from './runs/sheetSyncRuns.store.ts';
import type { SheetSyncWithRun } from './sheetSyncs.store.ts';

type RunSummary = NonNullable<SheetSync['lastRun']>;

const presentSummary = (run: SheetSyncRunRow): RunSummary => ({
  id: run.id,
  state: run.state,
  startedAt: run.startedAt.toISOString(),
  finishedAt: run.finishedAt?.toISOString() ?? null,
  rowsRead: run.rowsRead,
  rowsAdded: run.rowsAdded,
  rowsChanged: run.rowsChanged,
  rowsUnchanged: run.rowsRead - run.rowsAdded - run.rowsChanged - run.rowsRejected,
  rowsRejected: run.rowsRejected,
  error: run.error,
});

export const presentRun = (run: SheetSyncRunRow): SheetSyncRun => ({
  ...presentSummary(run),
  rejectedRows: run.rejectedRows,
  conflicts: run.conflicts,
});

export const presentSheetSync = ({ sync, lastRun, otherHolder }: SheetSyncWithRun): SheetSync => ({
  _id: sync.id,
  id: sync.id,
  url: sync.url,
  type: sync.type,
  createdAt: sync.createdAt.toISOString(),
  nextRunAt: sync.nextRunAt.toISOString(),
  lastRun: lastRun && presentSummary(lastRun),
  canTakeOver: lastRun?.state === 'failed' && otherHolder !== null,
});
