import type { QueryClient } from '@tanstack/react-query';

/**
 * A function that reloads the visible queries below a key. Hints come in bursts: those during a load trigger one more
 * load after it, so that no load is canceled for the next.
 */
export const createRefresh = (queryKey: readonly string[]): ((client: QueryClient) => void) => {
  let isStale = false;
  let reading: Promise<void> | undefined;
  return (client) => {
    isStale = true;
    const readOn = async (): Promise<void> => {
      while (isStale) {
        isStale = false;
        await client.invalidateQueries({ queryKey });
      }
      reading = undefined;
    };
    reading ??= readOn();
  };
};
