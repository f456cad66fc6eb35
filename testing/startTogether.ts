/** Notes how something that was started is ended. */
export type OnStop = (end: () => unknown) => void;

/**
 * Starts several things that belong together. Their `stop` ends what was noted, the last one first, each though another one
 * failed to; a start that fails half-way does the same by itself.
 */
export const startTogether = async <T extends object>(
  start: (onStop: OnStop) => Promise<T>,
): Promise<T & { stop: () => Promise<void> }> => {
  const ends: (() => unknown)[] = [];
  const endAll = async (): Promise<unknown[]> => {
    const failures: unknown[] = [];
    for (const end of ends.toReversed())
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    return failures;
  };
  try {
    const started = await start((end) => void ends.push(end));
    return {
      ...started,
      stop: async () => {
        const failures = await endAll();
        if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be stopped');
      },
    };
  } catch (error) {
    const failures = await endAll();
    throw failures.length > 0 ? new AggregateError([error, ...failures], 'Neither started nor stopped') : error;
  }
};
