import type { SheetSync, SheetSyncRun } from '#shared/contracts/sheetSyncs.ts';
import type { PageFields, PageRequest } from '#shared/contracts/paging.ts';
import { toPageFields } from '#shared/contracts/paging.ts';
import { sheetSyncLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { SheetSyncType } from '#shared/sheetSyncTypes.ts';
import type { AppContext } from '#server/AppContext.ts';
import { AppError, notFound } from '#server/lib/failures/errors.ts';
import { isId, newId } from '#server/lib/ids.ts';
import { requireSheetAddress } from '#server/modules/sheets/sheets.service.ts';
import { sheetUrl } from '#server/providers/spreadsheets/read/readSheetAddress.ts';
import { syncSheetJob } from './sheetSyncs.jobs.ts';
import { presentRun, presentSheetSync } from './sheetSyncs.present.ts';
import { listRunRows } from './runs/sheetSyncRuns.store.ts';
import {
  countSheetSyncs,
  createOneAtATime,
  deleteSheetSyncRow,
  findSheetSyncRow,
  hasSheetSync,
  insertSheetSync,
  listSheetSyncRows,
} from './sheetSyncs.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** A page of a workspace's records. */
export const listPage = async (
  { db }: Pick<AppContext, 'db'>,
  workspaceId: WorkspaceId,
  request: PageRequest,
): Promise<PageFields & { data: SheetSync[] }> => {
  const total = await countSheetSyncs(db, workspaceId);
  const rows = await listSheetSyncRows(db, workspaceId, request);
  return { data: rows.map(presentSheetSync), ...toPageFields(request, total) };
};

/**
 * Keeps a sheet in sync. The first run starts at once and shows whether the sheet can be read.
 * @param effectId the record's id; an existing record with this id is returned
 * @throws AppError 400 when the address is not a sheet, 409 at the limit of records
 */
export const addSheetSync = async (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'jobs'>,
  workspaceId: WorkspaceId,
  { url, type }: { url: string; type: SheetSyncType },
  effectId: string | null = null,
): Promise<SheetSync> => {
  const address = requireSheetAddress(context, url);
  const sync = await context.db.transaction(async (tx) => {
    await createOneAtATime(tx, workspaceId);
    const former = effectId && (await findSheetSyncRow(tx, workspaceId, effectId));
    if (former) return former;
    if ((await countSheetSyncs(tx, workspaceId)) >= sheetSyncLimits.perUser)
      throw new AppError(409, 'TOO_MANY_RECORDS', messages.sheetSyncs.tooMany);
    const createdAt = context.clock.now();
    const row = await insertSheetSync(tx, {
      workspaceId,
      id: effectId ?? newId(),
      // An id or an address without https would not be a link in the list.
      url: URL.canParse(url) ? url : sheetUrl(address, context.env.GOOGLE_DOCS_URL),
      ...address,
      type,
      createdAt,
      nextRunAt: new Date(createdAt.getTime() + context.env.AUTOSYNC_INTERVAL_SECONDS * 1000),
    });
    await context.jobs.enqueue(
      syncSheetJob,
      { workspaceId, syncId: row.id },
      { transaction: tx, singletonKey: row.id },
    );
    return row;
  });
  return presentSheetSync({ sync, lastRun: null, otherHolder: null });
};

/** @throws AppError 404 unless the workspace has a record with this id */
const requireSheetSync = async (
  { db }: Pick<AppContext, 'db'>,
  workspaceId: WorkspaceId,
  id: string,
): Promise<void> => {
  if (!isId(id) || !(await hasSheetSync(db, workspaceId, id))) throw notFound();
};

/** Ends the synchronization; imported leads stay. A waiting or running job finds no record and stores nothing more. */
export const removeSheetSync = async (
  { db }: Pick<AppContext, 'db'>,
  workspaceId: WorkspaceId,
  id: string,
): Promise<void> => {
  if (!isId(id) || !(await deleteSheetSyncRow(db, workspaceId, id))) throw notFound();
};

/** Runs a record now, unless a run is already in progress. */
export const startRunNow = async (
  context: Pick<AppContext, 'db' | 'jobs'>,
  workspaceId: WorkspaceId,
  id: string,
): Promise<void> => {
  await requireSheetSync(context, workspaceId, id);
  await context.jobs.enqueue(syncSheetJob, { workspaceId, syncId: id }, { singletonKey: id });
};

export const listRuns = async (
  context: Pick<AppContext, 'db'>,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SheetSyncRun[]> => {
  await requireSheetSync(context, workspaceId, id);
  return (await listRunRows(context.db, workspaceId, id)).map(presentRun);
};
