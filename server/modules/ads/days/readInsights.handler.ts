import pLimit from 'p-limit';
import { platformIds } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import { toAppError } from '#server/lib/failures/toAppError.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler, JobRun } from '#server/jobs/JobQueue.ts';
import type { Tick } from '#server/jobs/startTicker.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { listStoredAccounts } from '#server/modules/ads/accounts/adAccounts.store.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { isReadFailure } from './bringUpToDate.ts';
import {
  finishAccount,
  deleteInsightAccount,
  listDueConnections,
  settleWish,
} from '#server/modules/ads/insightAccounts.store.ts';
import type { InsightAccountRow, Lease } from '#server/modules/ads/insightAccounts.store.ts';
import type { Owner } from './insightDays.store.ts';
import { insightKeyOf, readInsightsJob, readPastJob } from '#server/modules/ads/insights.jobs.ts';
import { withDueAccounts } from './insightLease.ts';
import { pauseAfterFailure, pauseAfterRead } from './nextRead.ts';
import { publishInsightsChanged } from '#server/modules/ads/publishInsightsChanged.ts';
import { accountIsNoLongerRead, accountWasRead } from '#server/flows/updateFindings.ts';
import { findAdsSince, isPastDue, readNewest, readRange } from '#server/modules/ads/objects/reads/readAds.ts';
import type { AdsTarget, NewestRead } from '#server/modules/ads/objects/reads/readAds.ts';

/** Calls slowly, to leave the platform's rate limit to interactive callers. */
export const parallelAccounts = 3;
const connectionsPerTick = 100;

type AccountRead = {
  context: AppContext;
  lease: Lease;
  row: InsightAccountRow;
  account: PlatformAccount;
  log: Logger;
  signal: AbortSignal;
};

const targetOf = ({ context, lease, account, signal }: AccountRead): AdsTarget => {
  const { workspaceId, platform } = lease;
  return { context, owner: { workspaceId, platform }, account, reading: { patience: 'background', signal } };
};

type FailedRead = Pick<AccountRead, 'context' | 'lease' | 'row'>;

const recordFailure = async ({ context, lease, row }: FailedRead, error: unknown): Promise<void> => {
  const { code, userMessage } = toAppError(error);
  const now = context.clock.now();
  const failingSince = row.failingSince ?? now;
  const retryAfterMs = error instanceof ProviderError ? (error.retryAfterMs ?? null) : null;
  await finishAccount(context.db, lease, row.accountId, {
    pauseMs: pauseAfterFailure(code, failingSince, retryAfterMs, now),
    failingSince,
    problemCode: code,
    problem: userMessage,
  });
};

/** The platform may be disconnected while the job reads. */
const isExpected = (error: unknown): boolean =>
  isReadFailure(error) || (error instanceof AppError && error.code === 'NOT_CONNECTED');

export const logFailure = (log: Logger, accountId: string, error: unknown): void => {
  const line = { accountId, err: error };
  if (isExpected(error)) log.info(line, 'could not read the metrics of an account');
  else log.error(line, 'reading the metrics of an account failed');
};

/** Updates findings before the read ends, so that a killed read repeats both. */
const updateFindings = async (
  { context, lease, account }: AccountRead,
  { adsReadAt, isForgotten }: { adsReadAt: Date | undefined; isForgotten: boolean },
): Promise<void> => {
  const { workspaceId, platform } = lease;
  const key = { workspaceId, platform, accountId: account.id };
  if (isForgotten) await accountIsNoLongerRead(context, key);
  else if (adsReadAt) await accountWasRead(context, key, adsReadAt);
};

/** Removes an account that the connection no longer lists. */
const forgetAccount = async (context: AppContext, lease: Lease, accountId: string): Promise<void> => {
  const { workspaceId, platform } = lease;
  await deleteInsightAccount(context.db, lease, accountId);
  await accountIsNoLongerRead(context, { workspaceId, platform, accountId });
};

/** Records a failure of the account. @returns null after a failure @throws failures that stop the whole read */
const attempt = async <T>(read: AccountRead, run: () => Promise<T>): Promise<T | null> => {
  const { context, lease, account, log, signal } = read;
  try {
    return await run();
  } catch (error) {
    signal.throwIfAborted();
    logFailure(log, account.id, error);
    await recordFailure(read, error);
    return null;
  } finally {
    // Notify even if nothing was stored: the screen shows that the read ended.
    publishInsightsChanged(context, lease);
  }
};

/** A read whose newest days are stored. */
type BegunRead = AccountRead & NewestRead & { begunAt: Date };

const beginRead = (read: AccountRead): Promise<BegunRead | null> =>
  attempt(read, async () => {
    const begunAt = read.context.clock.now();
    return { ...read, begunAt, ...(await readNewest(targetOf(read), read.row.adsReadAt)) };
  });

const isWish = ({ wantedSince, wantedUntil }: InsightAccountRow): boolean =>
  wantedSince !== null && wantedUntil !== null;

/** Reads the requested days and releases the account. @returns whether older days are due */
const endRead = (read: BegunRead): Promise<boolean | null> =>
  attempt(read, async () => {
    const { context, lease, row, account, log, begunAt, failure, isRefused } = read;
    const target = targetOf(read);
    const { wantedSince, wantedUntil } = row;
    if (wantedSince !== null && wantedUntil !== null && !isRefused)
      await readRange(target, { since: wantedSince, until: wantedUntil });
    if (failure !== null) logFailure(log, account.id, failure);
    const now = context.clock.now();
    const pauseMs = pauseAfterRead(row.lookedAt, now);
    const adsReadAt = failure === null ? begunAt : row.adsReadAt;
    await updateFindings(read, { adsReadAt: failure === null ? begunAt : undefined, isForgotten: pauseMs === null });
    await settleWish(context.db, lease, row, {
      readAt: now,
      failingSince: null,
      problem: null,
      problemCode: null,
      adsReadAt,
      adsSince: await findAdsSince(target),
      adsProblem: failure === null ? null : toAppError(failure).userMessage,
      pauseMs,
    });
    return pauseMs !== null && !isRefused && (await isPastDue(target));
  });

const readDueAccounts = async (context: AppContext, owner: Owner, run: JobRun): Promise<void> => {
  if (!context.platforms[owner.platform]) return;
  const { signal: jobSignal } = run;
  const log = run.log.child({ workspaceId: owner.workspaceId, platform: owner.platform });
  await withDueAccounts(context, owner, { log, signal: jobSignal }, async (lease, rows, signal) => {
    const listed = await listStoredAccounts(context.db, owner.workspaceId, owner.platform);
    const accounts = new Map(listed.map((account) => [account.id, account]));
    const limit = pLimit(parallelAccounts);
    let isMoreDue = false;
    const end = async (read: BegunRead): Promise<void> => {
      signal.throwIfAborted();
      if (await endRead(read)) isMoreDue = true;
      await run.progressed();
    };
    try {
      // The newest days of all accounts come before the days that people wait for.
      const begun = await limit.map(rows, async (row) => {
        signal.throwIfAborted();
        const account = accounts.get(row.accountId);
        if (!account) {
          await forgetAccount(context, lease, row.accountId);
          return null;
        }
        const read = await beginRead({ context, lease, row, account, log, signal });
        await run.progressed();
        if (read === null || isWish(row)) return read;
        await end(read);
        return null;
      });
      await limit.map(begun, async (read) => {
        if (read) await end(read);
      });
    } catch (error) {
      if (jobSignal.aborted)
        for (const { accountId } of rows) await finishAccount(context.db, lease, accountId, { pauseMs: 0 });
      throw error;
    }
    if (isMoreDue && !context.storage.isFull())
      await context.jobs.enqueue(readPastJob, owner, { singletonKey: insightKeyOf(owner) });
  });
};

/** Records a failure for accounts whose process died during each read. They are retried after a pause. */
const giveUpForNow = (context: AppContext, owner: Owner, { log, signal }: JobRun): Promise<void> =>
  withDueAccounts(context, owner, { log, signal }, async (lease, rows) => {
    for (const row of rows)
      await recordFailure({ context, lease, row }, new Error('the process died in every attempt'));
  });

/** Reads the newest days of due accounts: after connecting, repeatedly, and when someone requests days. */
export const readInsightsHandler = (context: AppContext): JobHandler =>
  handleJob(
    readInsightsJob,
    (owner, run) => readDueAccounts(context, owner, run),
    (owner, run) => giveUpForNow(context, owner, run),
  );

/** Enqueues the reads of connections with due accounts. */
export const insightTick = (context: Pick<AppContext, 'db' | 'jobs' | 'platforms'>): Tick => ({
  name: 'insights',
  run: async () => {
    const platforms = platformIds.filter((platform) => context.platforms[platform]);
    for (const owner of await listDueConnections(context.db, platforms, connectionsPerTick))
      await context.jobs.enqueue(readInsightsJob, owner, { singletonKey: insightKeyOf(owner) });
  },
});
