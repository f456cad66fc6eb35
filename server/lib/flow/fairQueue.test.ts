import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairQueue, createRecentUse } from './fairQueue.ts';

const startQueue = () => {
  let time = 0;
  const recent = createRecentUse(() => time);
  const queue = createFairQueue<string>(recent);
  const push = (owner: string, ...items: string[]): void => items.forEach((item) => queue.push(owner, item));
  const takeAll = (): (string | undefined)[] => Array.from({ length: queue.size }, () => queue.take());
  return { queue, recent, push, takeAll, pass: (ms: number) => (time += ms) };
};

test('owners take turns, however many items each has waiting', () => {
  const { queue, push, takeAll } = startQueue();
  push('one', 'a1', 'a2', 'a3', 'a4');
  push('two', 'b1', 'b2');
  push('three', 'c1');
  const order = ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'];
  expect(queue.inOrder()).toEqual(order);
  expect(takeAll()).toEqual(order);
  expect(queue.take()).toBeUndefined();
});

test('the owner with less use in the last minute goes first', () => {
  const { recent, push, takeAll, pass } = startQueue();
  recent.add('busy', 3);
  push('busy', 'a1', 'a2');
  push('new', 'b1', 'b2');
  expect(takeAll()).toEqual(['b1', 'b2', 'a1', 'a2']);
  pass(120_000);
  push('busy', 'a3');
  push('new', 'b3');
  expect(takeAll()).toEqual(['a3', 'b3']);
});

test('skips owners that must wait, and removed items', () => {
  const { queue, push } = startQueue();
  push('one', 'a1', 'a2');
  push('two', 'b1');
  expect(queue.take((owner) => owner !== 'one')).toBe('b1');
  queue.remove('one', 'a1');
  expect(queue.sizeOf('one')).toBe(1);
  expect(queue.take()).toBe('a2');
  expect(queue.size).toBe(0);
});

test('lists items in the order of their turns', () => {
  const owners = fc.array(fc.record({ use: fc.nat(4), items: fc.nat(5), returns: fc.boolean() }), { maxLength: 6 });
  fc.assert(
    fc.property(owners, (all) => {
      const { queue, recent, push } = startQueue();
      const add = (owner: string, from: number, count: number): void =>
        push(owner, ...Array.from({ length: count }, (_, index) => `${owner} ${from + index}`));
      all.forEach(({ use, items }, owner) => {
        recent.add(`${owner}`, use);
        add(`${owner}`, 0, items);
      });
      // Earlier turns leave some owners with more waiting items.
      for (let turn = 0; turn < 3; turn += 1) queue.take();
      all.forEach(({ items, returns }, owner) => returns && add(`${owner}`, items, 2));
      const listed = queue.inOrder();
      const taken = Array.from({ length: queue.size }, () => {
        const item = queue.take() ?? '';
        recent.add(item.split(' ')[0] ?? '', 1);
        return item;
      });
      expect(listed).toEqual(taken);
    }),
  );
});
