/** What a benchmark has started, to be ended in the reverse order whatever becomes of it. */
export type Cleanup = { add(end: () => unknown): void };

/** Runs `work` and then ends all that it has noted, each though another one failed to. */
export const withCleanup = async <T>(work: (cleanup: Cleanup) => Promise<T>): Promise<T> => {
  const ends: (() => unknown)[] = [];
  try {
    return await work({ add: (end) => void ends.push(end) });
  } finally {
    for (const end of ends.toReversed())
      try {
        await end();
      } catch (error) {
        console.error('something could not be ended:', error);
      }
  }
};
