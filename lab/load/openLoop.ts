import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '#testing/openClient.ts';
import { now } from '#testing/startProduct.ts';

/** A kind of request, and its share in percent. */
export type Kind = { name: string; share: number; send: () => Promise<Pick<Reply, 'status'>> };

/** The result of one request. `ms` counts from the time the request was due, `at`. Status 0: refused or broken. */
export type Answered = { kind: string; status: number; at: number; ms: number };

type Pace = {
  perSecond: number;
  seconds: number;
  /** Stops sending before `seconds` are over. */
  signal?: AbortSignal;
};

const checkEveryMs = 2;
const realClock: { now: () => number; sleep: (ms: number) => Promise<void> } = { now, sleep };

/**
 * Spreads the kinds evenly by share, in the same order each time.
 * @returns a function that returns the next kind
 */
export const takeTurns = (kinds: readonly Kind[]): (() => Kind) => {
  const total = kinds.reduce((sum, { share }) => sum + share, 0);
  const turns = kinds.map((kind) => ({ kind, credit: 0 }));
  return () => {
    for (const turn of turns) turn.credit += turn.kind.share;
    const next = turns.reduce((best, turn) => (turn.credit > best.credit ? turn : best));
    next.credit -= total;
    return next.kind;
  };
};

/**
 * Sends requests at a steady rate without waiting for responses, so that a stall counts for every delayed request. Ends
 * when the last one is answered.
 * @returns the results, in the order in which the requests were due
 * @throws at the end, if a request could not be sent
 */
export const runOpenLoop = async (
  kinds: readonly Kind[],
  { perSecond, seconds, signal }: Pace,
  clock = realClock,
): Promise<Answered[]> => {
  const nextKind = takeTurns(kinds);
  const answers: Promise<Answered>[] = [];
  const ask = async ({ name, send }: Kind, dueAt: number): Promise<Answered> => {
    const { status } = await send();
    return { kind: name, status, at: dueAt, ms: clock.now() - dueAt };
  };
  const startedAt = clock.now();
  const total = Math.floor(perSecond * seconds);
  const isOver = (): boolean => signal?.aborted === true;
  for (let sent = 0; sent < total && !isOver();) {
    for (; sent < total && startedAt + (sent * 1000) / perSecond <= clock.now(); sent += 1) {
      const answer = ask(nextKind(), startedAt + (sent * 1000) / perSecond);
      // Awaited at the end; this avoids unhandledRejection.
      answer.catch(() => {});
      answers.push(answer);
    }
    await clock.sleep(checkEveryMs);
  }
  await Promise.allSettled(answers);
  return Promise.all(answers);
};
