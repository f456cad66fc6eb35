import { setImmediate } from 'node:timers/promises';

/** Finishes a long computation without blocking: yields to the event loop after each of its steps. */
export const finishInTurns = async <Result>(steps: Generator<unknown, Result>): Promise<Result> => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
};

/** Iterates over long lists without blocking: yields to the event loop after every `itemsPerTurn` items. */
export async function* inTurns<T>(items: Iterable<T>, itemsPerTurn = 1_000): AsyncGenerator<T> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count % itemsPerTurn === 0) await setImmediate();
  }
}
