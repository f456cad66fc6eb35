import pLimit from 'p-limit';
import * as z from 'zod';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import { startJobQueue } from '#server/jobs/startJobQueue.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { unlimitedStorage } from '#server/lib/storage.ts';
import { openSilently } from '#testing/database/withDatabase.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { now } from '#testing/startProduct.ts';
import { atLeast } from '#lab/faults/metrics.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';

const jobs = 1_000;
/** Concurrent writers, like requests that enqueue work. */
const enqueuers = 8;

/** Jobs that do nothing, with the concurrency of exports and lead reads. */
const idleJob = defineJob({ name: 'idle', payload: z.strictObject({ number: z.number() }), concurrency: 4 });

/** Measures how many jobs per second the queue stores, and how many empty jobs per second one worker runs. */
export const queueThroughput: ScenarioRun = async (context) => {
  const { url } = await context.startPostgres();
  const database = await openSilently({ databaseUrl: url });
  context.onEnd(() => database.close());
  const queue = await startJobQueue({
    pool: database.pool,
    listener: database.listener,
    isWorker: true,
    storage: unlimitedStorage,
    logger: createLogger('silent'),
    types: [idleJob],
  });
  context.onEnd(() => queue.stop());

  const limit = pLimit(enqueuers);
  const storedFrom = now();
  await Promise.all(Array.from({ length: jobs }, (_, number) => limit(() => queue.enqueue(idleJob, { number }))));
  const storedIn = (now() - storedFrom) / 1000;

  const done = new Set<number>();
  let runs = 0;
  const takenFrom = now();
  await queue.work([
    handleJob(idleJob, async ({ number }) => {
      runs += 1;
      done.add(number);
    }),
  ]);
  await waitUntil(() => done.size === jobs, { timeoutMs: 600_000, what: 'all the jobs' });
  const takenIn = (now() - takenFrom) / 1000;
  return {
    lost: jobs - done.size,
    doubled: runs - done.size,
    metrics: [
      { name: 'queue.stored', value: jobs / storedIn, unit: 'jobs/s' },
      atLeast('queue.taken', jobs / takenIn, 20, 'jobs/s'),
    ],
  };
};
