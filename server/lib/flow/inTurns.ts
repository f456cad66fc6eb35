import { setImmediate } from 'node:timers/promises';

/** Passes long lists on while everyone else gets their turn: after every `itemsPerTurn` items the event loop goes round once. */
export async function* inTurns<T>(items: Iterable<T>, itemsPerTurn = 1_000): AsyncGenerator<T> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count % itemsPerTurn === 0) await setImmediate();
  }
}
