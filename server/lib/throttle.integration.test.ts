import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { rateLimits } from '#server/database/schema.ts';
import { openTestDatabase } from '#testing/database/openTestDatabase.ts';
import { createThrottle } from './throttle.ts';
import type { Throttle } from './throttle.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const window = { limit: 5, windowSeconds: 60 };

const countTaken = async (takers: readonly Throttle[], key: string, times: number): Promise<number> => {
  const tries = Array.from({ length: times }, async (_none, index) => takers[index % takers.length]?.take(key));
  const results = await Promise.allSettled(tries);
  return results.filter(({ status }) => status === 'fulfilled').length;
};

describe('a throttle', () => {
  test('allows calls up to the limit, then says how long to wait', async () => {
    const throttle = createThrottle(database.pool, { name: 'sequence', ...window });
    for (let taken = 0; taken < window.limit; taken += 1) await throttle.take('ada@example.test');
    const refusal = await throttle.take('ada@example.test').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
    const { retryAfterSeconds } = refusal as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(window.windowSeconds - 10);
    expect(retryAfterSeconds).toBeLessThanOrEqual(window.windowSeconds);
    await expect(throttle.take('bob@example.test')).resolves.toBeUndefined();
  });

  test('counts across all instances, also for simultaneous calls', async () => {
    const instances = [1, 2, 3].map(() => createThrottle(database.pool, { name: 'shared', ...window }));
    expect(await countTaken(instances, 'ada@example.test', 20)).toBe(window.limit);
  });

  test('returns a count, and clears a key', async () => {
    const throttle = createThrottle(database.pool, { name: 'returns', ...window });
    await countTaken([throttle], 'ada@example.test', window.limit);
    await throttle.refund('ada@example.test');
    expect(await countTaken([throttle], 'ada@example.test', 3)).toBe(1);
    await throttle.clear('ada@example.test');
    expect(await countTaken([throttle], 'ada@example.test', 20)).toBe(window.limit);
  });

  test('stores no key in plain text', async () => {
    await createThrottle(database.pool, { name: 'hashed', ...window }).take('eve@example.test');
    const keys = (await database.db.select({ key: rateLimits.key }).from(rateLimits)).map(({ key }) => key);
    expect(keys.some((key) => key.startsWith('hashed:'))).toBe(true);
    expect(keys.filter((key) => key.includes('example.test'))).toEqual([]);
  });

  test('keeps counting locally while the database is unreachable', async () => {
    const pool = new Pool({ host: '127.0.0.1', port: 1 });
    const throttle = createThrottle(pool, { name: 'away', ...window });
    expect(await countTaken([throttle], 'ada@example.test', 20)).toBe(window.limit);
    await pool.end();
  });
});
