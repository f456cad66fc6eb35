import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '#testing/openClient.ts';
import { now } from '#testing/startProduct.ts';

/** A kind of request, and how many of a hundred are of it. */
export type Kind = { name: string; share: number; send: () => Promise<Pick<Reply, 'status'>> };

/** What became of one request; `ms` counts from the moment at which it was due. Status 0: refused or broken. */
export type Answered = { kind: string; status: number; ms: number };

const lookEveryMs = 2;
const realClock: { now: () => number; sleep: (ms: number) => Promise<void> } = { now, sleep };

/**
 * The order of kinds: each comes as evenly as its share allows, and always in the same order.
 * @returns the next kind, call after call
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
 * Sends requests at a steady rate, whether or not the former ones are answered: who is held up by a stall is counted with
 * all that they have waited. Ends when the last one is answered.
 * @returns in the order in which they were due
 * @throws then, too, when one could not be sent
 */
export const runOpenLoop = async (
  kinds: readonly Kind[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
  clock = realClock,
): Promise<Answered[]> => {
  const nextKind = takeTurns(kinds);
  const answers: Promise<Answered>[] = [];
  const ask = async ({ name, send }: Kind, dueAt: number): Promise<Answered> => {
    const { status } = await send();
    return { kind: name, status, ms: clock.now() - dueAt };
  };
  const startedAt = clock.now();
  const total = Math.floor(perSecond * seconds);
  for (let sent = 0; sent < total;) {
    for (; sent < total && startedAt + (sent * 1000) / perSecond <= clock.now(); sent += 1) {
      const answer = ask(nextKind(), startedAt + (sent * 1000) / perSecond);
      // Told at the end.
      answer.catch(() => {});
      answers.push(answer);
    }
    await clock.sleep(lookEveryMs);
  }
  await Promise.allSettled(answers);
  return Promise.all(answers);
};
