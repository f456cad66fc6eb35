import { setImmediate } from 'node:timers/promises';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable } from '#server/database/Database.ts';
import { workUnderLease } from '#server/database/leases/lease.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler, JobRun } from '#server/jobs/JobQueue.ts';
import type { Tick } from '#server/jobs/startTicker.ts';
import { newId } from '#server/lib/ids.ts';
import { listStoredAccounts } from '#server/modules/ads/accounts/adAccounts.store.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import { findConnection, isUsable } from '#server/modules/connections/connections.store.ts';
import { begunUntil } from '#server/modules/ads/days/freshness.ts';
import { findLeadRead } from '#server/modules/leads/collect/reconcile/leadReads.store.ts';
import { publishNotification } from '#server/modules/notifications/announce.ts';
import { createDetector } from '../detector/createDetector.ts';
import type { Detector } from '../detector/createDetector.ts';
import { openReplay } from '../replay/openReplay.ts';
import type { Replay } from '../replay/openReplay.ts';
import { endFindingsOfAccount } from '../findingConnections.ts';
import { findFindingsJob, runKeyOf } from '../findings.jobs.ts';
import { publishFindingsChanged } from '../publishFindingsChanged.ts';
import { extendRun, finishRun, listDueRuns, runLease, takeRun } from './findingRuns.store.ts';
import type { RunLease, TakenRun } from './findingRuns.store.ts';
import { toSeen } from './planChanges.ts';
import { storeEmptyRun, storeRun } from './storeRun.ts';
import { summarizeLearning } from './summarizeLearning.ts';

type RunContext = Pick<AppContext, 'clock' | 'db' | 'publisher'>;

const runsPerTick = 100;
const hourSeconds = 3_600;
/** Pause for accounts without forms. Until the next read, only the month can change. */
const daySeconds = 24 * hourSeconds;
/** Pause during the first lead read after a new grant. */
const firstLeadsPauseSeconds = 10;

/** Runs a detector over a replay and yields to the event loop between batches. */
const detectIn = async ({ events }: Replay, signal: AbortSignal): Promise<Detector> => {
  const detector = createDetector();
  for await (const part of events) {
    for (const event of part) detector.process(event);
    await setImmediate();
    signal.throwIfAborted();
  }
  return detector;
};

/**
 * Without stored leads, every form would look silent.
 * @returns seconds until the next check; null: no need to wait
 */
const waitForLeads = async (
  db: Queryable,
  { workspaceId, platform }: AccountKey,
  now: Date,
): Promise<number | null> => {
  const connection = await findConnection(db, workspaceId, platform);
  if (connection && !isUsable(connection, now)) return hourSeconds;
  const leadPlatform = leadPlatformIds.find((each) => each === platform);
  const reading = leadPlatform && (await findLeadRead(db, { workspaceId, platform: leadPlatform }));
  return reading && reading.finishedAt === null ? firstLeadsPauseSeconds : null;
};

const runAccount = async (
  context: RunContext,
  lease: RunLease,
  taken: TakenRun,
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock } = context;
  const { workspaceId, platform, accountId } = lease;
  const listed = await listStoredAccounts(db, workspaceId, platform);
  const account = listed.find(({ id }) => id === accountId);
  if (!account) {
    const ended = await db.transaction((tx) => endFindingsOfAccount(tx, lease, clock.now()));
    if (ended > 0) await publishFindingsChanged(context, workspaceId);
    return;
  }
  const now = clock.now();
  const pauseSeconds = await waitForLeads(db, lease, now);
  if (pauseSeconds !== null) {
    await db.transaction((tx) => finishRun(tx, lease, taken, { pauseSeconds }));
    return;
  }
  const today = begunUntil(account, now);
  const { timeZone, currency } = account;
  // One snapshot, so that a read stored meanwhile does not affect only part of the replay.
  const replayed = await db.transaction(
    async (tx) => {
      const reads = { timeZone, reads: taken.reads, today, now };
      const replay = await openReplay(tx, { workspaceId, platform, accountId, ...reads });
      return replay && { replay, detector: await detectIn(replay, signal) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  if (!replayed) {
    await db.transaction((tx) => storeEmptyRun(tx, lease, taken, { now, pauseSeconds: daySeconds }));
    return;
  }
  const { replay, detector } = replayed;
  const { campaigns, forms, lineageOf } = replay;
  const seen = detector.standing().map(toSeen);
  const learning = summarizeLearning(detector.stillLearning(), replay);
  const { notifications, hasChanged } = await db.transaction((tx) =>
    storeRun(tx, lease, taken, {
      lineageOf,
      today,
      seen,
      learning,
      campaigns,
      forms,
      currency,
      now,
      pauseSeconds: forms > 0 ? hourSeconds : daySeconds,
    }),
  );
  for (const notification of notifications) publishNotification(context, notification);
  if (hasChanged) await publishFindingsChanged(context, workspaceId);
};

const withRun = async (
  context: Pick<AppContext, 'db'>,
  key: AccountKey,
  { log, signal }: Pick<JobRun, 'log' | 'signal'>,
  run: (lease: RunLease, taken: TakenRun, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const lease: RunLease = { ...key, leaseId: newId() };
  const taken = await takeRun(context.db, lease);
  if (!taken) return;
  const extend = () => extendRun(context.db, lease);
  await workUnderLease(runLease, { log, signal, extend }, (held) => run(lease, taken, held));
};

/** Detects findings in an account after each read, and every hour if the account has lead forms. */
export const findFindingsHandler = (context: RunContext): JobHandler =>
  handleJob(
    findFindingsJob,
    (key, run) =>
      withRun(context, key, run, async (lease, taken, signal) => {
        try {
          await runAccount(context, lease, taken, signal);
        } catch (error) {
          if (!signal.aborted)
            await context.db.transaction((tx) => finishRun(tx, lease, taken, { pauseSeconds: hourSeconds }));
          throw error;
        }
        await run.progressed();
      }),
    // The process died in every attempt, so delay the next run.
    (key, run) =>
      withRun(context, key, run, (lease, taken) =>
        context.db.transaction((tx) => finishRun(tx, lease, taken, { pauseSeconds: daySeconds })),
      ),
  );

/** Enqueues runs for due accounts. */
export const findingTick = (context: Pick<AppContext, 'db' | 'jobs'>): Tick => ({
  name: 'findings',
  run: async () => {
    for (const key of await listDueRuns(context.db, runsPerTick))
      await context.jobs.enqueue(findFindingsJob, key, { singletonKey: runKeyOf(key) });
  },
});
