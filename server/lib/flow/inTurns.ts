import { setImmediate } from 'node:timers/promises';

/** Iterates over long lists without blocking: yields to the event loop after every `itemsPerTurn` items. */
export async function* inTurns<T>(items: Iterable<T>, itemsPerTurn = 1_000): AsyncGenerator<T> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count % itemsPerTurn === 0) await setImmediate();
  }
}
