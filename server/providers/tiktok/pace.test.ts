import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('lets some calls through at once and the others at an even rate', async () => {
  const awaitTurn = createPace({ gapMs: 100, burst: 3 });
  let gone = 0;
  const call = async () => {
    await awaitTurn();
    gone += 1;
  };
  const calls = Array.from({ length: 5 }, call);
  await vi.advanceTimersByTimeAsync(99);
  expect(gone).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(gone).toBe(4);
  await vi.advanceTimersByTimeAsync(100);
  expect(gone).toBe(5);
  await Promise.all(calls);
  // After a rest, some may go at once again.
  await vi.advanceTimersByTimeAsync(1_000);
  const more = Array.from({ length: 3 }, call);
  await vi.advanceTimersByTimeAsync(0);
  expect(gone).toBe(8);
  await Promise.all(more);
});
