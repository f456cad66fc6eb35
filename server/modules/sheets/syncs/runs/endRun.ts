import { createHash } from 'node:crypto';
import { sheetSyncLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { LeadList } from '#shared/leadLists.ts';
import { listOfSheet } from '#shared/sheetSyncTypes.ts';
import { sheetActivity } from '#shared/activityKinds.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { inTurns } from '#server/lib/flow/inTurns.ts';
import { newId } from '#server/lib/ids.ts';
import { reached } from '#server/lib/flow/steps.ts';
import {
  addImported,
  deleteActivity,
  finishImport,
  insertActivity,
} from '#server/modules/leads/actions/activities.store.ts';
import { readPhoneCountry } from '#server/modules/leads/contacts/leadContacts.store.ts';
import { dropRepeated, lockCustomLeads, upsertCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { findLeftOutRows } from '#server/modules/leads/imported/erasedRows.store.ts';
import { keptSince } from '#server/modules/leads/store/keptSince.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import { lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';
import { markProblems } from './markProblems.ts';
import { prepareSheet } from './prepareSheet.ts';
import type { PreparedSheet } from './prepareSheet.ts';
import { lockLeased, releaseLease } from './sheetSyncLease.store.ts';
import { endRun } from './sheetSyncRuns.store.ts';
import type { SheetSyncRow } from '#server/modules/sheets/syncs/sheetSyncs.store.ts';
import type { SyncRun } from './startRun.ts';

type StepOutcome = {
  inserted: number;
  updated: number;
  conflicts: { row: number; column: string }[];
  rejected: PreparedSheet['rejected'];
  /** Leads that an undo of the run removes or restores. */
  undoable: { inserted: number; updated: number };
};
type StepOptions = {
  now: Date;
  /** The rows are the same as in the last run and need not be stored. */
  isKnown: boolean;
  /** The entry of the run under Activity. */
  activityId: string;
};
/** Stores a part of the accepted rows; no two parts contain the same lead. */
type Step = (tx: Transaction, options: StepOptions) => Promise<StepOutcome>;

/** Rows per transaction. It holds their locks until it ends. */
const rowsPerStep = 1_000;

const toSteps = (accepted: PreparedSheet['accepted'], sync: SheetSyncRow, since: Date | null): Step[] => {
  const { workspaceId, documentId, gid } = sync;
  const list = listOfSheet[sync.type];
  const distinct = dropRepeated(accepted);
  const recognition = {
    // The first tab has the gid 0, whether the address names it or not.
    source: `${documentId}:${gid ?? '0'}`,
    claimed: new Set(distinct.flatMap(({ identity }) => identity ?? [])),
    taken: new Set<string>(),
  };
  return Array.from({ length: Math.ceil(distinct.length / rowsPerStep) }, (_, step) => {
    const some = distinct.slice(step * rowsPerStep, (step + 1) * rowsPerStep);
    return async (tx, { now, isKnown, activityId }) => {
      await lockCustomLeads(tx, workspaceId);
      // A sync must not bring back erased leads.
      const leftOut = await findLeftOutRows(tx, workspaceId, some, { list, since });
      const rejected = [...leftOut].map(([{ row }, reason]) => ({ row, reason: messages.sheetSyncs.leftOut[reason] }));
      if (isKnown) return { inserted: 0, updated: 0, conflicts: [], rejected, undoable: { inserted: 0, updated: 0 } };
      const wanted = some.filter((lead) => !leftOut.has(lead));
      const options = { now, renewUnchanged: false, rowsBefore: wanted[0]?.row ?? 0, recognition, activityId, list };
      const stored = await upsertCustomLeads(tx, workspaceId, wanted, options);
      const { inserted, joined, updated, kept } = stored;
      const conflicts = stored.conflicts.map(({ rowNumber, column }) => ({ row: wanted[rowNumber]?.row ?? 0, column }));
      // A lead that a platform has collected is not new.
      const counts = { inserted: inserted - joined, updated: updated + joined };
      return { ...counts, conflicts, rejected, undoable: { inserted, updated: kept } };
    };
  });
};

/** Increment this when rows are interpreted differently: every sheet is then stored again. */
const hashVersion = '2';

const hashRows = async (rows: readonly string[][]): Promise<string> => {
  const hash = createHash('sha256').update(hashVersion);
  for await (const row of inTurns(rows)) hash.update(JSON.stringify(row));
  return hash.digest('hex');
};

/**
 * Stores the rows step by step.
 * @throws LeaseLostError when the lease is lost; stored rows stay
 */
const storeSteps = async (
  context: Pick<AppContext, 'clock' | 'db'>,
  run: SyncRun,
  steps: readonly Step[],
  isKnown: boolean,
): Promise<Omit<StepOutcome, 'undoable'>> => {
  const sum: Omit<StepOutcome, 'undoable'> = { inserted: 0, updated: 0, conflicts: [], rejected: [] };
  // One time for all rows, so that lists show them in the order of the sheet.
  const now = context.clock.now();
  const activity = { workspaceId: run.workspaceId, id: newId() };
  let hasActivity = false;
  for (const step of steps) {
    const outcome = await context.db.transaction(async (tx) => {
      await lockLeased(tx, run);
      if (!isKnown && !hasActivity)
        await insertActivity(tx, {
          ...activity,
          at: now,
          authorId: null,
          kind: 'import',
          given: sheetActivity,
          finishedAt: null,
        });
      const stored = await step(tx, { now, isKnown, activityId: activity.id });
      const { inserted, updated } = stored.undoable;
      if (inserted + updated > 0) {
        await addImported(tx, activity, { inserted, updated });
        await finishImport(tx, activity);
      } else if (!isKnown && !hasActivity) await deleteActivity(tx, activity);
      return { ...stored, hasActivity: inserted + updated > 0 };
    });
    hasActivity ||= outcome.hasActivity;
    reached('sheetSync.stored');
    sum.inserted += outcome.inserted;
    sum.updated += outcome.updated;
    sum.conflicts = [...sum.conflicts, ...outcome.conflicts];
    sum.rejected = [...sum.rejected, ...outcome.rejected];
  }
  return sum;
};

/**
 * Stores the rows of a run, then ends it. Each step checks the lease: when the record was deleted or another run has
 * taken over, nothing more is stored. An interrupted run is repeated and recognizes its rows. A sheet that has not
 * changed since the last run is not stored again.
 * @throws LeaseLostError
 */
export const completeRun = async (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'publisher'>,
  run: SyncRun,
  rows: string[][],
): Promise<void> => {
  const { workspaceId, syncId } = run;
  // The reader changes the rows.
  const storedHash = await hashRows(rows);
  const sheet = await prepareSheet(rows, run.sync, await readPhoneCountry(context.db, workspaceId));
  if (sheet.headerLine === null && run.sync.columns !== null)
    return failRun(context, run, messages.sheetSyncs.headerLost);
  const steps = toSteps(sheet.accepted, run.sync, keptSince(context));
  const counts = await storeSteps(context, run, steps, storedHash === run.sync.storedHash);
  const rejected = [...sheet.rejected, ...counts.rejected].toSorted((a, b) => a.row - b.row);
  const hasChanged = counts.inserted + counts.updated > 0;
  if (hasChanged)
    for (const list of new Set<LeadList>(['custom', listOfSheet[run.sync.type]]))
      context.publisher.toWorkspace(workspaceId, 'leads_changed', { list });
  const notes = sheet.headerLine === null ? null : markProblems(run.sync, sheet);
  const stored = await context.db.transaction(async (tx) => {
    const members = await lockMembers(tx, workspaceId);
    const sync = await lockLeased(tx, run);
    const finishedAt = context.clock.now();
    await endRun(tx, run, {
      state: 'done',
      finishedAt,
      rowsRead: sheet.rowsRead,
      rowsAdded: counts.inserted,
      rowsChanged: counts.updated,
      rowsRejected: rejected.length,
      rejectedRows: rejected.slice(0, sheetSyncLimits.keptRejections),
      conflicts: counts.conflicts.slice(0, sheetSyncLimits.keptRejections),
    });
    const known = notes === null ? {} : { columns: notes.columns, noted: notes.noted };
    await releaseLease(tx, run, { failingSince: null, storedHash, ...known });
    const announce = (event: 'sheet_sync_recovered' | 'sheet_sync_remarks', message: string) =>
      storeNotification(tx, { workspaceId, members }, event, { syncId, url: sync.url, message }, finishedAt);
    return [
      ...(sync.failingSince ? [await announce('sheet_sync_recovered', messages.sheetSyncs.recovered)] : []),
      ...(notes?.news.length ? [await announce('sheet_sync_remarks', messages.sheetSyncs.remarks(notes.news))] : []),
    ];
  });
  for (const each of stored) publishNotification(context, each);
};

/**
 * Ends a run that could not read its sheet. Only the first of several failures sends a notification; `reason` is shown
 * to users.
 * @throws LeaseLostError
 */
export const failRun = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'>,
  run: SyncRun,
  reason: string,
): Promise<void> => {
  const { workspaceId, syncId } = run;
  const finishedAt = context.clock.now();
  const stored = await context.db.transaction(async (tx) => {
    const members = await lockMembers(tx, workspaceId);
    const sync = await lockLeased(tx, run);
    await endRun(tx, run, { state: 'failed', finishedAt, error: reason });
    await releaseLease(tx, run, { failingSince: sync.failingSince ?? finishedAt });
    if (sync.failingSince) return null;
    const payload = { syncId, url: sync.url, message: messages.sheetSyncs.failed(reason) };
    return storeNotification(tx, { workspaceId, members }, 'sheet_sync_failed', payload, finishedAt);
  });
  if (stored) publishNotification(context, stored);
};

/**
 * Ends a run that was interrupted, but not by a problem of the sheet. Its job retries, so no notification is sent.
 * @throws LeaseLostError
 */
export const interruptRun = (context: Pick<AppContext, 'clock' | 'db'>, run: SyncRun): Promise<void> =>
  context.db.transaction(async (tx) => {
    const sync = await lockLeased(tx, run);
    const finishedAt = context.clock.now();
    await endRun(tx, run, { state: 'failed', finishedAt, error: messages.sheetSyncs.abandoned });
    await releaseLease(tx, run, { failingSince: sync.failingSince });
  });
