import type { Pool } from 'pg';
import { hashSecret } from '#server/lib/ids.ts';
import type { JobType } from './JobQueue.ts';

/** Attempts whose process may end before the work is dead-lettered. */
export const crashLimit = 3;
/** Dead-lettered work is retried after this time, in case the fault was fixed or lay elsewhere. */
const deadLetterMs = 60 * 60_000;

export type JobAttempts = {
  /** Whether a process ended during this work, whatever the cause. */
  isSuspect: (work: string) => Promise<boolean>;
  /**
   * Counts an attempt before it begins.
   * @returns how many attempts have not ended, including this one
   */
  begin: (work: string) => Promise<number>;
  /** The attempt ended. Earlier attempts still count. */
  end: (work: string) => Promise<void>;
  /** The work is done or has progressed: clears the earlier attempts. */
  forget: (work: string) => Promise<void>;
};

/** Identifies the work. A job enqueued again after a loss gets the same name. */
export const nameWork = <Payload>(type: JobType<Payload>, payload: Payload): string =>
  `job ${type.name} ${type.workOf?.(payload) ?? hashSecret(JSON.stringify(payload))}`;

/**
 * Counts attempts that never ended because their process did. The queue only counts attempts within one job, but due
 * work is enqueued repeatedly. The counts share a table with the rate-limit counters, which housekeeping clears.
 */
export const createJobAttempts = (pool: Pool): JobAttempts => ({
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
      [work, now, now + deadLetterMs],
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
