import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rateLimits } from '#server/database/schema.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import type { Patience } from './retry.ts';
import { openAgain, openTestDatabase } from '#testing/database/openTestDatabase.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { createLocalBudget, createSharedBudget } from './callBudget.ts';
import type { CallBudget } from './callBudget.ts';
import { createPacer } from './pacer.ts';

let database: OpenDatabase;
let again: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  again = await openAgain(database.pool);
});
afterAll(async () => {
  await again?.close();
  await database?.close();
});
beforeEach(() => database.db.delete(rateLimits));

const rate = { gapMs: 20, burst: 1 };
const key = '/report/';
const payer = 'a workspace';
const logger = createLogger('silent');

/** The budgets of two processes. */
const kinds: Record<string, () => [CallBudget, CallBudget]> = {
  'one process': () => {
    const budget = createLocalBudget();
    return [budget, budget];
  },
  'two processes': () => [createSharedBudget(database.pool, logger), createSharedBudget(again.pool, logger)],
};

describe.each(Object.keys(kinds))('%s', (kind) => {
  const startPacers = () => {
    const [first, second] = kinds[kind]?.() ?? [];
    if (!first || !second) throw new Error(`no budgets of ${kind}`);
    return [createPacer('tiktok', first), createPacer('tiktok', second)] as const;
  };

  test('grant turns at the configured rate, however many calls arrive at once', async () => {
    const times: number[] = [];
    const calls = startPacers().flatMap((pacer) =>
      Array.from({ length: 20 }, async () => {
        await pacer.takeTurn({ key, payer, rate, patience: 'interactive' });
        times.push(performance.now());
      }),
    );
    await Promise.all(calls);
    const spanMs = Math.max(...times) - Math.min(...times);
    // The timer of the first call may fire late.
    expect(spanMs).toBeGreaterThan((calls.length - 3) * rate.gapMs);
  });

  test('let a person go before earlier jobs, without starving the jobs', async () => {
    const [first, second] = startPacers();
    const gone: Patience[] = [];
    const call = async (pacer: typeof first, patience: Patience) => {
      await pacer.takeTurn({ key, payer, rate, patience });
      gone.push(patience);
    };
    const jobs = Array.from({ length: 20 }, () => call(first, 'background'));
    await jobs[0];
    const preview = async () => {
      for (let calls = 0; calls < 12; calls += 1) await call(second, 'interactive');
    };
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 5 }, preview));
    const turns = (performance.now() - startedAt) / rate.gapMs;
    const jobsAmongPeople = gone.filter((patience) => patience === 'background').length;
    // Four turns first, reserved by one query; then one in ten. People miss turns on a busy machine, and need more of them.
    expect(jobsAmongPeople).toBeGreaterThan(4);
    expect(jobsAmongPeople).toBeLessThan(7 + turns / 10);
    await Promise.all(jobs);
  });

  test('refuse a person at once if the turn would come too late, and return the time to retry', async () => {
    const [first, second] = startPacers();
    const slow = { gapMs: 6_000, burst: 1 };
    await first.takeTurn({ key, payer, rate: slow, patience: 'interactive' });
    const leaving = new AbortController();
    const turn = { key, payer, rate: slow, patience: 'interactive', signal: leaving.signal } as const;
    const [waiting, refused] = [second.takeTurn(turn), first.takeTurn(turn)];
    // The call that reserved its turn first waits.
    await expect(Promise.race([waiting, refused])).rejects.toMatchObject({
      outcome: 'wait',
      providerCode: 'queue-full',
      userMessage: 'Too many people are reading data from TikTok right now. Please try again in a minute.',
    });
    leaving.abort(new Error('the person has gone'));
    await Promise.allSettled([waiting, refused]);
  });

  test('let another payer go before the waiting calls of a busy payer', async () => {
    const [first, second] = startPacers();
    const even = { gapMs: 50, burst: 1 };
    const gone: string[] = [];
    const call = async (pacer: typeof first, name: string) => {
      await pacer.takeTurn({ key, payer: name, rate: even, patience: 'interactive' });
      gone.push(name);
    };
    const busy = Array.from({ length: 40 }, () => call(first, 'busy'));
    await busy[0];
    await Promise.all([call(second, 'other'), call(first, 'third')]);
    // Turns reserved earlier, a quarter of a second ahead, still go first.
    expect(gone.length).toBeLessThan(25);
    await Promise.all(busy);
  });

  test('refuse only the payer with the most waiting calls', async () => {
    const [first] = startPacers();
    const slow = { gapMs: 2_000, burst: 1 };
    const leaving = new AbortController();
    const call = (name: string) =>
      first.takeTurn({ key, payer: name, rate: slow, patience: 'interactive', signal: leaving.signal });
    const refused: string[] = [];
    const calls = [...Array.from({ length: 20 }, () => 'busy'), 'second', 'third'].map(async (name) => {
      try {
        await call(name);
      } catch (error) {
        if (!leaving.signal.aborted) refused.push(name);
        else if (error !== leaving.signal.reason) throw error;
      }
    });
    await waitUntil(() => refused.length > 12, { what: 'refusals' });
    expect(new Set(refused)).toEqual(new Set(['busy']));
    leaving.abort(new Error('gone'));
    await Promise.all(calls);
  });

  test('hold a key in both processes for as long as the platform requires, and no other key', async () => {
    const [first, second] = startPacers();
    await second.checkHolds(['account:2'], 'interactive');
    await first.hold('account:1', 90_000);
    for (const pacer of [first, second]) {
      const error: unknown = await pacer
        .checkHolds(['app', 'account:1'], 'background')
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({ outcome: 'wait', providerCode: 'paused' });
      expect((error as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(85_000);
      await pacer.checkHolds(['app', 'account:2'], 'interactive');
    }
  });

  test('count concurrent refusals once, and hold longer for consecutive ones', async () => {
    const [first, second] = startPacers();
    const holdsMs = [50, 100, 60_000];
    const take = (pacer: typeof first) => pacer.takeTurn({ key, payer, rate, patience: 'interactive' });
    const refuse = async () => {
      const strikes = await Promise.all([take(first), take(first), take(second)]);
      await Promise.all(
        [first, first, second].map((pacer, index) => pacer.throttled(key, strikes[index] ?? 0, holdsMs)),
      );
      return strikes;
    };
    expect(await refuse()).toEqual([0, 0, 0]);
    expect(await refuse()).toEqual([1, 1, 1]);
    // A success resets the count.
    await second.succeeded(key, await take(second));
    expect(await refuse()).toEqual([0, 0, 0]);
    await refuse();
    await refuse();
    for (const pacer of [first, second])
      await expect(take(pacer)).rejects.toMatchObject({ outcome: 'wait', providerCode: 'paused' });
  });
});

test('a turn is missed if its response arrives too late, but not forever', async () => {
  let at = 0;
  const local = createLocalBudget(() => at);
  const answerMs: number[] = [];
  const asked: number[] = [];
  const slow: CallBudget = {
    ...local,
    reserve: async (...args) => {
      asked.push(at);
      const reservation = await local.reserve(...args);
      at += answerMs.shift() ?? 0;
      return reservation;
    },
  };
  const pacer = createPacer('tiktok', slow, () => at);
  const take = async (...delays: number[]): Promise<number> => {
    const before = asked.length;
    answerMs.push(...delays);
    await pacer.takeTurn({ key, payer, rate, patience: 'interactive' });
    return asked.length - before;
  };
  expect(await take(50)).toBe(1);
  at += 1_000;
  expect(await take(500, 0)).toBe(2);
  at += 1_000;
  expect(await take(500, 500, 500)).toBe(3);
});

test('waiting calls share the turns that one query reserved', async () => {
  const budget = createSharedBudget(database.pool, logger);
  let queries = 0;
  const counted: CallBudget = {
    ...budget,
    reserve: (...args) => {
      queries += 1;
      return budget.reserve(...args);
    },
  };
  const pacer = createPacer('tiktok', counted);
  await Promise.all(
    Array.from({ length: 31 }, () =>
      pacer.takeTurn({ key, payer, rate: { gapMs: 1, burst: 1 }, patience: 'interactive' }),
    ),
  );
  expect(queries).toBe(4);
});

test('without its database a process keeps the rate locally', async () => {
  const closed = await openTestDatabase();
  await closed.close();
  const pacer = createPacer('tiktok', createSharedBudget(closed.pool, logger));
  const startedAt = performance.now();
  for (let call = 0; call < 4; call += 1) await pacer.takeTurn({ key, payer, rate, patience: 'interactive' });
  expect(performance.now() - startedAt).toBeGreaterThan(3 * rate.gapMs - 5);
});
