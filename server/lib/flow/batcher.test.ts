import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

/** A batcher whose batches end on the test's command. */
const controlled = (limit: number) => {
  const batches: { items: readonly string[]; end: (error?: Error) => void }[] = [];
  const add = createBatcher<string>(
    (items) =>
      new Promise((resolve, reject) => {
        batches.push({ items, end: (error) => (error ? reject(error) : resolve()) });
      }),
    limit,
  );
  return { batches, add };
};

test('a single caller is served at once; callers that arrive meanwhile share the next batch', async () => {
  const { batches, add } = controlled(10);
  const first = add(['a']);
  const others = [add(['b']), add(['c', 'd'])];
  expect(batches.map(({ items }) => items)).toEqual([['a']]);
  batches[0]?.end();
  await first;
  await Promise.resolve();
  expect(batches.map(({ items }) => items)).toEqual([['a'], ['b', 'c', 'd']]);
  batches[1]?.end();
  await Promise.all(others);
  const late = add(['e']);
  expect(batches.at(-1)?.items).toEqual(['e']);
  batches.at(-1)?.end();
  await late;
});

test('a failed batch fails only the callers in it', async () => {
  const { batches, add } = controlled(10);
  const results = Promise.allSettled([add(['a']), add(['b']), add(['c'])]);
  batches[0]?.end();
  await expect.poll(() => batches.length).toBe(2);
  batches[1]?.end(new Error('away'));
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  const later = add(['d']);
  batches[2]?.end();
  await later;
});

test('a batch respects its limit, but keeps the items of one caller together', async () => {
  const { batches, add } = controlled(3);
  const all = Promise.all([add(['a']), add(['b', 'c']), add(['d', 'e']), add(['f', 'g', 'h', 'i']), add(['j'])]);
  for (let ended = 0; ended < 5; ended += 1) {
    await expect.poll(() => batches.length).toBeGreaterThan(ended);
    batches[ended]?.end();
    if (batches.flatMap(({ items }) => items).length === 10) break;
  }
  await all;
  expect(batches.map(({ items }) => items)).toEqual([['a'], ['b', 'c'], ['d', 'e'], ['f', 'g', 'h', 'i'], ['j']]);
});
