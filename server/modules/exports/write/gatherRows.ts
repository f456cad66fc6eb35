import type { ConnectionLost } from '#shared/contracts/insights.ts';
import { insightFacts } from '#shared/insights.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { readAhead } from '#server/lib/flow/readAhead.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { isTransient, needsPerson, verdictOf } from '#server/lib/failures/verdicts.ts';
import { findConnectionLost } from '#server/modules/ads/connectionLost.ts';
import { findLastQuery } from '#server/modules/ads/preview/insightQueries.store.ts';
import { openInsights } from '#server/modules/ads/preview/openInsights.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { streamTable } from './buildTable.ts';
import type { StreamedTable } from './buildTable.ts';
import { beginStaging, deleteStagedChunks, placeStagedChunks, stageChunk } from './exportChunks.store.ts';
import { openWholeList } from '#server/modules/exports/order/exportedLists.ts';
import { nothingToExport } from '#server/modules/exports/exportErrors.ts';
import { lockLeasedExport } from '#server/modules/exports/control/exportLease.store.ts';
import type { ExportLease } from '#server/modules/exports/control/exportLease.store.ts';
import { publishProgress } from '#server/modules/exports/exportProgress.ts';
import { updateExport } from '#server/modules/exports/exports.store.ts';
import { readDefaultAccounts } from '#server/modules/users/workspaces/defaultAccounts.store.ts';
import type { ExportRow } from '#server/modules/exports/exports.store.ts';
import type { PostedRow } from '#server/modules/exports/order/readPostedRows.ts';

type Query = NonNullable<ExportRow['query']>;
/** Rows to read; `note` is known after the last row. */
type RowSource = { table: StreamedTable; note: () => string | null };
/** Rows that were read and staged. */
type Gathered = Pick<ExportRow, 'columns' | 'rowsTotal' | 'note'>;

/** Platform and connection failures, as opposed to a foreign account or invalid dates. */
const isPlatformTrouble = (error: unknown): boolean => {
  const verdict = verdictOf(error);
  return error instanceof ProviderError || needsPerson(verdict) || isTransient(verdict);
};

/** The platform has no rows for this query. */
const isNothing = (error: unknown): boolean => error instanceof AppError && error.code === 'NOTHING_TO_EXPORT';

type Ordered = Pick<ExportRow, 'workspaceId' | 'orderedBy'>;

/** The accounts in the event, else in the last preview with these dates, else the requester's default accounts. */
const chooseAccounts = async (
  context: Pick<AppContext, 'db'>,
  { workspaceId, orderedBy }: Ordered,
  platform: PlatformId,
  query: Query,
): Promise<string[]> => {
  if (query.accountIds) return query.accountIds;
  const last = await findLastQuery(context.db, workspaceId, platform, query);
  if (last) return last;
  if (orderedBy === null) return [];
  return (await readDefaultAccounts(context.db, { workspaceId, userId: orderedBy }))[platform];
};

/** The oldest reading time of all rows; null when nothing is stored. */
const oldestOf = ({ accounts }: ConnectionLost): string | null =>
  accounts
    .map(({ readAt }) => readAt)
    .filter((readAt) => readAt !== null)
    .toSorted()[0] ?? null;

/** A user is waiting, so platform failures are reported at once instead of being retried for minutes. */
const readFromPlatform = async (
  context: AppContext,
  ordered: Ordered,
  platform: PlatformId,
  query: Query,
  signal: AbortSignal,
): Promise<RowSource> => {
  const { workspaceId } = ordered;
  const accountIds = await chooseAccounts(context, ordered, platform, query);
  if (accountIds.length === 0) throw new AppError(400, 'NOTHING_TO_EXPORT', messages.exports.noAccounts);
  const { since, until } = query;
  const reading = { patience: 'interactive', signal } as const;
  const asked = { accountIds, since, until };
  let note: string | null = null;
  async function* pages(): AsyncGenerator<readonly PostedRow[]> {
    const stored = await openInsights(context, workspaceId, platform, asked, reading);
    for (const id of stored.accountIds) yield* stored.pages(id);
    const lost = await findConnectionLost(context, workspaceId, platform, asked);
    if (lost) note = messages.exports.readBeforeLoss(platform, oldestOf(lost));
    else if (stored.warnings.length > 0) note = messages.exports.accountsUnread(stored.warnings.length);
  }
  return { table: streamTable([...insightFacts[platform].columns], pages()), note: () => note };
};

/** Stages the rows. The posted rows remain as a fallback. */
const stage = async (
  { db }: Pick<AppContext, 'db'>,
  lease: ExportLease,
  { table, note }: RowSource,
  signal: AbortSignal,
): Promise<Gathered> => {
  await beginStaging(db, lease);
  let rowsTotal = 0;
  // Reads the next rows while these are stored.
  for await (const chunk of readAhead(table.chunks())) {
    signal.throwIfAborted();
    await stageChunk(db, lease, chunk);
    rowsTotal = chunk.firstRow + chunk.rowCount;
  }
  if (rowsTotal === 0) throw nothingToExport();
  return { columns: table.columns, rowsTotal, note: note() };
};

/**
 * Fixes the rows of a queued export and marks it `running`. A list is read from the database. Posted rows are used
 * unchanged unless the event named accounts. In that case all rows of the accounts and dates are read, because the
 * screen shows only some of them. The posted rows are then the fallback when the platform fails.
 * @throws LeaseLostError when the export has ended meanwhile
 */
export const gatherRows = async (
  context: AppContext,
  row: ExportRow,
  lease: ExportLease,
  log: Logger,
  signal: AbortSignal,
): Promise<ExportRow> => {
  const { workspaceId, id, platform, query, source } = row;
  const wantsAll = source !== null || (query !== null && query.accountIds !== null);
  let gathered: Gathered | null = null;
  let trouble: unknown = null;
  if (source) {
    const table = await openWholeList(context, workspaceId, source);
    gathered = await stage(context, lease, { table, note: () => table.note }, signal);
  } else if (platform && query && (wantsAll || row.columns === null)) {
    try {
      gathered = await stage(context, lease, await readFromPlatform(context, row, platform, query, signal), signal);
    } catch (error) {
      signal.throwIfAborted();
      trouble = error;
    }
  }

  const settled = await context.db.transaction(async (tx) => {
    // Posted rows may have arrived during the platform read.
    const latest = await lockLeasedExport(tx, lease, 'queued');
    const settle = async (change: Partial<Gathered>): Promise<ExportRow> => {
      const settling = { ...change, state: 'running', gatheredAt: context.clock.now() } as const;
      await updateExport(tx, lease, settling);
      return { ...latest, ...settling };
    };
    const hasPosted = latest.columns !== null;
    if (gathered && (wantsAll || !hasPosted)) {
      await placeStagedChunks(tx, lease);
      return settle(gathered);
    }
    await deleteStagedChunks(tx, lease);
    if (!hasPosted) throw trouble ?? nothingToExport();
    if (trouble && wantsAll && !isPlatformTrouble(trouble) && !isNothing(trouble)) throw trouble;
    if (trouble) log.warn({ exportId: id, err: trouble }, 'the platform read failed, exporting the posted rows');
    const isStandIn = platform !== null && wantsAll && trouble !== null && !isNothing(trouble);
    return settle({ note: isStandIn ? messages.exports.shownRowsOnly(platform) : null });
  });
  reached('export.gathered');
  publishProgress(context, settled);
  return settled;
};
