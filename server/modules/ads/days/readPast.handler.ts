import pLimit from 'p-limit';
import type { AppContext } from '#server/AppContext.ts';
import { accountWasRead } from '#server/flows/updateFindings.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler, JobRun } from '#server/jobs/JobQueue.ts';
import { toAppError } from '#server/lib/failures/toAppError.ts';
import { listStoredAccounts } from '#server/modules/ads/accounts/adAccounts.store.ts';
import { listInsightAccounts, savePastRead } from '#server/modules/ads/insightAccounts.store.ts';
import type { InsightAccountRow } from '#server/modules/ads/insightAccounts.store.ts';
import { insightKeyOf, readPastJob } from '#server/modules/ads/insights.jobs.ts';
import { findAdsSince, isPastDue, readPast } from '#server/modules/ads/objects/reads/readAds.ts';
import { publishInsightsChanged } from '#server/modules/ads/publishInsightsChanged.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import type { Owner } from './insightDays.store.ts';
import { withFreeAccounts } from './insightLease.ts';
import { notByItself } from './nextRead.ts';
import { logFailure, parallelAccounts } from './readInsights.handler.ts';

/** Pause between two turns of a connection, so that others get a turn. */
const pauseSeconds = 20;

/** The newest days come first, and an account that fails waits until they can be read. */
const isReadable = ({ readAt, problem, nextReadAt }: InsightAccountRow): boolean =>
  readAt !== null && problem === null && nextReadAt < notByItself;

/** @returns whether the account needs another turn */
const readAccount = async (
  context: AppContext,
  owner: Owner,
  account: PlatformAccount,
  { log, signal: jobSignal }: JobRun,
): Promise<boolean> => {
  const target = { context, owner, account, reading: { patience: 'background', signal: jobSignal } } as const;
  if (!(await isPastDue(target))) return false;
  return withFreeAccounts(context, owner, [account.id], null, async (held, lease, leaseSignal) => {
    if (held.size === 0) return true;
    const signal = AbortSignal.any([jobSignal, leaseSignal]);
    try {
      const readAt = context.clock.now();
      const isMoreDue = await readPast({ ...target, reading: { patience: 'background', signal } });
      await accountWasRead(context, { ...owner, accountId: account.id }, readAt);
      await savePastRead(context.db, lease, account.id, { adsSince: await findAdsSince(target) });
      return isMoreDue;
    } catch (error) {
      signal.throwIfAborted();
      logFailure(log, account.id, error);
      await savePastRead(context.db, lease, account.id, { adsProblem: toAppError(error).userMessage });
      return false;
    } finally {
      publishInsightsChanged(context, owner);
    }
  });
};

/** Reads one turn of older days for each account of a connection. */
export const readPastHandler = (context: AppContext): JobHandler =>
  handleJob(readPastJob, async (owner, run) => {
    const { workspaceId, platform } = owner;
    if (!context.platforms[platform]) return;
    const rows = await listInsightAccounts(context.db, workspaceId);
    const readable = rows.filter((row) => row.platform === platform && isReadable(row));
    const ids = new Set(readable.map(({ accountId }) => accountId));
    const accounts = (await listStoredAccounts(context.db, workspaceId, platform)).filter(({ id }) => ids.has(id));
    const needs = await pLimit(parallelAccounts).map(accounts, async (account) => {
      run.signal.throwIfAborted();
      const needsTurn = await readAccount(context, owner, account, run);
      await run.progressed();
      return needsTurn;
    });
    if (!needs.includes(true) || context.storage.isFull()) return;
    const options = { singletonKey: insightKeyOf(owner), startAfterSeconds: pauseSeconds };
    await context.jobs.enqueue(readPastJob, owner, options);
  });
