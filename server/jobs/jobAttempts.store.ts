import type { Pool } from 'pg';
import { hashSecret } from '#server/lib/ids.ts';
import type { JobType } from './JobQueue.ts';

/** Tries of a piece of work that may end with their process before it is parked. */
export const triesWithoutEnd = 3;
/** Parked work is tried again after so long, in case the fault has been mended or lay elsewhere. */
const parkedMs = 60 * 60_000;

export type JobTries = {
  /** Whether a process has ended while it did this work, be it because of it or of something beside it. */
  isSuspect: (work: string) => Promise<boolean>;
  /** Counts a try before it begins. @returns how many there were without an end, this one included */
  begin: (work: string) => Promise<number>;
  /** The try has come to an end; earlier ones are not forgotten. */
  end: (work: string) => Promise<void>;
  /** The work is done, or has got further than before: earlier tries are forgotten. */
  forget: (work: string) => Promise<void>;
};

/** What is worked on: the same for a job that is enqueued anew after it was lost. */
export const nameWork = <Payload>(type: JobType<Payload>, payload: Payload): string =>
  `job ${type.name} ${type.workOf?.(payload) ?? hashSecret(JSON.stringify(payload))}`;

/**
 * Counts tries that nothing is heard of any more: the process ended while they ran. The queue counts tries of one job, but
 * work that is due is enqueued again and again. Kept in the table of run-out counters, which housekeeping clears.
 */
export const createJobTries = (pool: Pool): JobTries => ({
  isSuspect: async (work) => {
    const { rowCount } = await pool.query('select from rate_limits where key = $1 and points > 0 and expire >= $2', [
      work,
      Date.now(),
    ]);
    return rowCount === 1;
  },
  begin: async (work) => {
    const now = Date.now();
    const { rows } = await pool.query<{ points: number }>(
      `insert into rate_limits (key, points, expire) values ($1, 1, $3)
       on conflict (key) do update set
         points = case when rate_limits.expire < $2 then 1 else rate_limits.points + 1 end,
         expire = case when rate_limits.expire < $2 then $3 else rate_limits.expire end
       returning points`,
      [work, now, now + parkedMs],
    );
    return rows[0]?.points ?? 1;
  },
  end: async (work) => {
    await pool.query('update rate_limits set points = points - 1 where key = $1', [work]);
  },
  forget: async (work) => {
    await pool.query('delete from rate_limits where key = $1', [work]);
  },
});
