import { expect, test } from 'vitest';
import { runOpenLoop, takeTurns } from './openLoop.ts';
import type { Kind } from './openLoop.ts';
import { growthPercent } from './watchProcesses.ts';

const kind = (name: string, share: number, send: Kind['send'] = async () => ({ status: 200 })): Kind => ({
  name,
  share,
  send,
});

test('distributes kinds by their shares and spreads rare kinds out', () => {
  const next = takeTurns([kind('often', 6), kind('seldom', 3), kind('rare', 1)]);
  const names = Array.from({ length: 100 }, () => next().name);
  const countOf = (name: string): number => names.filter((each) => each === name).length;
  expect([countOf('often'), countOf('seldom'), countOf('rare')]).toEqual([60, 30, 10]);
  expect(names.join()).not.toContain('rare,rare');
});

test('sends requests while earlier ones are unanswered', async () => {
  let release = (): void => {};
  const stalled = new Promise<void>((resolve) => {
    release = resolve;
  });
  let sent = 0;
  const stalling = kind('stalling', 1, async () => {
    sent += 1;
    // No request is answered before the last one was sent.
    if (sent === 20) release();
    await stalled;
    return { status: 200 };
  });
  const answered = await runOpenLoop([stalling], { perSecond: 200, seconds: 0.1 });
  expect(answered.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
});

test('measures from the time a request was due, even if it was sent later', async () => {
  let time = 1_000;
  // The first request stalls for 40 ms. Four more requests are due by then.
  const clock = { now: () => time, sleep: async () => void (time = 1_040) };
  const answered = await runOpenLoop([kind('any', 1)], { perSecond: 100, seconds: 0.05 }, clock);
  expect(answered.map(({ ms }) => ms)).toEqual([40, 30, 20, 10, 0]);
});

test('throws the error of one request after all other requests have ended', async () => {
  let ended = 0;
  const last = { resolve: (): void => {} };
  const lastAnswer = new Promise<void>((resolve) => {
    last.resolve = resolve;
  });
  const failing = kind('failing', 1, async () => {
    ended += 1;
    if (ended === 2) throw new Error('the second one');
    if (ended === 5) last.resolve();
    await lastAnswer;
    return { status: 200 };
  });
  await expect(runOpenLoop([failing], { perSecond: 200, seconds: 0.025 })).rejects.toThrow('the second one');
  expect(ended).toBe(5);
});

test('growth is the slope of the line through all values', () => {
  const memory = [100, 110, 90, 100].map((megabytes, at) => ({ at, megabytes }));
  expect(growthPercent([100, 105, 110].map((megabytes, at) => ({ at, megabytes })))).toBeCloseTo((10 / 105) * 100, 6);
  expect(Math.abs(growthPercent(memory))).toBeLessThan(10);
});
