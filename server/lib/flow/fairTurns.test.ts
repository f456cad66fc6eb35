import { expect, test } from 'vitest';
import { AppError } from '#server/lib/failures/errors.ts';
import { createFairTurns } from './fairTurns.ts';
import type { Turn } from './fairTurns.ts';

/** Starts tasks that run until the test ends them. */
const startTurns = (limits: { atOnce: number; atOnceEach: number; waitingEach: number }) => {
  const turns = createFairTurns({ ...limits, refuse: () => new AppError(429, 'TOO_MANY_READS', 'too many') });
  const begun: string[] = [];
  const signals = new Map<string, AbortSignal>();
  const enders = new Map<string, () => void>();
  const run = (
    owner: string,
    name: string,
    { question = null, signal = new AbortController().signal }: { question?: string | null; signal?: AbortSignal } = {},
  ): Promise<string> =>
    turns.run({
      owner,
      question,
      signal,
      work: (_turn, shared) => {
        begun.push(name);
        signals.set(name, shared);
        return new Promise((resolve) => enders.set(name, () => resolve(name)));
      },
    });
  /** Ends a task, and waits until the next tasks have begun. */
  const end = async (name: string): Promise<void> => {
    enders.get(name)?.();
    await settle();
  };
  return { turns, begun, signals, run, end };
};

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test("limits an owner's concurrent turns, and lets another owner go before the waiting ones", async () => {
  const { begun, run, end } = startTurns({ atOnce: 2, atOnceEach: 1, waitingEach: 9 });
  const all = ['a1', 'a2', 'a3'].map((name) => run('busy', name));
  all.push(run('second', 'b1'), run('third', 'c1'));
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  for (const name of ['c1', 'b1', 'a2', 'a3']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
});

test('refuses only the owner whose queue is full', async () => {
  const { run, end } = startTurns({ atOnce: 2, atOnceEach: 1, waitingEach: 1 });
  const kept = [run('busy', 'a1'), run('busy', 'a2')];
  await expect(run('busy', 'a3')).rejects.toMatchObject({ status: 429 });
  kept.push(run('other', 'b1'));
  for (const name of ['b1', 'a1', 'a2']) {
    await settle();
    await end(name);
  }
  expect(await Promise.all(kept)).toEqual(['a1', 'a2', 'b1']);
});

test('equal waiting requests share an answer, but do not join one that is already running', async () => {
  const { begun, run, end } = startTurns({ atOnce: 1, atOnceEach: 1, waitingEach: 1 });
  const ask = (name: string) => run('one', name, { question: 'board' });
  const first = ask('first');
  await settle();
  const later = ['second', 'third', 'fourth'].map(ask);
  await end('first');
  await end('second');
  expect(await Promise.all([first, ...later])).toEqual(['first', 'second', 'second', 'second']);
  expect(begun).toEqual(['first', 'second']);
});

test('a client that leaves loses its place, unless others share it', async () => {
  const { begun, run, end } = startTurns({ atOnce: 1, atOnceEach: 1, waitingEach: 9 });
  const [alone, sharing] = [new AbortController(), new AbortController()];
  const first = run('one', 'first');
  const left = run('one', 'left', { signal: alone.signal });
  const shared = run('one', 'shared', { question: 'board', signal: sharing.signal });
  const staying = run('one', 'staying', { question: 'board' });
  alone.abort(new Error('gone'));
  sharing.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(shared).rejects.toThrow('gone');
  await settle();
  await end('first');
  await end('shared');
  expect(await Promise.all([first, staying])).toEqual(['first', 'shared']);
  expect(begun).toEqual(['first', 'shared']);
});

test('a request starts again after all clients sharing it have left', async () => {
  const { begun, run, end } = startTurns({ atOnce: 1, atOnceEach: 1, waitingEach: 9 });
  const leaving = new AbortController();
  void run('one', 'first');
  const left = run('one', 'left', { question: 'board', signal: leaving.signal });
  leaving.abort(new Error('gone'));
  const again = run('one', 'again', { question: 'board' });
  await expect(left).rejects.toThrow('gone');
  await end('first');
  await end('again');
  expect(await again).toBe('again');
  expect(begun).toEqual(['first', 'again']);
});

test('a task keeps its turn until it ends, even if its client has left, and its signal aborts', async () => {
  const { begun, signals, run, end } = startTurns({ atOnce: 1, atOnceEach: 1, waitingEach: 9 });
  const leaving = new AbortController();
  const left = run('one', 'left', { signal: leaving.signal });
  await settle();
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(signals.get('left')?.aborted).toBe(true);
  const next = run('one', 'next');
  await settle();
  expect(begun).toEqual(['left']);
  await end('left');
  await end('next');
  expect(await next).toBe('next');
});

test('others use the turn of a task that only waits', async () => {
  const { turns, run, end } = startTurns({ atOnce: 1, atOnceEach: 1, waitingEach: 9 });
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<string>();
  const waiting = turns.run({
    owner: 'one',
    question: null,
    signal: new AbortController().signal,
    work: async (turn: Turn) => `${await turn.aside(() => arrival)}, and back`,
  });
  const other = run('one', 'other');
  await settle();
  await end('other');
  expect(await other).toBe('other');
  arrive('arrived');
  expect(await waiting).toBe('arrived, and back');
});
