import type { PgBoss, UpdateQueueOptions } from 'pg-boss';
import { parkedQueue } from './JobQueue.ts';
import type { JobType } from './JobQueue.ts';

/** A worker that was killed is noticed after these, and its job tried again. */
const heartbeatSeconds = 10;
const parkedDays = 30;
const unknownJobId = '00000000-0000-0000-0000-000000000000';

const optionsOf = (type: JobType<unknown>) =>
  ({
    retryLimit: type.retryLimit,
    retryDelay: type.retryDelaySeconds,
    retryBackoff: true,
    expireInSeconds: type.expireInSeconds,
    heartbeatSeconds,
    deleteAfterSeconds: 86_400,
    notify: true,
  }) satisfies UpdateQueueOptions;

/** Makes the queues that there are not yet, and changes those that were made otherwise. A usual start finds all as they have to be. */
export const prepareQueues = async (boss: PgBoss, types: readonly JobType<unknown>[]): Promise<void> => {
  const made = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!made.has(parkedQueue)) await boss.createQueue(parkedQueue, { retentionSeconds: parkedDays * 86_400 });
  for (const type of types) {
    const options = optionsOf(type);
    const queue = made.get(type.name);
    // `short`: at most one waiting job for each singleton key; jobs without a key of their own get a random one.
    if (!queue) await boss.createQueue(type.name, { policy: 'short', ...options });
    else if (Object.entries(options).some(([name, value]) => queue[name as keyof typeof options] !== value))
      await boss.updateQueue(type.name, options);
    else continue;
    // Makes pg-boss remember the queue now. Otherwise the first `send` inside a transaction would look it up on another
    // connection; when all connections hold such a transaction, each waits for another.
    await boss.findJobs(type.name, { id: unknownJobId });
  }
};
