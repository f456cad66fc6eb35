import pLimit from 'p-limit';
import { sql } from '#server/database/drizzle.ts';
import type { Pool } from 'pg';
import { PgBoss, fromDrizzle } from 'pg-boss';
import { isDatabaseAway, markSocketFault } from '#server/database/connection/isDatabaseAway.ts';
import type { Listener } from '#server/database/connection/openListener.ts';
import { newId } from '#server/lib/ids.ts';
import { beginJobCounts } from '#server/metrics/counters.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { storageFull } from '#server/lib/storage.ts';
import type { Storage } from '#server/lib/storage.ts';
import { deadLetterQueue } from './JobQueue.ts';
import type { JobHandler, JobQueue, JobType } from './JobQueue.ts';
import { createJobAttempts } from './jobAttempts.store.ts';
import { prepareQueues } from './prepareQueues.ts';
import { createRunJob } from './runJob.ts';
import type { RunningWork } from './runJob.ts';

export type RunningJobQueue = JobQueue & {
  /** Starts working on jobs of these types; call once. */
  work(handlers: readonly JobHandler[]): Promise<void>;
  /** Runs a job on a schedule. `cron` in UTC; each slot runs once across all instances. */
  schedule<Payload extends object>(type: JobType<Payload>, cron: string, payload: Payload): Promise<void>;
  /**
   * Makes running jobs due again, since their process is gone. Only for the single process of a database, before
   * `work`.
   */
  retryActive(): Promise<void>;
  /** True when the queue answers. */
  isHealthy(): Promise<boolean>;
  /** Takes no more jobs, gives running ones some time, then stops. */
  stop(): Promise<void>;
};

type QueueOptions = {
  pool: Pool;
  listener: Listener;
  /** A worker runs jobs and listens for new ones; other processes only enqueue. */
  isWorker: boolean;
  storage: Storage;
  logger: Logger;
  /** Every job type that may be enqueued or worked. */
  types: readonly JobType<unknown>[];
  intervals?: {
    /**
     * Poll interval for jobs that arrive without a NOTIFY: delayed jobs and retries. About seventy workers poll at this
     * interval, which causes most of the load of an idle process.
     */
    pollSeconds: number;
    /** Poll interval while the LISTEN connection is down. */
    pollSecondsWithoutListen: number;
    /** How often lost workers are detected. */
    monitorSeconds: number;
  };
};

const defaultIntervals = { pollSeconds: 3, pollSecondsWithoutListen: 0.5, monitorSeconds: 10 };
const stopTimeoutMs = 6_000;

/**
 * The job queue in the product's own database. A job is stored before the enqueuing call returns, and survives the end
 * of any process.
 */
export const startJobQueue = async ({
  pool,
  listener,
  isWorker,
  storage,
  logger,
  types,
  intervals: { pollSeconds, pollSecondsWithoutListen, monitorSeconds } = defaultIntervals,
}: QueueOptions): Promise<RunningJobQueue> => {
  // All workers poll in one burst. Half of the connections remain for other work, which does not wait for long.
  const limit = pLimit(Math.ceil(pool.options.max / 2));
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => {
        // The queue's own work pauses while storage is full and resumes by itself.
        await storage.whenSpaceAvailable();
        return limit(() => pool.query(text, values));
      },
      listen: listener.listen,
    },
    useListenNotify: isWorker,
    schema: 'jobs',
    monitorIntervalSeconds: monitorSeconds,
    superviseIntervalSeconds: monitorSeconds,
    // Autovacuum is enough for a database of this size.
    monitorVacuum: false,
    reindex: false,
  });
  boss.on('error', (reported: Error) => {
    // pg-boss copies the fields of an error into a plain object.
    const error = reported instanceof Error ? reported : Object.assign(new Error(), reported);
    // The queue connects only to the database. PostgreSQL codes do not begin with E.
    if (isDatabaseAway(error) && 'code' in error && String(error.code).startsWith('E')) markSocketFault(error);
    logger.error({ area: 'jobs', err: error }, 'the job queue reported an error');
  });
  boss.on('warning', ({ message }) => logger.warn({ area: 'jobs' }, `the job queue warns: ${message}`));
  await boss.start();
  await prepareQueues(boss, types);

  const enqueue: JobQueue['enqueue'] = async (type, payload, options = {}) => {
    const { transaction, startAfterSeconds, singletonKey } = options;
    const group = type.groupOf?.(payload);
    // In a transaction the database itself refuses. Without one, the queue would wait for free space.
    if (!transaction && storage.isFull()) throw storageFull();
    await boss.send(type.name, type.payload.parse(payload) as object, {
      singletonKey: singletonKey ?? newId(),
      ...(group === undefined ? {} : { group: { id: group } }),
      ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      ...(transaction ? { db: fromDrizzle(transaction, sql) } : {}),
    });
  };

  const attempts = createJobAttempts(pool);
  const runningWork = new Map<string, RunningWork>();
  const keep = async (job: { name: string; payload: unknown }) => {
    await boss.send(deadLetterQueue, job);
  };
  /** More jobs may be waiting. Busy workers poll again without a pause, right after their job. */
  const pollAgain = (name: string): void => {
    for (const worker of boss.getWipData()) if (worker.name === name && worker.count > 0) boss.notifyWorker(worker.id);
  };
  const stopping = new AbortController();
  const runJob = createRunJob({ logger, storage, attempts, runningWork, keep, stopping: stopping.signal });

  return {
    enqueue,
    work: async (handlers) => {
      for (const handler of handlers) {
        const { name, concurrency, concurrencyPerGroup } = handler.type;
        beginJobCounts(name);
        const options = {
          pollingIntervalSeconds: pollSecondsWithoutListen,
          notifyPollingIntervalSeconds: pollSeconds,
          localConcurrency: concurrency,
          includeMetadata: true,
          ...(concurrencyPerGroup === undefined ? {} : { localGroupConcurrency: concurrencyPerGroup }),
        };
        await boss.work<object>(name, options, async (jobs) => {
          pollAgain(name);
          for (const job of jobs) await runJob(handler, job);
        });
      }
    },
    schedule: async (type, cron, payload) => {
      await boss.schedule(type.name, cron, payload);
    },
    retryActive: async () => {
      await pool.query(`update jobs.job set state = 'retry', start_after = now() where state = 'active'`);
    },
    isHealthy: async () => storage.isFull() || boss.isInstalled(),
    stop: async () => {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: stopTimeoutMs });
      // This stop cut them short; they are not crashes.
      for (const work of runningWork.keys()) await attempts.end(work);
    },
  };
};
