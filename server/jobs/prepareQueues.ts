import type { PgBoss, UpdateQueueOptions } from 'pg-boss';
import { deadLetterQueue } from './JobQueue.ts';
import type { JobType } from './JobQueue.ts';

/** A killed worker is detected after this time, and its job is retried. */
const heartbeatSeconds = 10;
const deadLetterDays = 30;
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

/** Creates missing queues and updates changed ones. A normal start changes nothing. */
export const prepareQueues = async (boss: PgBoss, types: readonly JobType<unknown>[]): Promise<void> => {
  const made = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!made.has(deadLetterQueue))
    await boss.createQueue(deadLetterQueue, { retentionSeconds: deadLetterDays * 86_400 });
  for (const type of types) {
    const options = optionsOf(type);
    const queue = made.get(type.name);
    // `short`: at most one waiting job per singleton key. Jobs without a key get a random one.
    if (!queue) await boss.createQueue(type.name, { policy: 'short', ...options });
    else if (Object.entries(options).some(([name, value]) => queue[name as keyof typeof options] !== value))
      await boss.updateQueue(type.name, options);
    else continue;
    // Makes pg-boss cache the queue now. Otherwise the first `send` inside a transaction would look it up on another
    // connection. If every connection held such a transaction, they would deadlock.
    await boss.findJobs(type.name, { id: unknownJobId });
  }
};
