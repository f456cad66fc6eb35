/** Registers a function that stops a started part. */
export type OnStop = (end: () => unknown) => void;

/**
 * Starts several parts as one. `stop` stops the registered parts in reverse order and continues after a failure. A failed
 * start stops the parts that already run.
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
    const stop = async (): Promise<void> => {
      const failures = await endAll();
      if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be stopped');
    };
    return Object.assign(started, { stop });
  } catch (error) {
    const failures = await endAll();
    throw failures.length > 0 ? new AggregateError([error, ...failures], 'Neither started nor stopped') : error;
  }
};
