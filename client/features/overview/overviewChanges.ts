import type { QueryClient } from '@tanstack/react-query';

/** Prefix of all query keys of the overview. */
export const overviewKey = ['overview'] as const;

let isStale = false;
let reading: Promise<void> | undefined;

/**
 * Reloads a visible overview. Hints come in bursts: those during a load trigger one more load after it, so that no load
 * is canceled for the next.
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
