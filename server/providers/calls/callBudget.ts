import type { Pool } from 'pg';
import type { Logger } from '#server/lib/logging/logger.ts';

/** One call per `gapMs` on average, with bursts of up to `burst` after a pause. */
export type Rate = { gapMs: number; burst: number };

export type Reservation = {
  isGranted: boolean;
  /** Time until the first turn. Negative when several calls may go at once. */
  firstMs: number;
  /** Consecutive refusals by the platform so far. */
  strikes: number;
};

/**
 * A platform's rate limit, shared by all processes of an install. A key names what the platform counts, e.g. one
 * endpoint of the app. All times use the budget's clock.
 */
export type CallBudget = {
  /** Reserves the next `count` turns, unless the first is more than `withinMs` away. */
  reserve(key: string, rate: Rate, count: number, withinMs: number): Promise<Reservation>;
  /** Blocks these keys for this time. */
  hold(keys: readonly string[], ms: number): Promise<void>;
  /** Remaining holds of these keys in milliseconds; keys without a hold are omitted. */
  heldFor(keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Counts a refusal and holds the key, longer for each consecutive refusal. Among concurrent calls with the same
   * `seenStrikes`, only the first counts.
   */
  strike(key: string, seenStrikes: number, holdsMs: readonly number[]): Promise<void>;
  forgiveStrikes(key: string, seenStrikes: number): Promise<void>;
};

/** Hold after the n-th consecutive refusal; the last entry applies to all later ones. */
const holdAfter = (strikes: number, holdsMs: readonly number[]): number =>
  holdsMs[Math.min(strikes, holdsMs.length) - 1] ?? 0;

/** A budget for this process only. */
export const createLocalBudget = (now: () => number = Date.now): CallBudget => {
  const rows = new Map<string, { dueAt: number; strikes: number }>();
  const rowOf = (key: string) => {
    for (const [each, { dueAt, strikes }] of rows) if (dueAt <= now() && strikes === 0) rows.delete(each);
    const row = rows.get(key) ?? { dueAt: 0, strikes: 0 };
    rows.set(key, row);
    return row;
  };
  const hold = (key: string, ms: number): void => {
    const row = rowOf(key);
    row.dueAt = Math.max(row.dueAt, now() + ms);
  };
  return {
    reserve: async (key, { gapMs, burst }, count, withinMs) => {
      const row = rowOf(key);
      const dueAt = Math.max(row.dueAt, now());
      const firstMs = dueAt - now() - (burst - 1) * gapMs;
      const isGranted = firstMs <= withinMs;
      if (isGranted) row.dueAt = dueAt + count * gapMs;
      return { isGranted, firstMs, strikes: row.strikes };
    },
    hold: async (keys, ms) => {
      for (const key of keys) hold(key, ms);
    },
    heldFor: async (keys) => {
      const rests = keys.map((key) => [key, (rows.get(key)?.dueAt ?? 0) - now()] as const);
      return new Map(rests.filter(([, ms]) => ms > 0));
    },
    strike: async (key, seenStrikes, holdsMs) => {
      const row = rowOf(key);
      if (row.strikes !== seenStrikes) return;
      row.strikes += 1;
      hold(key, holdAfter(row.strikes, holdsMs));
    },
    forgiveStrikes: async (key, seenStrikes) => {
      const row = rowOf(key);
      if (row.strikes === seenStrikes) row.strikes = 0;
    },
  };
};

/**
 * The budget in PostgreSQL. A row of `rate_limits` holds the time at which the next call is due at the even rate
 * (`expire`) and the consecutive refusals (`points`). Housekeeping deletes expired rows. Turns are times, not tokens,
 * so that calls of several processes do not coincide.
 */
const createPostgresBudget = (pool: Pool): CallBudget => ({
  reserve: async (key, { gapMs, burst }, count, withinMs) => {
    const burstMs = (burst - 1) * gapMs;
    const { rows } = await pool.query<{ granted: boolean; points: number; wait: string }>(
      `with taken as (
         insert into rate_limits (key, points, expire)
         values ($1, 0, (extract(epoch from clock_timestamp()) * 1000)::bigint + $2::bigint)
         on conflict (key) do update set expire = greatest(rate_limits.expire + $2::bigint, excluded.expire)
         where rate_limits.expire - (excluded.expire - $2::bigint) <= $3::bigint
         returning points, expire - $2::bigint - (extract(epoch from clock_timestamp()) * 1000)::bigint as wait)
       select true as granted, points, wait from taken
       union all
       select false, points, expire - (extract(epoch from clock_timestamp()) * 1000)::bigint
       from rate_limits where key = $1 and not exists (select from taken)`,
      [key, count * gapMs, withinMs + burstMs],
    );
    // Another process has just created or deleted the row; the next attempt sees the change.
    const [row = { granted: false, points: 0, wait: String(gapMs + burstMs) }] = rows;
    return { isGranted: row.granted, firstMs: Number(row.wait) - burstMs, strikes: row.points };
  },
  hold: async (keys, ms) => {
    await pool.query(
      `insert into rate_limits (key, points, expire)
       select key, 0, (extract(epoch from clock_timestamp()) * 1000)::bigint + $2::bigint from unnest($1::text[]) as key
       on conflict (key) do update set expire = greatest(rate_limits.expire, excluded.expire)`,
      [keys, Math.ceil(ms)],
    );
  },
  heldFor: async (keys) => {
    const { rows } = await pool.query<{ key: string; rest: string }>(
      `select key, expire - (extract(epoch from clock_timestamp()) * 1000)::bigint as rest from rate_limits
       where key = any($1::text[]) and expire > (extract(epoch from clock_timestamp()) * 1000)::bigint`,
      [keys],
    );
    return new Map(rows.map(({ key, rest }) => [key, Number(rest)]));
  },
  strike: async (key, seenStrikes, holdsMs) => {
    await pool.query(
      `insert into rate_limits (key, points, expire)
       values ($1, 1, (extract(epoch from clock_timestamp()) * 1000)::bigint + ($3::bigint[])[1])
       on conflict (key) do update set
         points = rate_limits.points + 1,
         expire = greatest(rate_limits.expire, (extract(epoch from clock_timestamp()) * 1000)::bigint
           + ($3::bigint[])[least(rate_limits.points + 1, cardinality($3::bigint[]))])
       where rate_limits.points = $2`,
      [key, seenStrikes, holdsMs],
    );
  },
  forgiveStrikes: async (key, seenStrikes) => {
    await pool.query('update rate_limits set points = 0 where key = $1 and points = $2', [key, seenStrikes]);
  },
});

/**
 * The budget that all processes share. While the database is unreachable or its disk is full, each process uses its
 * own: calls are always paced.
 */
export const createSharedBudget = (pool: Pool, logger: Logger): CallBudget => {
  const shared = createPostgresBudget(pool);
  const local = createLocalBudget();
  const either = async <T>(run: (budget: CallBudget) => Promise<T>): Promise<T> => {
    try {
      return await run(shared);
    } catch (error) {
      logger.warn({ area: 'provider', err: error }, 'the shared call budget failed; this process uses its own');
      return run(local);
    }
  };
  return {
    reserve: (...args) => either((budget) => budget.reserve(...args)),
    hold: (...args) => either((budget) => budget.hold(...args)),
    heldFor: (...args) => either((budget) => budget.heldFor(...args)),
    strike: (...args) => either((budget) => budget.strike(...args)),
    forgiveStrikes: (...args) => either((budget) => budget.forgiveStrikes(...args)),
  };
};
