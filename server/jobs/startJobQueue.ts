import { sql } from '#server/database/drizzle.ts';
import type { Pool } from 'pg';
import { PgBoss, fromDrizzle } from 'pg-boss';
import { isDatabaseAway, markSocketFault } from '#server/database/connection/isDatabaseAway.ts';
import { newId } from '#server/lib/ids.ts';
import { beginJobCounts } from '#server/metrics/counters.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { storageFull } from '#server/lib/storage.ts';
import type { Storage } from '#server/lib/storage.ts';
import { parkedQueue } from './JobQueue.ts';
import type { JobHandler, JobQueue, JobType } from './JobQueue.ts';
import { createJobTries } from './jobAttempts.store.ts';
import { listenForJobs } from './listenForJobs.ts';
import { prepareQueues } from './prepareQueues.ts';
import { createRunJob } from './runJob.ts';
import type { UnderWay } from './runJob.ts';

export type RunningJobQueue = JobQueue & {
  /** Takes jobs of these kinds; call once. */
  work(handlers: readonly JobHandler[]): Promise<void>;
  /** Runs a job again and again. `cron` in UTC; one slot runs once over all instances. */
  schedule<Payload extends object>(type: JobType<Payload>, cron: string, payload: Payload): Promise<void>;
  /** Makes the jobs under way due again. For the only process of a database, before `work`: the process that ran them is gone. */
  retryActive(): Promise<void>;
  /** True when the queue answers. */
  isHealthy(): Promise<boolean>;
  /** Takes no further job, lets running ones end for a while, then stops. */
  stop(): Promise<void>;
};

type QueueOptions = {
  pool: Pool;
  /** It will take jobs, and hears of new ones; others only enqueue. */
  isWorker: boolean;
  storage: Storage;
  logger: Logger;
  /** Every kind of job that may be enqueued or worked. */
  types: readonly JobType<unknown>[];
  intervals?: {
    /**
     * How soon a job is noticed of which no notification tells: one that is due later, or tried again. Each of some sixty workers
     * looks so often, and what they ask is most of what a process does that has nothing to do.
     */
    lookSeconds: number;
    /** The same while the connection that hears of jobs cannot be had. */
    pollingSeconds: number;
    /** How often lost workers are looked for. */
    monitorSeconds: number;
  };
};

const usualIntervals = { lookSeconds: 3, pollingSeconds: 0.5, monitorSeconds: 10 };
const stopTimeoutMs = 6_000;

/** The job queue on the product's own database: a job is stored before its enqueuer is answered and survives any process. */
export const startJobQueue = async ({
  pool,
  isWorker,
  storage,
  logger,
  types,
  intervals: { lookSeconds, pollingSeconds, monitorSeconds } = usualIntervals,
}: QueueOptions): Promise<RunningJobQueue> => {
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => {
        // The queue's own work stands still while there is no room, and goes on by itself.
        await storage.whenRoom();
        return pool.query(text, values);
      },
      listen: listenForJobs({ pool, logger }),
    },
    useListenNotify: isWorker,
    schema: 'jobs',
    monitorIntervalSeconds: monitorSeconds,
    superviseIntervalSeconds: monitorSeconds,
    // Vacuum and index upkeep of a database of this size are autovacuum's work.
    monitorVacuum: false,
    reindex: false,
  });
  boss.on('error', (reported: Error) => {
    // pg-boss copies the fields of an error into a plain object.
    const error = reported instanceof Error ? reported : Object.assign(new Error(), reported);
    // Its only connections are those to the database. A code of PostgreSQL begins with no E.
    if (isDatabaseAway(error) && 'code' in error && String(error.code).startsWith('E')) markSocketFault(error);
    logger.error({ area: 'jobs', err: error }, 'the job queue reported an error');
  });
  boss.on('warning', ({ message }) => logger.warn({ area: 'jobs' }, `the job queue warns: ${message}`));
  await boss.start();
  await prepareQueues(boss, types);

  const enqueue: JobQueue['enqueue'] = async (type, payload, options = {}) => {
    const { transaction, startAfterSeconds, singletonKey } = options;
    const group = type.groupOf?.(payload);
    // In a transaction the database itself refuses; outside of one the queue would wait.
    if (!transaction && storage.isFull()) throw storageFull();
    await boss.send(type.name, type.payload.parse(payload) as object, {
      singletonKey: singletonKey ?? newId(),
      ...(group === undefined ? {} : { group: { id: group } }),
      ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      ...(transaction ? { db: fromDrizzle(transaction, sql) } : {}),
    });
  };

  const tries = createJobTries(pool);
  const underWay = new Map<string, UnderWay>();
  const park = async (job: { name: string; payload: unknown }) => {
    await boss.send(parkedQueue, job);
  };
  /** Where one job was there may be more, of which nobody tells: those at work look again when they are done, without a pause. */
  const lookAgain = (name: string): void => {
    for (const worker of boss.getWipData()) if (worker.name === name && worker.count > 0) boss.notifyWorker(worker.id);
  };
  const runJob = createRunJob({ logger, storage, tries, underWay, park });

  return {
    enqueue,
    work: async (handlers) => {
      for (const handler of handlers) {
        const { name, concurrency, concurrencyPerGroup } = handler.type;
        beginJobCounts(name);
        const options = {
          pollingIntervalSeconds: pollingSeconds,
          notifyPollingIntervalSeconds: lookSeconds,
          localConcurrency: concurrency,
          includeMetadata: true,
          ...(concurrencyPerGroup === undefined ? {} : { localGroupConcurrency: concurrencyPerGroup }),
        };
        await boss.work<object>(name, options, async (jobs) => {
          lookAgain(name);
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
      await boss.stop({ graceful: true, timeout: stopTimeoutMs });
      // Cut short by this stop, and through no fault of their own.
      for (const work of underWay.keys()) await tries.end(work);
    },
  };
};
