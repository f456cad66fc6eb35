/** Registers cleanups of a benchmark. They run in reverse order, even after a failure. */
export type Cleanup = { add(end: () => unknown): void };

/** Runs `work`, then all registered cleanups, even if one of them fails. */
export const withCleanup = async <T>(work: (cleanup: Cleanup) => Promise<T>): Promise<T> => {
  const ends: (() => unknown)[] = [];
  try {
    return await work({ add: (end) => void ends.push(end) });
  } finally {
    for (const end of ends.toReversed())
      try {
        await end();
      } catch (error) {
        console.error('a cleanup failed:', error);
      }
  }
};
