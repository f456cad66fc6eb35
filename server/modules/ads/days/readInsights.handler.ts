import pLimit from 'p-limit';
import { addDays } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
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
import { begunUntil, toDated } from './freshness.ts';
import {
  finishAccount,
  deleteInsightAccount,
  listDueConnections,
  saveReadingDays,
  settleWish,
} from '#server/modules/ads/insightAccounts.store.ts';
import type { InsightAccountRow, Lease } from '#server/modules/ads/insightAccounts.store.ts';
import { findDaysToRead } from './insightDays.store.ts';
import type { Owner } from './insightDays.store.ts';
import { insightKeyOf, readInsightsJob } from '#server/modules/ads/insights.jobs.ts';
import { withDueAccounts } from './insightLease.ts';
import { pauseAfterFailure, pauseAfterRead } from './nextRead.ts';
import { publishInsightsChanged } from '#server/modules/ads/publishInsightsChanged.ts';
import { seeGrant } from '#server/modules/connections/access/heldGrant.ts';
import { accountIsNoLongerRead, accountWasRead } from '#server/flows/updateFindings.ts';
import { readAds } from '#server/modules/ads/objects/reads/readAds.ts';
import type { AdsRead } from '#server/modules/ads/objects/reads/readAds.ts';
import { readDays, sizeMemoryOf } from './readDays.ts';

/** Days always kept up to date: a month, and the month before for comparison. */
export const standingDays = 60;
/** Calls slowly, to leave the platform's rate limit to interactive callers. */
const parallelAccounts = 3;
const connectionsPerTick = 100;
/** Pause between two reads of an account's older days, so that other accounts get a turn. */
const backfillPauseMs = 20_000;

type AccountRead = {
  context: AppContext;
  lease: Lease;
  row: InsightAccountRow;
  account: PlatformAccount;
  log: Logger;
  signal: AbortSignal;
};

/** The days always kept up to date, until today in the account's time zone. */
const standingRange = (account: PlatformAccount, now: Date): DateRange => {
  const until = begunUntil(account, now);
  return { since: addDays(until, 1 - standingDays), until };
};

/** Missing and stale days among the default and requested days. */
const daysDue = async ({ context, lease, row, account }: AccountRead): Promise<Day[]> => {
  const now = context.clock.now();
  const ranges = [standingRange(account, now)];
  if (row.wantedSince !== null && row.wantedUntil !== null)
    ranges.push({ since: row.wantedSince, until: row.wantedUntil });
  const days = new Set<Day>();
  for (const range of ranges) {
    const dated = [toDated(account, range.until, now)];
    for (const found of await findDaysToRead(context.db, lease, 'rows', dated, range, now))
      for (const day of found.days) days.add(day);
  }
  return [...days].toSorted();
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

type AdsOutcome = Pick<AdsRead, 'adsSince' | 'isMoreMissing'> & { adsReadAt?: Date; adsProblem: string | null };

/** Reads campaigns, ad sets and ads. Their failure does not affect the rest of the account. */
const readAccountAds = async ({ context, lease, row, account, log, signal }: AccountRead): Promise<AdsOutcome> => {
  // The Preview's days are stored by now, so interactive readers need not wait for them.
  const today = begunUntil(account, context.clock.now());
  await saveReadingDays(context.db, lease, account.id, { since: today, until: today });
  const adsReadAt = context.clock.now();
  const target = { context, owner: lease, account, sizes: sizeMemoryOf({ context, owner: lease, account }) };
  const reading = { patience: 'background', signal } as const;
  const { failure, ...ads } = await readAds(target, row, reading);
  if (failure === null) return { ...ads, adsReadAt, adsProblem: null };
  const line = { accountId: account.id, err: failure };
  if (isExpected(failure)) log.info(line, 'could not read the ads of an account');
  else log.error(line, 'reading the ads of an account failed');
  return { ...ads, isMoreMissing: false, adsProblem: toAppError(failure).userMessage };
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

/** @throws failures that stop the whole read */
const readAccount = async (read: AccountRead): Promise<void> => {
  const { context, lease, row, account, log, signal } = read;
  try {
    const days = await daysDue(read);
    const [since, until] = [days[0], days.at(-1)];
    if (since !== undefined && until !== undefined) {
      await saveReadingDays(context.db, lease, account.id, { since, until });
      const grant = await seeGrant(context, lease);
      await readDays({ context, owner: lease, account, grant }, days, { patience: 'background', signal });
    }
    const { isMoreMissing, ...ads } = await readAccountAds(read);
    const now = context.clock.now();
    const pauseMs = isMoreMissing ? backfillPauseMs : pauseAfterRead(row.lookedAt, now);
    await updateFindings(read, { adsReadAt: ads.adsReadAt, isForgotten: pauseMs === null });
    const end = { readAt: now, failingSince: null, problem: null, problemCode: null, ...ads };
    await settleWish(context.db, lease, row, { ...end, pauseMs });
  } catch (error) {
    signal.throwIfAborted();
    const line = { accountId: account.id, err: error };
    if (isExpected(error)) log.info(line, 'could not read the metrics of an account');
    else log.error(line, 'reading the metrics of an account failed');
    await recordFailure(read, error);
  }
  // Notify even if nothing was stored: the screen shows that the read ended.
  publishInsightsChanged(context, lease);
};

const readDueAccounts = async (context: AppContext, owner: Owner, run: JobRun): Promise<void> => {
  if (!context.platforms[owner.platform]) return;
  const { signal: jobSignal } = run;
  const log = run.log.child({ workspaceId: owner.workspaceId, platform: owner.platform });
  await withDueAccounts(context, owner, { log, signal: jobSignal }, async (lease, rows, signal) => {
    const listed = await listStoredAccounts(context.db, owner.workspaceId, owner.platform);
    const accounts = new Map(listed.map((account) => [account.id, account]));
    try {
      await pLimit(parallelAccounts).map(rows, async (row) => {
        signal.throwIfAborted();
        const account = accounts.get(row.accountId);
        if (account) await readAccount({ context, lease, row, account, log, signal });
        else await forgetAccount(context, lease, row.accountId);
        await run.progressed();
      });
    } catch (error) {
      if (jobSignal.aborted)
        for (const { accountId } of rows) await finishAccount(context.db, lease, accountId, { pauseMs: 0 });
      throw error;
    }
  });
};

/** Records a failure for accounts whose process died during each read. They are retried after a pause. */
const giveUpForNow = (context: AppContext, owner: Owner, { log, signal }: JobRun): Promise<void> =>
  withDueAccounts(context, owner, { log, signal }, async (lease, rows) => {
    for (const row of rows)
      await recordFailure({ context, lease, row }, new Error('the process died in every attempt'));
  });

/** Reads the due accounts of a connection: after connecting, repeatedly, and when someone requests days. */
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
