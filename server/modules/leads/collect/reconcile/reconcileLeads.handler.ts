import { messages } from '#shared/messages.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { isLeaseLost } from '#server/database/leases/lease.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler, JobRun } from '#server/jobs/JobQueue.ts';
import type { Tick } from '#server/jobs/startTicker.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { readKeyOf, reconcileLeadsJob } from '#server/modules/leads/leads.jobs.ts';
import { withLease } from './leadLease.ts';
import { leadSourceOf } from './leadReading.ts';
import type { LeadReading } from './leadReading.ts';
import { claimDueReads, finishRead } from './leadReads.store.ts';
import type { LeadReadKey } from './leadReads.store.ts';
import { readLeadForms } from './readLeadForms.ts';
import { toReadProblem } from './readProblems.ts';

const readsPerTick = 100;
const deadLetteredReadMs = 3_600_000;

/** The share of the interval by which reads that began together are spread. */
const jitter = 0.1;

const pauseAfter = ({ context, problems }: LeadReading): number => {
  const intervalMs = context.env.RECONCILE_INTERVAL_SECONDS * 1000 * (1 - jitter + 2 * jitter * Math.random());
  const askedMs = Math.max(0, ...problems.map(({ retryAfterMs }) => retryAfterMs ?? 0));
  return Math.max(intervalMs, askedMs);
};

const endRead = async (reading: LeadReading): Promise<void> => {
  const [problem] = reading.problems;
  await finishRead(reading.context.db, reading.lease, {
    finishedAt: reading.context.clock.now(),
    nextReadInMs: pauseAfter(reading),
    problem: problem?.text ?? null,
    problemCode: problem?.code ?? null,
  });
};

/** Whether the platform or the grant prevented the read; any other failure is a bug. */
const isExpected = (error: unknown): boolean => error instanceof AppError || error instanceof ProviderError;

/** Pauses a read that has repeatedly crashed its process, and stores the problem for the connection. */
const endDeadLettered = (
  context: Pick<AppContext, 'clock' | 'db'>,
  key: LeadReadKey,
  { log, signal }: JobRun,
): Promise<void> =>
  withLease(context, key, { log, signal }, async (lease) => {
    await finishRead(context.db, lease, {
      finishedAt: context.clock.now(),
      nextReadInMs: deadLetteredReadMs,
      problem: messages.server.deadLettered,
      problemCode: 'UNEXPECTED',
    });
  });

const readLeads = async (
  context: AppContext,
  key: LeadReadKey,
  { log: jobLog, signal: jobSignal, progressed }: JobRun,
): Promise<void> => {
  const source = leadSourceOf(context, key.platform);
  if (!source) return;
  const log = jobLog.child({ workspaceId: key.workspaceId, platform: key.platform });
  await withLease(context, key, { log, signal: jobSignal }, async (lease, signal) => {
    const reading: LeadReading = { context, lease, source, log, signal, problems: [] };
    try {
      await readLeadForms(reading);
    } catch (error) {
      if (isLeaseLost(error, signal)) throw error;
      if (jobSignal.aborted) {
        await finishRead(context.db, lease, { nextReadInMs: 0 });
        throw error;
      }
      reading.problems.unshift(toReadProblem(error));
      if (!isExpected(error)) {
        await endRead(reading);
        throw error;
      }
      log.info({ err: error }, 'the lead forms could not be read');
    }
    await endRead(reading);
    await progressed();
  });
};

/** Finds leads that webhooks missed. Runs after connecting, on a timer, and when a lead screen is opened. */
export const reconcileLeadsHandler = (context: AppContext): JobHandler =>
  handleJob(
    reconcileLeadsJob,
    (key, run) => readLeads(context, key, run),
    (key, run) => endDeadLettered(context, key, run),
  );

/** Enqueues due reads, including those of a killed process. */
export const leadReadTick = (context: Pick<AppContext, 'db' | 'jobs' | 'platforms'>): Tick => ({
  name: 'lead reads',
  run: () =>
    context.db.transaction(async (tx) => {
      const platforms = leadPlatformIds.filter((platform) => leadSourceOf(context, platform));
      for (const key of await claimDueReads(tx, platforms, readsPerTick))
        await context.jobs.enqueue(reconcileLeadsJob, key, { transaction: tx, singletonKey: readKeyOf(key) });
    }),
});
