import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { isLeaseLost, workUnderLease } from '#server/database/leases/lease.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler, JobRun } from '#server/jobs/JobQueue.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { readSharedSheet } from '#server/modules/sheets/readSharedSheet.ts';
import { explainFault, explainProblem } from '#server/modules/sheets/sheetProblems.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { completeRun, failRun, interruptRun } from './endRun.ts';
import { syncSheetJob } from '#server/modules/sheets/syncs/sheetSyncs.jobs.ts';
import type { SyncSheetPayload } from '#server/modules/sheets/syncs/sheetSyncs.jobs.ts';
import { extendLease, sheetSyncLease } from './sheetSyncLease.store.ts';
import { startRun } from './startRun.ts';
import type { SyncRun } from './startRun.ts';

/** Reads the sheet and stores its rows, or records why that failed. */
const runSheetSync = async (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'publisher' | 'sheetReader'>,
  run: SyncRun,
  signal: AbortSignal,
): Promise<void> => {
  const { documentId, isPublished, gid } = run.sync;
  const options = { patience: 'background', signal } as const;
  const reading = await readSharedSheet(context, run.workspaceId, { documentId, isPublished, gid }, options).catch(
    (error: unknown) => {
      // The reader has already retried; the next attempt is the next slot.
      if (error instanceof ProviderError) return { kind: 'fault', reason: explainFault(error) } as const;
      throw error;
    },
  );
  reached('sheetSync.read');
  if (reading.kind === 'rows') return completeRun(context, run, reading.rows);
  const reason =
    reading.kind === 'fault' ? reading.reason : explainProblem(reading.kind, context.sheetReader.serviceAccount);
  return failRun(context, run, reason);
};

/** Starts a run of a record if needed, and works on it while holding its lease. */
const withRun = async (
  context: Pick<AppContext, 'clock' | 'db' | 'jobs'>,
  payload: SyncSheetPayload,
  { log, signal }: JobRun,
  work: (run: SyncRun, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const run = await startRun(context, payload);
  if (!run) return;
  const extend = () => extendLease(context.db, run);
  const holding = { extend, log: log.child({ syncId: run.syncId }), signal };
  await workUnderLease(sheetSyncLease, holding, (held) => work(run, held));
};

/** One run of a record. A repeated run changes nothing, because rows are recognized by their id or content. */
const syncSheet = (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'jobs' | 'publisher' | 'sheetReader'>,
  payload: SyncSheetPayload,
  jobRun: JobRun,
): Promise<void> =>
  withRun(context, payload, jobRun, async (run, signal) => {
    const { log, isLastAttempt, progressed } = jobRun;
    try {
      await runSheetSync(context, run, signal);
      await progressed();
    } catch (error) {
      if (isLeaseLost(error, signal)) throw error;
      if (!isLastAttempt) {
        await interruptRun(context, run).catch((noting: unknown) =>
          // The lease expires, and the next run records the interruption.
          log.warn({ syncId: run.syncId, err: noting }, 'could not record an interrupted run'),
        );
        throw error;
      }
      log.error({ syncId: run.syncId, err: error }, 'a sheet could not be synchronized');
      await failRun(context, run, messages.server.unexpected);
    }
  });

const endDeadLettered = (
  context: Pick<AppContext, 'clock' | 'db' | 'jobs' | 'publisher'>,
  payload: SyncSheetPayload,
  jobRun: JobRun,
): Promise<void> => withRun(context, payload, jobRun, (run) => failRun(context, run, messages.server.deadLettered));

/** Runs a record, on any worker. */
export const sheetSyncHandler = (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'jobs' | 'publisher' | 'sheetReader'>,
): JobHandler =>
  handleJob(
    syncSheetJob,
    (payload, jobRun) => syncSheet(context, payload, jobRun),
    (payload, jobRun) => endDeadLettered(context, payload, jobRun),
  );
