import { expect, test } from 'vitest';
import { createLogger } from '#server/lib/logging/logger.ts';
import { unlimitedStorage } from '#server/lib/storage.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { startTicker } from './startTicker.ts';

test('ticks repeat, a failing tick does not stop the others, and stopping waits for the running one', async () => {
  let good = 0;
  let isRunning = false;
  const ticker = startTicker(
    [
      { name: 'bad', run: () => Promise.reject(new Error('the database is away')) },
      {
        name: 'good',
        run: async () => {
          expect(isRunning).toBe(false);
          isRunning = true;
          await new Promise((resolve) => setTimeout(resolve, 5));
          good += 1;
          isRunning = false;
        },
      },
    ],
    { intervalMs: 1, logger: createLogger('silent'), storage: unlimitedStorage },
  );
  await waitUntil(() => good >= 3);
  await ticker.stop();
  const atStop = good;
  expect(isRunning).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(good).toBe(atStop);
});
