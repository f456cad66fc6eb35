import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { PgBoss, fromDrizzle } from 'pg-boss';
import type { Job } from 'pg-boss';
import { newId } from '#server/lib/ids.ts';
import type { Logger } from '#server/lib/logger.ts';
import type { JobHandler, JobQueue, JobType } from './JobQueue.ts';

export type RunningJobQueue = JobQueue & {
  /** Takes jobs of these kinds; call once. */
  work(handlers: readonly JobHandler[]): Promise<void>;
  /** Runs a job again and again. `cron` in UTC; one slot runs once over all instances. */
  schedule<Payload extends object>(type: JobType<Payload>, cron: string, payload: Payload): Promise<void>;
  /** True when the queue answers. */
  isHealthy(): Promise<boolean>;
  /** Takes no further job, lets running ones end for a while, then stops. */
  stop(): Promise<void>;
};

type QueueOptions = {
  pool: Pool;
  isEmbedded: boolean;
  logger: Logger;
  /** Every kind of job that may be enqueued or worked. */
  types: readonly JobType<unknown>[];
};

/** How soon a job that was just enqueued is noticed, where no notification wakes the worker. */
const pollingIntervalSeconds = 0.5;
/** A worker that was killed is noticed after these, and its job tried again. */
const heartbeatSeconds = 10;
const monitorIntervalSeconds = 10;
const stopTimeoutMs = 6_000;
const unknownJobId = '00000000-0000-0000-0000-000000000000';

/** The job queue on the product's own database: a job is stored before its enqueuer is answered and survives any process. */
export const startJobQueue = async ({ pool, isEmbedded, logger, types }: QueueOptions): Promise<RunningJobQueue> => {
  const boss = new PgBoss({
    backend: isEmbedded ? 'pglite' : 'postgres',
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    monitorIntervalSeconds,
    superviseIntervalSeconds: monitorIntervalSeconds,
    // Vacuum and index upkeep of a database of this size are autovacuum's work.
    monitorVacuum: false,
    reindex: false,
  });
  boss.on('error', (error) => logger.error({ area: 'jobs', err: error }, 'the job queue reported an error'));
  await boss.start();
  for (const type of types) {
    const options = {
      retryLimit: type.retryLimit,
      retryDelay: type.retryDelaySeconds,
      retryBackoff: true,
      expireInSeconds: type.expireInSeconds,
      heartbeatSeconds,
      deleteAfterSeconds: 86_400,
    };
    // `short`: at most one waiting job for each singleton key; jobs without a key of their own get a random one.
    await boss.createQueue(type.name, { policy: 'short', ...options });
    await boss.updateQueue(type.name, options);
    // Makes pg-boss remember the queue now. Otherwise the first `send` inside a transaction would look it up on another
    // connection, for which the embedded database, having one, waits for ever.
    await boss.findJobs(type.name, { id: unknownJobId });
  }

  const enqueue: JobQueue['enqueue'] = async (type, payload, { transaction, startAfterSeconds, singletonKey } = {}) => {
    await boss.send(type.name, type.payload.parse(payload) as object, {
      singletonKey: singletonKey ?? newId(),
      ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      ...(transaction ? { db: fromDrizzle(transaction, sql) } : {}),
    });
  };

  const runJob = async ({ type, run }: JobHandler, job: Job & { retryCount?: number }) => {
    const log = logger.child({ area: 'jobs', job: type.name, jobId: job.id });
    const startedAt = Date.now();
    const isLastTry = (job.retryCount ?? 0) >= type.retryLimit;
    let isDone = false;
    try {
      await run(type.payload.parse(job.data), { log, signal: job.signal, isLastTry });
      isDone = true;
      log.info({ ms: Date.now() - startedAt }, 'job done');
    } catch (error) {
      log.warn({ ms: Date.now() - startedAt, isLastTry, err: error }, 'job failed');
    }
    // pg-boss keeps what is thrown, so it gets no cause: the details are in the log, no data of a person in the queue.
    if (!isDone) throw new Error(isLastTry ? 'failed on the last try' : 'failed, to be tried again');
  };

  return {
    enqueue,
    work: async (handlers) => {
      for (const handler of handlers)
        await boss.work<object>(
          handler.type.name,
          { pollingIntervalSeconds, localConcurrency: handler.type.concurrency, includeMetadata: true },
          async (jobs) => {
            for (const job of jobs) await runJob(handler, job);
          },
        );
    },
    schedule: async (type, cron, payload) => {
      await boss.schedule(type.name, cron, payload);
    },
    isHealthy: async () => boss.isInstalled(),
    stop: async () => {
      await boss.stop({ graceful: true, timeout: stopTimeoutMs });
    },
  };
};
