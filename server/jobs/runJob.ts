import pLimit from 'p-limit';
import type { Job } from 'pg-boss';
import { isStorageFull } from '#server/database/connection/isStorageFull.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import type { Storage } from '#server/lib/storage.ts';
import { countJob } from '#server/metrics/counters.ts';
import type { JobOutcome } from '#server/metrics/counters.ts';
import type { JobHandler, JobRun } from './JobQueue.ts';
import { nameWork, triesWithoutEnd } from './jobAttempts.store.ts';
import type { JobTries } from './jobAttempts.store.ts';

type Options = {
  logger: Logger;
  storage: Storage;
  tries: JobTries;
  /** Work that is being done by this process. */
  underWay: Map<string, UnderWay>;
  /** Keeps a job that is given up, to be looked at. */
  park: (job: { name: string; payload: unknown }) => Promise<void>;
};

/** Jobs for the same work, which would die together, so that they count as one try. */
export type UnderWay = { jobs: number; readonly count: Promise<number> };

type QueuedJob = Job & { retryCount?: number };
type Work = { payload: unknown; work: string };

/**
 * Does one try of a job. Work whose process has ended three times on the way is not begun any more: it is put aside, and
 * its owner is told. Work that finds no room on the disk waits for it, and the wait is no failed try.
 */
export const createRunJob = ({ logger, storage, tries, underWay, park }: Options) => {
  const parkWork = async ({ type, onParked }: JobHandler, payload: unknown, run: JobRun, isNew: boolean) => {
    if (isNew) {
      run.log.error({ tries: triesWithoutEnd }, 'a job is parked: its process has ended each time');
      await park({ name: type.name, payload });
    }
    await onParked?.(payload, run);
  };

  const tryOnce = async (handler: JobHandler, { payload, work }: Work, run: JobRun): Promise<'done' | 'parked'> => {
    const running = underWay.get(work);
    const shared = running ?? { jobs: 0, count: tries.begin(work) };
    underWay.set(work, shared);
    shared.jobs += 1;
    let end: 'done' | 'ended' | 'parked' = 'ended';
    try {
      const count = await shared.count;
      if (count > triesWithoutEnd) {
        end = 'parked';
        await parkWork(handler, payload, run, !running && count === triesWithoutEnd + 1);
        return 'parked';
      }
      await handler.run(payload, run);
      // Of several jobs for the same work, one may be done because another does it: that tells nothing of the work.
      if (!handler.type.workOf) end = 'done';
      return 'done';
    } finally {
      shared.jobs -= 1;
      if (shared.jobs === 0) underWay.delete(work);
      const noted = async (): Promise<void> => {
        if (end === 'done') await tries.forget(work);
        else if (end === 'ended' && shared.jobs === 0) await tries.end(work);
      };
      await noted().catch((error: unknown) => run.log.warn({ err: error }, 'the end of a try was not noted'));
    }
  };

  // One after the other: what merely ran beside the work that ends its process would be counted with it, and parked too.
  const suspects = pLimit(1);
  const tryAsKnown = async (handler: JobHandler, work: Work, run: JobRun): Promise<'done' | 'parked'> => {
    const isSuspect = !underWay.has(work.work) && (await tries.isSuspect(work.work));
    return isSuspect ? suspects(() => tryOnce(handler, work, run)) : tryOnce(handler, work, run);
  };

  const tryWithRoom = async (handler: JobHandler, work: Work, run: JobRun): Promise<'done' | 'parked'> => {
    for (;;)
      try {
        return await tryAsKnown(handler, work, run);
      } catch (error) {
        if (!isStorageFull(error) || !storage.isFull() || !(await storage.whenRoom())) throw error;
      }
  };

  return async (handler: JobHandler, job: QueuedJob): Promise<void> => {
    const { type } = handler;
    const log = logger.child({ area: 'jobs', job: type.name, jobId: job.id });
    const startedAt = Date.now();
    const isLastTry = (job.retryCount ?? 0) >= type.retryLimit;
    const ms = () => Date.now() - startedAt;
    let outcome: JobOutcome = isLastTry ? 'failed' : 'retry';
    try {
      const payload = type.payload.parse(job.data);
      const work = nameWork(type, payload);
      const run: JobRun = { log, signal: job.signal, isLastTry, progressed: () => tries.forget(work) };
      outcome = await tryWithRoom(handler, { payload, work }, run);
      log.debug({ ms: ms(), outcome }, 'job done');
    } catch (error) {
      log[isLastTry ? 'error' : 'warn']({ ms: ms(), isLastTry, err: error }, 'job failed');
    }
    countJob(type.name, outcome, ms() / 1000);
    // pg-boss keeps what is thrown, so it gets no cause: the details are in the log, no data of a person in the queue.
    if (outcome === 'failed') throw new Error('failed on the last try');
    if (outcome === 'retry') throw new Error('failed, to be tried again');
  };
};
