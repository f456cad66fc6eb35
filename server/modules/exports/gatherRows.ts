import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Logger } from '#server/lib/logger.ts';
import { findLastQuery } from '#server/modules/insights/insightQueries.store.ts';
import { readAllInsights } from '#server/modules/insights/insights.service.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { buildTable } from './buildTable.ts';
import type { ExportTable } from './buildTable.ts';
import { replaceChunks } from './exportChunks.store.ts';
import { nothingToExport } from './exportErrors.ts';
import { findDefaultAccountIds, lockExport, updateExport } from './exports.store.ts';
import type { ExportRow } from './exports.store.ts';

type Query = NonNullable<ExportRow['query']>;
type Gathered = { table: ExportTable; note: string | null };

/** Failures of the platform or of the connection to it; a foreign account or bad dates are not among them. */
const isPlatformTrouble = (error: unknown): boolean =>
  error instanceof ProviderError ||
  (error instanceof AppError &&
    [
      'PLATFORM_FAILED',
      'PLATFORM_THROTTLED',
      'NOT_CONNECTED',
      'RECONNECT_NEEDED',
      'SCOPE_MISSING',
      'NOT_CONFIGURED',
    ].includes(error.code));

/** The accounts of the event, else of the last preview with these dates, else the person's default accounts. */
const chooseAccounts = async (
  context: AppContext,
  userId: string,
  platform: PlatformId,
  query: Query,
): Promise<string[]> => {
  if (query.accountIds) return query.accountIds;
  const last = await findLastQuery(context.db, userId, platform, query);
  return last ?? findDefaultAccountIds(context.db, userId, platform);
};

/** Someone is waiting at the screen, so a platform that fails is told at once rather than tried for minutes. */
const readFromPlatform = async (
  context: AppContext,
  userId: string,
  platform: PlatformId,
  query: Query,
  signal: AbortSignal,
): Promise<Gathered> => {
  const accountIds = await chooseAccounts(context, userId, platform, query);
  if (accountIds.length === 0) throw new AppError(400, 'NOTHING_TO_EXPORT', messages.exports.noAccounts);
  const { since, until } = query;
  const reading = { patience: 'interactive', signal } as const;
  const { rows, warnings } = await readAllInsights(context, userId, platform, { accountIds, since, until }, reading);
  if (rows.length === 0) throw nothingToExport();
  return {
    table: buildTable(rows, platform),
    note: warnings.length > 0 ? messages.exports.accountsLeftOut(warnings.length) : null,
  };
};

/**
 * Settles the rows of a queued export and makes it `running`. Posted rows are taken as they are, unless the event named
 * accounts: then everything of the accounts and dates is read, since the screen shows only a part, and the posted rows
 * stand in when the platform fails.
 * @returns null when the export has ended meanwhile
 */
export const gatherRows = async (
  context: AppContext,
  row: ExportRow,
  log: Logger,
  signal: AbortSignal,
): Promise<ExportRow | null> => {
  const { userId, id, platform, query } = row;
  const wantsAll = query?.accountIds !== null && query?.accountIds !== undefined;
  const isPosted = row.columns !== null;
  let gathered: Gathered | null = null;
  let trouble: unknown = null;
  if (platform && query && (wantsAll || !isPosted))
    try {
      gathered = await readFromPlatform(context, userId, platform, query, signal);
    } catch (error) {
      signal.throwIfAborted();
      trouble = error;
    }

  return context.db.transaction(async (tx) => {
    // Posted rows may have come while the platform was read.
    const latest = await lockExport(tx, userId, id);
    if (!latest || latest.state !== 'queued') return latest?.state === 'running' ? latest : null;
    const hasPosted = latest.columns !== null;
    if (gathered && (wantsAll || !hasPosted)) {
      await replaceChunks(tx, userId, id, gathered.table.chunks());
      const { columns, rowCount } = gathered.table;
      const change = { state: 'running', columns, rowsTotal: rowCount, note: gathered.note } as const;
      await updateExport(tx, userId, id, change);
      return { ...latest, ...change };
    }
    if (!hasPosted) throw trouble ?? nothingToExport();
    if (trouble && wantsAll && !isPlatformTrouble(trouble) && !isNothing(trouble)) throw trouble;
    if (trouble) log.warn({ exportId: id, err: trouble }, 'the platform gave no rows, the posted ones are exported');
    const note =
      platform && wantsAll && trouble && !isNothing(trouble) ? messages.exports.shownRowsOnly(platform) : null;
    const change = { state: 'running', note } as const;
    await updateExport(tx, userId, id, change);
    return { ...latest, ...change };
  });
};

/** The platform has answered, and has no rows. */
const isNothing = (error: unknown): boolean => error instanceof AppError && error.code === 'NOTHING_TO_EXPORT';
