import { createHash } from 'node:crypto';
import { sheetSyncLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { sheetActivity } from '#shared/activityKinds.ts';
import type { LeadsChanged } from '#shared/socketEvents.ts';
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
import type { LeftOutReason } from '#server/modules/leads/store/erasedLeads.store.ts';
import { keptSince } from '#server/modules/leads/store/keptSince.ts';
import { findLeftOut, inOrder, upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import { lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';
import { markProblems } from './markProblems.ts';
import { preparePlatformLeads } from './prepareRows.ts';
import type { PreparedRows } from './prepareRows.ts';
import { prepareSheet } from './prepareSheet.ts';
import type { PreparedSheet } from './prepareSheet.ts';
import { lockLeased, releaseLease } from './sheetSyncLease.store.ts';
import { endRun } from './sheetSyncRuns.store.ts';
import type { SheetSyncRow } from '#server/modules/sheets/syncs/sheetSyncs.store.ts';
import type { SyncRun } from './startRun.ts';

type StoredCounts = {
  inserted: number;
  updated: number;
  conflicts: { row: number; column: string }[];
  /** Leads that an undo of the run removes or restores. */
  undoable?: { inserted: number; updated: number };
};
type StepOutcome = StoredCounts & { rejected: PreparedRows<unknown>['rejected'] };
type StepOptions = {
  now: Date;
  /** The rows are the same as in the last run and need not be stored. */
  isKnown: boolean;
  /** The entry of the run under Activity. */
  activityId: string;
};
type Prepared = Omit<PreparedRows<unknown>, 'accepted'> & {
  list: LeadsChanged['list'];
  /** Stores a part of the accepted rows; no two parts contain the same lead. */
  steps: ((tx: Transaction, options: StepOptions) => Promise<StepOutcome>)[];
  /** The sheet as the reader understood it. */
  reading: Pick<PreparedSheet, 'headerLine' | 'columns' | 'errorRows' | 'alike'> | null;
};
type Storing<Lead> = {
  /** Erased leads and leads past the retention period are not imported again. */
  findLeftOut: (tx: Transaction, some: readonly Lead[]) => Promise<Map<Lead, LeftOutReason>>;
  store: (tx: Transaction, some: readonly Lead[], options: StepOptions) => Promise<StoredCounts>;
};

/** Rows per transaction. It holds their locks until it ends. */
const rowsPerStep = 1_000;

const inSteps = <Lead extends { row: number }>(leads: readonly Lead[], storing: Storing<Lead>): Prepared['steps'] =>
  Array.from({ length: Math.ceil(leads.length / rowsPerStep) }, (_, step) => {
    const some = leads.slice(step * rowsPerStep, (step + 1) * rowsPerStep);
    return async (tx, options) => {
      const leftOut = await storing.findLeftOut(tx, some);
      const rejected = [...leftOut].map(([{ row }, reason]) => ({ row, reason: messages.sheetSyncs.leftOut[reason] }));
      if (options.isKnown) return { inserted: 0, updated: 0, conflicts: [], rejected };
      const wanted = some.filter((lead) => !leftOut.has(lead));
      return { ...(await storing.store(tx, wanted, options)), rejected };
    };
  });

/**
 * Rows of Meta and Google sheets become custom leads, the list that shows all imported rows. TikTok has its own list.
 */
const prepareRows = async (
  context: Pick<AppContext, 'env' | 'clock' | 'db'>,
  rows: string[][],
  sync: SheetSyncRow,
): Promise<Prepared> => {
  const { workspaceId, type } = sync;
  switch (type) {
    case 'meta':
    case 'google': {
      const country = await readPhoneCountry(context.db, workspaceId);
      const { accepted, rowsRead, rejected, ...reading } = await prepareSheet(rows, sync, country);
      const distinct = dropRepeated(accepted);
      const recognition = {
        // The first tab has the gid 0, whether the address names it or not.
        source: `${sync.documentId}:${sync.gid ?? '0'}`,
        claimed: new Set(distinct.flatMap(({ identity }) => identity ?? [])),
        taken: new Set<string>(),
      };
      const steps = inSteps(distinct, {
        findLeftOut: async (tx, some) => {
          await lockCustomLeads(tx, workspaceId);
          return findLeftOutRows(tx, workspaceId, some);
        },
        store: async (tx, some, { now, activityId }) => {
          const options = { now, renewUnchanged: false, rowsBefore: some[0]?.row ?? 0, recognition, activityId };
          const stored = await upsertCustomLeads(tx, workspaceId, some, options);
          const { inserted, joined, updated, conflicts, kept } = stored;
          return {
            undoable: { inserted, updated: kept },
            // A lead that a platform has collected is not new.
            inserted: inserted - joined,
            updated: updated + joined,
            conflicts: conflicts.map(({ rowNumber, column }) => ({ row: some[rowNumber]?.row ?? 0, column })),
          };
        },
      });
      return { rowsRead, rejected, reading, list: 'custom', steps };
    }
    case 'tiktok': {
      const { accepted, ...rest } = await preparePlatformLeads(rows);
      const since = keptSince(context);
      const steps = inSteps(inOrder(accepted), {
        findLeftOut: (tx, some) => findLeftOut(tx, workspaceId, 'tiktok', some, since),
        store: async (tx, some, { now }) => {
          const { inserted, updated } = await upsertLeads(tx, workspaceId, 'tiktok', some, now, since);
          return { inserted, updated, conflicts: [] };
        },
      });
      return { ...rest, reading: null, list: 'tiktok', steps };
    }
    default:
      return type satisfies never;
  }
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
  steps: Prepared['steps'],
  isKnown: boolean,
): Promise<StepOutcome> => {
  const sum: StepOutcome = { inserted: 0, updated: 0, conflicts: [], rejected: [] };
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
      const { inserted, updated } = stored.undoable ?? { inserted: 0, updated: 0 };
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
  const { list, steps, rowsRead, rejected: unusable, reading } = await prepareRows(context, rows, run.sync);
  if (reading?.headerLine === null && run.sync.columns !== null)
    return failRun(context, run, messages.sheetSyncs.headerLost);
  const counts = await storeSteps(context, run, steps, storedHash === run.sync.storedHash);
  const rejected = [...unusable, ...counts.rejected].toSorted((a, b) => a.row - b.row);
  const hasChanged = counts.inserted + counts.updated > 0;
  if (hasChanged) context.publisher.toWorkspace(workspaceId, 'leads_changed', { list });
  const notes = reading?.headerLine === null || reading === null ? null : markProblems(run.sync, reading);
  const stored = await context.db.transaction(async (tx) => {
    const members = await lockMembers(tx, workspaceId);
    const sync = await lockLeased(tx, run);
    const finishedAt = context.clock.now();
    await endRun(tx, run, {
      state: 'done',
      finishedAt,
      rowsRead,
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
