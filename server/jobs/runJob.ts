import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Job } from 'pg-boss';
import { isDatabaseAway } from '#server/database/connection/isDatabaseAway.ts';
import { isStorageFull } from '#server/database/connection/isStorageFull.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import type { Storage } from '#server/lib/storage.ts';
import { countJob } from '#server/metrics/counters.ts';
import type { JobOutcome } from '#server/metrics/counters.ts';
import type { JobHandler, JobRun } from './JobQueue.ts';
import { nameWork, crashLimit } from './jobAttempts.store.ts';
import type { JobAttempts } from './jobAttempts.store.ts';

type Options = {
  logger: Logger;
  storage: Storage;
  attempts: JobAttempts;
  /** Work that this process is running. */
  runningWork: Map<string, RunningWork>;
  /** Stores a dead-lettered job for inspection. */
  keep: (job: { name: string; payload: unknown }) => Promise<void>;
  /** Aborted when the queue stops, before it cuts running jobs short. */
  stopping: AbortSignal;
};

/** Jobs for the same work. They would crash together, so they count as one attempt. */
export type RunningWork = { jobs: number; readonly count: Promise<number> };

const retryMs = 1_000;

/** Repeats a statement while the database is away. An unsaved end would count as a crash. */
const whenDatabaseAnswers = async (save: () => Promise<void>): Promise<void> => {
  for (;;)
    try {
      return await save();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      await sleep(retryMs);
    }
};

type QueuedJob = Job & { retryCount?: number };
type Work = { payload: unknown; work: string };

/**
 * Runs one attempt at a job. Work whose process ended three times is dead-lettered, and its owner is notified. Work
 * that finds the disk full waits for space; that is not a failed attempt.
 */
export const createRunJob = ({ logger, storage, attempts, runningWork, keep, stopping }: Options) => {
  const deadLetter = async ({ type, onDeadLettered }: JobHandler, payload: unknown, run: JobRun, isNew: boolean) => {
    if (isNew) {
      run.log.error({ attempts: crashLimit }, 'a job is dead-lettered: its process has ended in each attempt');
      await keep({ name: type.name, payload });
    }
    await onDeadLettered?.(payload, run);
  };

  const runOnce = async (
    handler: JobHandler,
    { payload, work }: Work,
    run: JobRun,
  ): Promise<'done' | 'dead-lettered'> => {
    const running = runningWork.get(work);
    const shared = running ?? { jobs: 0, count: attempts.begin(work) };
    runningWork.set(work, shared);
    shared.jobs += 1;
    let end: 'done' | 'ended' | 'dead-lettered' = 'ended';
    try {
      const count = await shared.count;
      if (count > crashLimit) {
        end = 'dead-lettered';
        await deadLetter(handler, payload, run, !running && count === crashLimit + 1);
        return 'dead-lettered';
      }
      await handler.run(payload, run);
      // With a `workOf`, a job may end early because another job does the work. That is not yet success.
      if (!handler.type.workOf) end = 'done';
      return 'done';
    } finally {
      shared.jobs -= 1;
      const isLast = shared.jobs === 0;
      if (isLast) runningWork.delete(work);
      const saveEnd = async (): Promise<void> => {
        if (end === 'done') await attempts.forget(work);
        else if (end === 'ended' && isLast) await attempts.end(work);
      };
      await whenDatabaseAnswers(saveEnd).catch((error: unknown) =>
        run.log.warn({ err: error }, 'the end of an attempt was not saved'),
      );
    }
  };

  // Run suspects alone, so that a crash is not blamed on its neighbors.
  const suspects = pLimit(1);
  const runSuspectsAlone = async (handler: JobHandler, work: Work, run: JobRun): Promise<'done' | 'dead-lettered'> => {
    const isSuspect = !runningWork.has(work.work) && (await attempts.isSuspect(work.work));
    return isSuspect ? suspects(() => runOnce(handler, work, run)) : runOnce(handler, work, run);
  };

  const runWhenWritable = async (handler: JobHandler, work: Work, run: JobRun): Promise<'done' | 'dead-lettered'> => {
    for (;;)
      try {
        return await runSuspectsAlone(handler, work, run);
      } catch (error) {
        if (!isStorageFull(error) || !storage.isFull() || !(await storage.whenSpaceAvailable())) throw error;
      }
  };

  return async (handler: JobHandler, job: QueuedJob): Promise<void> => {
    const { type } = handler;
    const log = logger.child({ area: 'jobs', job: type.name, jobId: job.id });
    const startedAt = Date.now();
    const isLastAttempt = (job.retryCount ?? 0) >= type.retryLimit;
    const ms = () => Date.now() - startedAt;
    let outcome: JobOutcome = isLastAttempt ? 'failed' : 'retry';
    try {
      const payload = type.payload.parse(job.data);
      const work = nameWork(type, payload);
      const run: JobRun = { log, signal: job.signal, isLastAttempt, progressed: () => attempts.forget(work) };
      outcome = await runWhenWritable(handler, { payload, work }, run);
      log.debug({ ms: ms(), outcome }, 'job done');
    } catch (error) {
      if (stopping.aborted && job.signal.aborted) log.info({ ms: ms() }, 'job cut short by the stop');
      else log[isLastAttempt ? 'error' : 'warn']({ ms: ms(), isLastAttempt, err: error }, 'job failed');
    }
    countJob(type.name, outcome, ms() / 1000);
    // pg-boss stores thrown errors, so no cause is attached. Details go to the log; the queue gets no personal data.
    if (outcome === 'failed') throw new Error('failed on the last attempt');
    if (outcome === 'retry') throw new Error('failed, will be retried');
  };
};
