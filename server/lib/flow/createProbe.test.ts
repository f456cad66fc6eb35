import { expect, test } from 'vitest';
import { createProbe } from './createProbe.ts';

test('returns null when there is no answer, and queries only once for any number of callers', async () => {
  let asked = 0;
  let answer: (value: string) => void = () => {};
  const probe = createProbe({
    ask: () => {
      asked += 1;
      return new Promise<string>((resolve) => {
        answer = resolve;
      });
    },
    limitMs: 5,
    onFault: () => {},
  });
  expect(await Promise.all([probe(), probe()])).toEqual([null, null]);
  expect(await probe()).toBeNull();
  expect(asked).toBe(1);
  const heard = probe();
  answer('here');
  expect(await heard).toBe('here');
  expect(asked).toBe(1);
  void probe();
  expect(asked).toBe(2);
});

test('returns null for a failure, reports it, and queries again next time', async () => {
  const faults: unknown[] = [];
  const answers = [new Error('away'), 'here'];
  const probe = createProbe({
    ask: async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    limitMs: 60_000,
    onFault: (error) => faults.push(error),
  });
  expect(await probe()).toBeNull();
  expect(await probe()).toBe('here');
  expect(faults).toEqual([new Error('away')]);
});
