import type { Pool } from 'pg';
import type { Logger } from '#server/lib/logging/logger.ts';

/** One call every `gapMs` in the long run, and at most `burst` of them at once after a rest. */
export type Rate = { gapMs: number; burst: number };

export type Reservation = {
  isGranted: boolean;
  /** Until the first turn. Negative when more than one call may go at once. */
  firstMs: number;
  /** Refusals in a row by the platform, as of now. */
  strikes: number;
};

/**
 * The calls that a platform allows, shared by all processes of an installation. A key names what the platform counts,
 * e.g. one endpoint of the app. All times are on the clock of the budget.
 */
export type CallBudget = {
  /** Reserves the next `count` turns, unless the first one is further away than `withinMs`. */
  reserve(key: string, rate: Rate, count: number, withinMs: number): Promise<Reservation>;
  /** Gives out no turn of these keys for so long. */
  hold(keys: readonly string[], ms: number): Promise<void>;
  /** The rest of the holds of these keys in milliseconds; keys without a hold are left out. */
  heldFor(keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Counts a refusal and holds the key, longer for each refusal in a row. Of several calls that were on their way with
   * the same `seenStrikes`, only the first one counts.
   */
  strike(key: string, seenStrikes: number, holdsMs: readonly number[]): Promise<void>;
  forgiveStrikes(key: string, seenStrikes: number): Promise<void>;
};

/** How long the n-th refusal in a row holds a key; the last entry holds for all later ones. */
const holdAfter = (strikes: number, holdsMs: readonly number[]): number =>
  holdsMs[Math.min(strikes, holdsMs.length) - 1] ?? 0;

/** A budget of this process alone. */
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
 * The budget in PostgreSQL. A row of `rate_limits` holds the time at which the next call were due if all came at the even
 * rate (`expire`) and the refusals in a row (`points`); housekeeping deletes it once that time is over. Turns are
 * times, not tokens, so that calls of several processes do not come in one instant.
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
    // The row was made by another process a moment ago, or deleted: the next attempt sees it.
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
 * The budget that all processes share. While the database does not answer, or its disk is full, each process keeps its
 * own: a call is paced at any rate.
 */
export const createSharedBudget = (pool: Pool, logger: Logger): CallBudget => {
  const shared = createPostgresBudget(pool);
  const local = createLocalBudget();
  const either = async <T>(run: (budget: CallBudget) => Promise<T>): Promise<T> => {
    try {
      return await run(shared);
    } catch (error) {
      logger.warn({ area: 'provider', err: error }, 'the call budget of this process alone is used');
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
