import type * as z from 'zod';
import type { Transaction } from '#server/database/Database.ts';
import type { Logger } from '#server/lib/logging/logger.ts';

/** Nobody works in this queue: jobs that were given up are kept in it for a while, to be looked at. */
export const parkedQueue = 'parked';

/** A kind of job: what its payload is and how patiently it is tried. Payloads hold ids, never rows or secrets. */
export type JobType<Payload> = {
  /** Letters, digits and hyphens; also the queue's name. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Tries after the first. */
  readonly retryLimit: number;
  /** First pause between tries; doubles, with jitter. */
  readonly retryDelaySeconds: number;
  /** A try that runs longer counts as lost and is tried again. */
  readonly expireInSeconds: number;
  /** Jobs of this kind that one worker runs side by side. */
  readonly concurrency: number;
  /** Of these, jobs of one group. */
  readonly concurrencyPerGroup?: number;
  /** Jobs that share their part of the workers, e.g. those of one owner, so that nobody's queue stands in front of all others. */
  groupOf?(payload: Payload): string;
  /** What is worked on, where several jobs may be about the same: one of them does it, and the others find that out. */
  workOf?(payload: Payload): string;
};

export type EnqueueOptions = {
  /** Enqueues within the caller's transaction: both or neither happen. */
  transaction?: Transaction;
  startAfterSeconds?: number;
  /** While a job with this key waits, another with the same key adds nothing. */
  singletonKey?: string;
};

export type JobQueue = {
  enqueue<Payload>(type: JobType<Payload>, payload: Payload, options?: EnqueueOptions): Promise<void>;
};

/** One try of a job. */
export type JobRun = {
  log: Logger;
  signal: AbortSignal;
  /** A failure now is final. */
  isLastTry: boolean;
  /**
   * Tells that this try has got further than the one before: should its process end now, the work is not to blame. Kinds with
   * a `workOf` call it when the work is done, too.
   */
  progressed: () => Promise<void>;
};

export type JobHandler<Payload = unknown> = {
  readonly type: JobType<Payload>;
  readonly run: (payload: Payload, run: JobRun) => Promise<void>;
  /**
   * Ends what the job was for, since its process has ended each time that it ran. It may be called again, and the work may
   * come back after a while.
   */
  readonly onParked?: (payload: Payload, run: JobRun) => Promise<void>;
};
