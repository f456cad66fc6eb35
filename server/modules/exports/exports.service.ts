import type { ExportSource } from '#shared/contracts/exports.ts';
import { isAllowedRange, utcDay } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { AppError, validationError } from '#server/lib/failures/errors.ts';
import { storableText } from '#server/lib/storableText.ts';
import { announce } from '#server/modules/notifications/announce.ts';
import type { ExportRequest } from '#server/realtime/exportMessages.ts';
import { awaitExport } from './order/awaitExport.ts';
import { buildTable } from './write/buildTable.ts';
import { canResume } from './control/canResume.ts';
import { createOrJoinExport, requireSheetsGranted } from './order/createExport.ts';
import type { SessionMember } from '#server/lib/http/Caller.ts';
import { isListEmpty } from './order/exportedLists.ts';
import { nothingToExport } from './exportErrors.ts';
import { makeExportRef, readExportRef, refOfEffect } from './order/exportRef.ts';
import type { ExportRow } from './exports.store.ts';
import { readPostedRows } from './order/readPostedRows.ts';
import type { PostedRow } from './order/readPostedRows.ts';
import { resumeExport } from './control/resumeExport.ts';

/** How long a POST waits for its sheet before it responds that the export is still running. */
const postWaitMs = 15_000;

type PostedExport = {
  body: unknown[] | PostedRow;
  refHeader: string | undefined;
  /** Set when the request has an `Idempotency-Key`. */
  effectId: string | null;
  signal: AbortSignal;
};

/**
 * Exports posted rows, joined with the socket event of the same click when the header names one.
 * @returns the export: ended, or still running after 15 s
 * @throws AppError 400 without rows, 413 for more than a sheet holds, 403 without the Google grant
 */
export const exportPostedRows = async (
  context: Pick<AppContext, 'clock' | 'db' | 'jobs' | 'publisher' | 'platforms'>,
  orderer: SessionMember,
  { body, refHeader, effectId, signal }: PostedExport,
): Promise<ExportRow> => {
  const ref = readExportRef(refHeader) ?? refOfEffect(effectId);
  const table = buildTable(readPostedRows(body), ref?.platform ?? null);
  await requireSheetsGranted(context, context.db, orderer.workspaceId);
  const joined = await createOrJoinExport(context, orderer, { ref, table });
  // The request is repeated after a failure, so the export has to run again.
  const isRetry = effectId !== null && joined.state === 'failed' && canResume(joined, context.clock.now());
  const row = isRetry ? await resumeExport(context, joined) : joined;
  return awaitExport(context, row, postWaitMs, signal);
};

const withStorableSearch = (source: ExportSource): ExportSource => {
  if (source.list === 'allLeads') {
    const texts = Object.entries(source.filter ?? {}).map(([name, text]) => [name, text && storableText(text)]);
    return source.filter ? { ...source, filter: Object.fromEntries(texts) } : source;
  }
  if (source.list !== 'campaigns') return { ...source, search: storableText(source.search ?? '') };
  const { search, ...query } = source.query;
  return { ...source, query: { ...query, search: search === undefined ? search : storableText(search) } };
};

/**
 * Starts the export of a whole list. `list_export_complete` or `export_error` reports its end.
 * @throws AppError 400 for an empty list or an unknown filter, 403 without the Google grant
 */
export const exportWholeList = async (
  context: Pick<AppContext, 'clock' | 'db' | 'storage' | 'jobs' | 'publisher' | 'platforms'>,
  orderer: SessionMember,
  source: ExportSource,
  effectId: string | null = null,
): Promise<ExportRow> => {
  await requireSheetsGranted(context, context.db, orderer.workspaceId);
  if (await isListEmpty(context, orderer.workspaceId, source)) throw nothingToExport();
  return createOrJoinExport(context, orderer, { ref: refOfEffect(effectId), source: withStorableSearch(source) });
};

/**
 * Starts (or joins) the export that a socket event requests. `*_export_complete` or `export_error` reports its end, or
 * why it was refused.
 * @throws AppError 400 for an invalid request
 */
export const startExportFromEvent = async (
  context: Pick<AppContext, 'clock' | 'db' | 'jobs' | 'publisher' | 'platforms'>,
  orderer: SessionMember,
  request: ExportRequest,
): Promise<void> => {
  const { platform, timestamp, accountIds, dateRange } = request;
  const ref = makeExportRef(platform, timestamp);
  if (!isAllowedRange(dateRange, utcDay(context.clock.now()))) throw validationError(messages.validation.invalidDates);
  try {
    await requireSheetsGranted(context, context.db, orderer.workspaceId);
    await createOrJoinExport(context, orderer, { ref, query: { accountIds, ...dateRange } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await announce(context, orderer, 'export_error', { message: error.userMessage });
  }
};
