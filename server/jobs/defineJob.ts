import type { JobHandler, JobType } from './JobQueue.ts';

const defaults = { retryLimit: 3, retryDelaySeconds: 2, expireInSeconds: 900, concurrency: 2 };

export const defineJob = <Payload>(
  job: Pick<JobType<Payload>, 'name' | 'payload'> & Partial<JobType<Payload>>,
): JobType<Payload> => ({ ...defaults, ...job });

/** Joins a kind of job with the function that does it. */
export const handleJob = <Payload>(
  type: JobType<Payload>,
  run: JobHandler<Payload>['run'],
  onParked?: JobHandler<Payload>['onParked'],
): JobHandler => ({
  type,
  // The worker parses the payload with the type's own schema before it calls.
  run: (payload, jobRun) => run(payload as Payload, jobRun),
  ...(onParked ? { onParked: (payload, jobRun) => onParked(payload as Payload, jobRun) } : {}),
});
