/**
 * Collects items while a batch runs and handles them together in the next one. Many small concurrent callers cost as
 * little as a few large ones; a single caller does not wait.
 * @param run handles a batch; an error rejects every caller whose items were in it
 * @param limit of items in a batch; one caller's items always stay together
 */
export const createBatcher = <Item>(
  run: (items: readonly Item[]) => Promise<void>,
  limit: number,
): ((items: readonly Item[]) => Promise<void>) => {
  type Waiting = { items: readonly Item[]; resolve: () => void; reject: (reason: unknown) => void };
  const queue: Waiting[] = [];
  let isRunning = false;

  const takeBatch = (): Waiting[] => {
    let size = 0;
    const end = queue.findIndex(({ items }, index) => {
      size += items.length;
      return index > 0 && size > limit;
    });
    return queue.splice(0, end === -1 ? queue.length : end);
  };

  const work = async (): Promise<void> => {
    isRunning = true;
    while (queue.length > 0) {
      const batch = takeBatch();
      try {
        await run(batch.flatMap(({ items }) => items));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  };

  return (items) =>
    new Promise((resolve, reject) => {
      queue.push({ items, resolve, reject });
      if (!isRunning) void work();
    });
};
