import type { QueryClient } from '@tanstack/react-query';

/** Key of everything that was read of the overview. */
export const overviewKey = ['overview'] as const;

let isStale = false;
let reading: Promise<void> | undefined;

/**
 * Reads the overview again if it is on the screen. Hints come in bursts: those that come during a reading are answered
 * by one more after it, so that no reading is called off for the next.
 */
export const refreshOverview = (client: QueryClient): void => {
  isStale = true;
  const readOn = async (): Promise<void> => {
    while (isStale) {
      isStale = false;
      await client.invalidateQueries({ queryKey: overviewKey });
    }
    reading = undefined;
  };
  reading ??= readOn();
};
