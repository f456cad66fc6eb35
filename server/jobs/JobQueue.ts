import type * as z from 'zod';
import type { Transaction } from '#server/database/Database.ts';
import type { Logger } from '#server/lib/logger.ts';

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

/** One try of a job. `isLastTry` is true when a failure now is final. */
export type JobRun = { log: Logger; signal: AbortSignal; isLastTry: boolean };

export type JobHandler<Payload = unknown> = {
  readonly type: JobType<Payload>;
  readonly run: (payload: Payload, run: JobRun) => Promise<void>;
};
