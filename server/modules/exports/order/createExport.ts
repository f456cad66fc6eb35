import type { Queryable, Transaction } from '#server/database/Database.ts';
import { messages } from '#shared/messages.ts';
import { platformFacts, sheetPlatform } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { newId } from '#server/lib/ids.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { sheetScopes } from '#server/providers/spreadsheets/write/googleSheetWriter.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import type { ExportTable } from '#server/modules/exports/write/buildTable.ts';
import { insertChunks } from '#server/modules/exports/write/exportChunks.store.ts';
import { sheetsNotGranted, tooManyExports } from '#server/modules/exports/exportErrors.ts';
import { exportSheetJob, releaseExportJob } from '#server/modules/exports/exports.jobs.ts';
import { publishProgress } from '#server/modules/exports/exportProgress.ts';
import type { ExportRef } from './exportRef.ts';
import {
  countOneAtATime,
  countUnfinishedExports,
  findGoogleScopes,
  insertExport,
  lockExportByRef,
  updateExport,
} from '#server/modules/exports/exports.store.ts';
import type { ExportRow } from '#server/modules/exports/exports.store.ts';
import type { SessionMember } from '#server/lib/http/Caller.ts';
import { requireAccess } from '#server/modules/users/signIn/watchAccess.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** How long one half of a click (socket event or posted rows) waits for the other. */
const otherHalfSeconds = 3;
/** Keeps one user's exports from delaying those of others. */
const unfinishedPerUser = 20;

export const canMakeSheets = (grantedScopes: readonly string[]): boolean =>
  grantedScopes.some((scope) => sheetScopes.includes(scope));

/**
 * @throws AppError 503 when the installation has no Google credentials, 403 when the grant or the permission to create
 * files is missing
 */
export const requireSheetsGranted = async (
  context: Pick<AppContext, 'platforms'>,
  db: Queryable,
  workspaceId: WorkspaceId,
): Promise<void> => {
  platformOf(context.platforms, sheetPlatform);
  const scopes = await findGoogleScopes(db, workspaceId);
  if (!scopes || !canMakeSheets(scopes)) throw sheetsNotGranted();
};

type Halves = {
  ref: ExportRef | null;
  /** Data from the POST. */
  table?: ExportTable;
  /** Data from the event. */
  query?: NonNullable<ExportRow['query']>;
  /** Export of a whole list. It has only this half. */
  source?: NonNullable<ExportRow['source']>;
};

const makeTitle = (platform: PlatformId | null, source: Halves['source'], createdAt: Date): string => {
  const { listTitles, platformTitle, rowsTitle } = messages.exports;
  const subject = source ? listTitles[source.list] : platform ? platformTitle(platform) : rowsTitle;
  return `${subject} ${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
};

/** Whether both halves have arrived, or the export needs only one. */
const hasAllHalves = (row: Pick<ExportRow, 'platform' | 'ref' | 'query' | 'source' | 'columns'>): boolean =>
  row.source !== null ||
  (row.columns !== null &&
    (row.ref === null ||
      row.query !== null ||
      row.platform === null ||
      !platformFacts[row.platform].exportNamesAccounts));

const storeTable = async (tx: Transaction, row: ExportRow, table: ExportTable): Promise<ExportRow> => {
  await insertChunks(tx, row, table.chunks());
  const change = { columns: table.columns, rowsTotal: table.rowCount };
  await updateExport(tx, row, change);
  return { ...row, ...change };
};

/**
 * Enqueues a new job for an export. A job that is already queued could start before this transaction commits and find
 * nothing to do.
 */
export const enqueueSheet = (
  { jobs }: Pick<AppContext, 'jobs'>,
  tx: Transaction,
  { workspaceId, id }: ExportRow,
): Promise<void> => jobs.enqueue(exportSheetJob, { workspaceId, exportId: id }, { transaction: tx });

/** Queues an export if it is waiting; otherwise changes nothing. */
export const releaseExport = async (
  context: Pick<AppContext, 'jobs'>,
  tx: Transaction,
  row: ExportRow,
): Promise<ExportRow> => {
  if (row.state !== 'waiting') return row;
  await updateExport(tx, row, { state: 'queued' });
  await enqueueSheet(context, tx, row);
  return { ...row, state: 'queued' };
};

/**
 * Refuses an export that exceeds the limit. Call this after inserting the new export.
 * @throws AppError 429
 */
export const requireFewExports = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  // Parallel transactions would not see each other's rows and would all pass.
  await countOneAtATime(tx, workspaceId);
  if ((await countUnfinishedExports(tx, workspaceId)) > unfinishedPerUser) throw tooManyExports();
};

/**
 * Creates an export from one half of a click, or joins the export that the other half created. One transaction stores
 * the export, its rows and its job.
 * @throws AppError 401 or 403 when the person has lost access meanwhile, 429 when too many exports are running
 */
export const createOrJoinExport = async (
  context: Pick<AppContext, 'clock' | 'db' | 'jobs' | 'publisher'>,
  orderer: SessionMember,
  { ref, table, query, source }: Halves,
): Promise<ExportRow> => {
  const { userId, workspaceId } = orderer;
  const result = await context.db.transaction(async (tx) => {
    const createdAt = context.clock.now();
    await requireAccess(tx, orderer, createdAt);
    const platform = ref?.platform ?? null;
    const inserted = await insertExport(tx, {
      workspaceId,
      id: newId(),
      orderedBy: userId,
      ref: ref?.ref ?? null,
      platform,
      state: 'waiting',
      title: makeTitle(platform, source, createdAt),
      query: query ?? null,
      source: source ?? null,
      createdAt,
    });
    if (inserted) await requireFewExports(tx, workspaceId);
    const found = inserted ?? (ref && (await lockExportByRef(tx, workspaceId, ref.ref)));
    if (!found) throw new Error('An export was neither created nor found');
    // Once the job runs, the rows are fixed. A half that arrives later joins the result.
    const isOpen = found.state === 'waiting' || found.state === 'queued';
    let row = found;
    if (query && isOpen && !row.query) {
      await updateExport(tx, row, { query });
      row = { ...row, query };
    }
    if (table && isOpen && !row.columns) row = await storeTable(tx, row, table);
    if (hasAllHalves(row)) return releaseExport(context, tx, row);
    if (inserted) {
      const payload = { workspaceId, exportId: row.id };
      await context.jobs.enqueue(releaseExportJob, payload, {
        transaction: tx,
        startAfterSeconds: otherHalfSeconds,
        singletonKey: row.id,
      });
    }
    return row;
  });
  if (result.state === 'queued') reached('export.queued');
  publishProgress(context, result);
  return result;
};
