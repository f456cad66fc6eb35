import { expect, test } from 'vitest';
import { readAhead } from './readAhead.ts';

test('reads exactly one item ahead of the current one', async () => {
  const seen: string[] = [];
  async function* items() {
    for (let number = 1; number <= 3; number += 1) {
      seen.push(`read ${number}`);
      yield number;
    }
  }
  for await (const number of readAhead(items())) seen.push(`work on ${number}`);
  expect(seen).toEqual(['read 1', 'read 2', 'work on 1', 'read 3', 'work on 2', 'work on 3']);
});

test('reports a failure only after the items before it', async () => {
  const seen: number[] = [];
  async function* failing() {
    yield 1;
    throw new Error('the source failed');
  }
  const work = async () => {
    for await (const number of readAhead(failing())) {
      // The source has failed by now.
      await Promise.resolve();
      seen.push(number);
    }
  };
  await expect(work()).rejects.toThrow('the source failed');
  expect(seen).toEqual([1]);
});

test('leaving early closes the source, even if reading ahead fails', async () => {
  let isClosed = false;
  async function* items() {
    try {
      yield 1;
      yield 2;
      throw new Error('read in vain');
    } finally {
      isClosed = true;
    }
  }
  const work = async () => {
    for await (const number of readAhead(items())) if (number === 2) throw new Error('the work failed');
  };
  await expect(work()).rejects.toThrow('the work failed');
  expect(isClosed).toBe(true);
});
