import { expect, test } from 'vitest';
import { createBodyBudget } from './bodyBudget.ts';

const busy = expect.objectContaining({ status: 503, code: 'UNAVAILABLE', retryAfterSeconds: 5 });

test('a new body evicts the oldest one still arriving, but never a complete one', () => {
  const budget = createBodyBudget('test', { bytes: 100 });
  const evicted: string[] = [];
  const open = (name: string) => budget.open('', 0, () => evicted.push(name));
  const whole = open('whole');
  whole.take(40);
  whole.keep();
  const [first, second] = [open('first'), open('second')];
  second.take(30);
  first.take(30);
  open('third').take(60);
  expect(evicted).toEqual(['first', 'second']);
  const fourth = open('fourth');
  fourth.take(1);
  expect(evicted).toEqual(['first', 'second', 'third']);
  // The oldest body itself gets no room.
  expect(() => fourth.take(60)).toThrow(busy);
  whole.release();
  fourth.take(60);
});

test('an owner who announced too much is refused; others are not', () => {
  const budget = createBodyBudget('test', { bytes: 100, ownerBytes: 50 });
  const open = (owner: string, announcedBytes: number) => budget.open(owner, announcedBytes, () => undefined);
  const first = open('ada', 40);
  expect(() => open('ada', 20)).toThrow(busy);
  // Sent without a length.
  const chunked = open('ada', 0);
  chunked.take(10);
  expect(() => chunked.take(1)).toThrow(busy);
  open('eve', 50).release();
  first.take(40);
  first.release();
  open('ada', 40);
});
