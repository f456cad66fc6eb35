/**
 * Passes items on, and asks for the next one while the caller works on the present one: of two things that wait for somebody
 * else, one need not wait for the other. One item more stands in memory. Whoever leaves early still waits for the one asked for.
 */
export async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const ask = (): Promise<IteratorResult<T>> => {
    const asked = iterator.next();
    // It may fail while nobody waits for it yet; whoever does is told.
    asked.catch(() => {});
    return asked;
  };
  let next = ask();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = ask();
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
