import type * as z from 'zod';
import type { Transaction } from '#server/database/Database.ts';
import type { Logger } from '#server/lib/logging/logger.ts';

/** Dead-letter queue. No worker reads it; its jobs are kept for inspection. */
export const deadLetterQueue = 'dead-letter';

/** A kind of job, its payload and its retry policy. Payloads hold ids, never rows or secrets. */
export type JobType<Payload> = {
  /** Letters, digits and hyphens; also the queue's name. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Attempts after the first. */
  readonly retryLimit: number;
  /** First pause between attempts; doubles, with jitter. */
  readonly retryDelaySeconds: number;
  /** An attempt that runs longer counts as lost and is retried. */
  readonly expireInSeconds: number;
  /** Jobs of this kind that one worker runs in parallel. */
  readonly concurrency: number;
  /** How many of these jobs may belong to one group. */
  readonly concurrencyPerGroup?: number;
  /**
   * Group that shares a limit, e.g. the jobs of one owner, so that one person's backlog does not block everyone else.
   */
  groupOf?(payload: Payload): string;
  /** Names the work when several jobs may cover the same work. One job does it; the others find it done. */
  workOf?(payload: Payload): string;
};

export type EnqueueOptions = {
  /** Enqueues within the caller's transaction: both happen or neither. */
  transaction?: Transaction;
  startAfterSeconds?: number;
  /** Adds nothing while another job with this key is waiting. */
  singletonKey?: string;
};

export type JobQueue = {
  enqueue<Payload>(type: JobType<Payload>, payload: Payload, options?: EnqueueOptions): Promise<void>;
};

/** One attempt at a job. */
export type JobRun = {
  log: Logger;
  signal: AbortSignal;
  /** A failure now is final. */
  isLastAttempt: boolean;
  /**
   * Reports progress: if the process ends now, this work is not to blame. Job types with a `workOf` also call it when
   * the work is done.
   */
  progressed: () => Promise<void>;
};

export type JobHandler<Payload = unknown> = {
  readonly type: JobType<Payload>;
  readonly run: (payload: Payload, run: JobRun) => Promise<void>;
  /**
   * Cleans up after a job whose process ended on every attempt. May be called again, because the work may be retried
   * later.
   */
  readonly onDeadLettered?: (payload: Payload, run: JobRun) => Promise<void>;
};
