import pLimit from 'p-limit';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import { storageFull } from '#server/lib/storage.ts';
import { isTransient, needsPerson, verdictOf } from '#server/lib/failures/verdicts.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { seeGrant } from '#server/modules/connections/access/heldGrant.ts';
import { awaitReader } from '#server/modules/ads/preview/awaitReader.ts';
import { toDated } from './freshness.ts';
import { findDaysToRead } from './insightDays.store.ts';
import type { Owner } from './insightDays.store.ts';
import { withFreeAccounts } from './insightLease.ts';
import { readDays } from './readDays.ts';
import type { Reading } from './readDays.ts';

/** Accounts read in parallel. An interactive read covers nearly all accounts at once; jobs leave room for other work. */
const parallelAccounts = { interactive: 10, background: 3 } as const;

export type ReadFailure = AppError | ProviderError;
/** An account and its read error; null on success. */
export type AccountOutcome = { account: PlatformAccount; failure: ReadFailure | null };

/** Whether the platform or the grant prevented the read. Any other failure is a bug or an invalid request. */
export const isReadFailure = (error: unknown): error is ReadFailure => {
  if (error instanceof ProviderError) return true;
  if (!(error instanceof AppError)) return false;
  const verdict = verdictOf(error);
  // A platform that is not connected has no stored rows.
  return isTransient(verdict) || (needsPerson(verdict) && verdict !== 'set-up');
};

/** Runs `read` for each account, several in parallel. A failing account does not stop the others. */
export const forEachAccount = (
  accounts: readonly PlatformAccount[],
  { patience }: Pick<Reading, 'patience'>,
  read: (account: PlatformAccount) => Promise<unknown>,
): Promise<AccountOutcome[]> =>
  pLimit(parallelAccounts[patience]).map(accounts, async (account) => {
    try {
      await read(account);
      return { account, failure: null };
    } catch (error) {
      if (isReadFailure(error)) return { account, failure: error };
      throw error;
    }
  });

/**
 * Reads the missing and stale days of a range, all accounts in parallel.
 * @throws AppError 503 for a platform without credentials, 403 without a connection
 */
export const bringUpToDate = async <P extends PlatformId>(
  context: AppContext,
  owner: Owner<P>,
  accounts: readonly PlatformAccount[],
  range: DateRange,
  reading: Reading,
): Promise<AccountOutcome[]> => {
  platformOf(context.platforms, owner.platform);
  const now = context.clock.now();
  const dated = accounts.map((account) => toDated(account, range.until, now));
  const dueIds = (await findDaysToRead(context.db, owner, 'rows', dated, range, now)).map(({ accountId }) => accountId);
  if (dueIds.length === 0) return accounts.map((account) => ({ account, failure: null }));
  const grant = await seeGrant(context, owner);
  // A second reader of the same rows does no harm, so a lost lease does not stop the read.
  return withFreeAccounts(context, owner, dueIds, range, async (held) => {
    // Check again under the lease: another reader may have stored some of the days.
    const left = await findDaysToRead(
      context.db,
      owner,
      'rows',
      dated.filter(({ accountId }) => held.has(accountId)),
      range,
      now,
    );
    const daysOf = new Map(left.map(({ accountId, days }) => [accountId, days]));
    return forEachAccount(accounts, reading, async (account) => {
      if (!dueIds.includes(account.id)) return;
      const days = held.has(account.id)
        ? (daysOf.get(account.id) ?? [])
        : await awaitReader(context, owner, account, range, reading);
      if (days.length === 0) return;
      if (context.storage.isFull()) throw storageFull();
      await readDays({ context, owner, account, grant }, days, reading);
    });
  });
};
