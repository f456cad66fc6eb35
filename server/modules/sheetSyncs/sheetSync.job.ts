import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler, JobRun } from '#server/jobs/JobQueue.ts';
import { keepLease } from '#server/lib/keepLease.ts';
import { reached } from '#server/lib/steps.ts';
import { readSharedSheet } from '#server/modules/sheets/readSharedSheet.ts';
import { explainFault, explainProblem } from '#server/modules/sheets/sheetProblems.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { completeRun, failRun, interruptRun } from './endRun.ts';
import { syncSheetJob } from './sheetSyncJobs.ts';
import type { SyncSheetPayload } from './sheetSyncJobs.ts';
import { leaseSeconds, renewLease } from './sheetSyncLease.store.ts';
import { startRun } from './startRun.ts';
import type { SyncRun } from './startRun.ts';

/** Three times in the life of a lease, so that one that fails does not lose it. */
const renewEveryMs = (leaseSeconds * 1000) / 3;

/** Reads the sheet and stores its rows, or notes why that cannot be. */
const runSheetSync = async (context: AppContext, run: SyncRun, signal: AbortSignal): Promise<void> => {
  const { documentId, isPublished, gid } = run.sync;
  const options = { patience: 'background', signal } as const;
  const reading = await readSharedSheet(context, run.userId, { documentId, isPublished, gid }, options).catch(
    (error: unknown) => {
      // The reader has tried again what can heal; the next slot is the next try.
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

/** One run of a record. Repeating it changes nothing: the rows are known by their id or content. */
const syncSheet = async (context: AppContext, payload: SyncSheetPayload, jobRun: JobRun): Promise<void> => {
  const { log, signal, isLastTry } = jobRun;
  const run = await startRun(context, payload);
  if (!run) return;
  const lease = keepLease({
    renew: () => renewLease(context.db, run),
    everyMs: renewEveryMs,
    lostReason: new Error('the lease is lost'),
    // A database that is away for a moment is back before the lease ends.
    onFault: (error) => log.warn({ syncId: run.syncId, err: error }, 'a lease was not renewed'),
  });
  try {
    await runSheetSync(context, run, AbortSignal.any([signal, lease.signal]));
    await jobRun.progressed();
  } catch (error) {
    // The record was deleted, or somebody else has taken over: nothing is lost.
    if (lease.signal.aborted) return;
    if (!isLastTry) {
      await interruptRun(context, run).catch((noting: unknown) =>
        // Its lease runs out by itself, and its successor notes the same.
        log.warn({ syncId: run.syncId, err: noting }, 'an interrupted run was not noted'),
      );
      throw error;
    }
    log.error({ syncId: run.syncId, err: error }, 'a sheet could not be synchronised');
    await failRun(context, run, messages.server.unexpected);
  } finally {
    lease.stop();
  }
};

const endParked = async (context: AppContext, payload: SyncSheetPayload): Promise<void> => {
  const run = await startRun(context, payload);
  if (run) await failRun(context, run, messages.server.parked);
};

/** Runs a record, on whichever worker. */
export const sheetSyncHandler = (context: AppContext): JobHandler =>
  handleJob(
    syncSheetJob,
    (payload, jobRun) => syncSheet(context, payload, jobRun),
    (payload) => endParked(context, payload),
  );
