import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyAttempts } from './failures/errors.ts';
import { hashSecret } from './ids.ts';
import { countThrottled } from '#server/metrics/counters.ts';

export type Throttle = {
  /**
   * Counts one call, even a refused one.
   * @throws AppError 429 with the seconds to wait, once the window's limit is used up
   */
  take(key: string): Promise<void>;
  /**
   * Counts one call, as `take` does.
   * @returns the seconds to wait once the limit is used up, else null
   */
  secondsToWait(key: string): Promise<number | null>;
  /** Returns one count, for an attempt that failed through no fault of the caller. */
  refund(key: string): Promise<void>;
  clear(key: string): Promise<void>;
};

type ThrottleOptions = {
  /** Separates the counters of one throttle from those of others. */
  name: string;
  limit: number;
  windowSeconds: number;
};

/**
 * Counts per key across all instances, in the table `rate_limits`. Keys are stored hashed. While the database does not
 * answer, each instance counts for itself. The housekeeping job deletes expired counters.
 */
export const createThrottle = (pool: Pool, { name, limit, windowSeconds }: ThrottleOptions): Throttle => {
  const window = { keyPrefix: name, points: limit, duration: windowSeconds };
  const limiter = new RateLimiterPostgres({
    ...window,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory(window),
  });
  const secondsToWait = async (key: string): Promise<number | null> => {
    try {
      await limiter.consume(hashSecret(key));
      return null;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      countThrottled(name);
      return Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
    }
  };
  return {
    secondsToWait,
    take: async (key) => {
      const seconds = await secondsToWait(key);
      if (seconds !== null) throw tooManyAttempts(seconds);
    },
    refund: async (key) => {
      await limiter.reward(hashSecret(key));
    },
    clear: async (key) => {
      await limiter.delete(hashSecret(key));
    },
  };
};

/** The eight groups of an IPv6 address. */
const expandIpv6 = (address: string): string[] => {
  // The URL parser returns the canonical form: lower case, no leading zeros, no dotted end.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
};

/**
 * One client is an IPv4 address or the /64 of an IPv6 address, which is what one household gets. An IPv4-mapped IPv6
 * address counts as IPv4.
 */
export const clientKey = (address: string): string => {
  const bare = address.split('%')[0] ?? address;
  if (!isIPv6(bare)) return bare;
  const groups = expandIpv6(bare);
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff')
    return groups
      .slice(6)
      .map((group) => parseInt(group, 16))
      .flatMap((pair) => [pair >> 8, pair & 255])
      .join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
};
