import type { AppError } from '#server/lib/failures/errors.ts';
import { createFairQueue, createRecentUse } from './fairQueue.ts';

export type Turn = {
  /** Frees the turn while `wait` runs, and takes another turn afterward. */
  aside: <T>(wait: () => Promise<T>) => Promise<T>;
};

type FairTurnsOptions = {
  /** Concurrent turns: in total and per owner. */
  atOnce: number;
  atOnceEach: number;
  /** Maximum number of waiting requests per owner. */
  waitingEach: number;
  /** The error for a request beyond the limit. */
  refuse: () => AppError;
};

export type TurnRequest<T> = {
  owner: string;
  /** Waiting requests with the same question share one answer. Null: not shared. */
  question: string | null;
  signal: AbortSignal;
  work: (turn: Turn, signal: AbortSignal) => Promise<T>;
};

export type FairTurns = ReturnType<typeof createFairTurns>;

/**
 * Limits work that takes long. The owner that has used the least time in the last minute goes first, so an owner waits
 * for others about as long as its own work takes.
 */
export const createFairTurns = ({ atOnce, atOnceEach, waitingEach, refuse }: FairTurnsOptions) => {
  const recent = createRecentUse(() => performance.now());
  const queue = createFairQueue<() => void>(recent);
  const running = new Map<string, number>();
  let taken = 0;
  const runningOf = (owner: string): number => running.get(owner) ?? 0;

  const takeNext = (): (() => void) | undefined =>
    taken < atOnce ? queue.take((owner) => runningOf(owner) < atOnceEach) : undefined;
  const startNext = (): void => {
    for (let start = takeNext(); start; start = takeNext()) start();
  };

  /** @returns when the turn began */
  const begin = (owner: string, signal: AbortSignal): Promise<number> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        taken += 1;
        running.set(owner, runningOf(owner) + 1);
        resolve(performance.now());
      };
      const leave = (): void => {
        queue.remove(owner, start);
        reject(signal.reason);
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      queue.push(owner, start);
      startNext();
    });

  const end = (owner: string, startedAt: number): void => {
    recent.add(owner, performance.now() - startedAt);
    taken -= 1;
    const left = runningOf(owner) - 1;
    if (left > 0) running.set(owner, left);
    else running.delete(owner);
    startNext();
  };

  /** The turn lasts as long as the work, even if the client has left: its statement still uses the database. */
  const inTurn = async <T>(
    owner: string,
    work: (turn: Turn, signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
    onBegin: () => void,
  ): Promise<T> => {
    let startedAt: number | null = await begin(owner, signal).finally(onBegin);
    const giveUp = (): void => {
      if (startedAt !== null) end(owner, startedAt);
      startedAt = null;
    };
    const aside = async <R>(wait: () => Promise<R>): Promise<R> => {
      giveUp();
      const result = await wait();
      startedAt = await begin(owner, signal);
      return result;
    };
    try {
      return await work({ aside }, signal);
    } finally {
      giveUp();
    }
  };

  type Shared = { answer: Promise<unknown>; sharers: number; controller: AbortController; forget: () => void };
  /** Requests whose turn has not begun. An answer that is already being read may be too old for a later request. */
  const waiting = new Map<string, Shared>();

  const join = async <T>(shared: Shared, signal: AbortSignal): Promise<T> => {
    shared.sharers += 1;
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = (): void => {
      shared.sharers -= 1;
      if (shared.sharers === 0) {
        shared.forget();
        shared.controller.abort(signal.reason);
      }
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return (await Promise.race([shared.answer, left])) as T;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };

  return {
    /**
     * @throws AppError from `refuse` when the owner has too many waiting requests, and the signal's reason when the
     * client leaves
     */
    run: async <T>({ owner, question, signal, work }: TurnRequest<T>): Promise<T> => {
      signal.throwIfAborted();
      const name = `${owner} ${question}`;
      const present = question === null ? undefined : waiting.get(name);
      if (present) return join<T>(present, signal);
      if (queue.sizeOf(owner) >= waitingEach) throw refuse();
      const controller = new AbortController();
      const forget = (): void => {
        if (waiting.get(name) === shared) waiting.delete(name);
      };
      const shared: Shared = { answer: Promise.resolve(), sharers: 0, controller, forget };
      if (question !== null) waiting.set(name, shared);
      shared.answer = inTurn(owner, work, controller.signal, forget);
      return join<T>(shared, signal);
    },
  };
};
