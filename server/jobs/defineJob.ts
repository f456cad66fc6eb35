import type { JobHandler, JobType } from './JobQueue.ts';

const defaults = { retryLimit: 3, retryDelaySeconds: 2, expireInSeconds: 900, concurrency: 2 };

export const defineJob = <Payload>(
  job: Pick<JobType<Payload>, 'name' | 'payload'> & Partial<JobType<Payload>>,
): JobType<Payload> => ({ ...defaults, ...job });

/** Binds a kind of job to its handler. */
export const handleJob = <Payload>(
  type: JobType<Payload>,
  run: JobHandler<Payload>['run'],
  onDeadLettered?: JobHandler<Payload>['onDeadLettered'],
): JobHandler => ({
  type,
  // The worker parses the payload with the type's own schema first.
  run: (payload, jobRun) => run(payload as Payload, jobRun),
  ...(onDeadLettered ? { onDeadLettered: (payload, jobRun) => onDeadLettered(payload as Payload, jobRun) } : {}),
});
