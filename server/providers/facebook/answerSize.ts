import type { AnswerSize, SizeMemory } from '../AdPlatform.ts';

/** The more days a query has, the likelier it is too much for Meta. */
export const largestAnswer: Readonly<AnswerSize> = { days: 90, rows: 500 };
/** Where pages have to be smaller than this, fewer days at once are fewer calls. */
export const smallestPageRows = 50;

/** A size that worked grows by one step after so long: an account that has become lighter costs few refused calls to find out. */
const growthMs = 6 * 3_600_000;

/** The size of the answers of a read under way; it changes with what Meta refuses. */
export type OpenSize = AnswerSize;

const isSame = (a: AnswerSize, b: AnswerSize): boolean => a.days === b.days && a.rows === b.rows;

const grow = ({ days, rows }: AnswerSize): AnswerSize => {
  if (rows === 0) return { days: 1, rows: smallestPageRows };
  if (days < largestAnswer.days) return { days: Math.min(largestAnswer.days, days * 2), rows };
  return { days, rows: Math.min(largestAnswer.rows, rows * 2) };
};

/** Below the smallest page an answer is not worth asking for. */
const toStored = ({ days, rows }: AnswerSize): AnswerSize =>
  rows < smallestPageRows ? { days: 1, rows: 0 } : { days, rows };

/** The size to begin a read of an ad account with, out of what worked before. `finish` stores what this read has learned. */
export const openAnswerSize = async (
  memory: SizeMemory | undefined,
): Promise<{ size: OpenSize; finish: () => Promise<void> }> => {
  const known = await memory?.recall();
  const before = known ?? largestAnswer;
  let size: OpenSize = { days: before.days, rows: before.rows };
  for (let ageMs = known?.ageMs ?? 0; ageMs >= growthMs && !isSame(size, largestAnswer); ageMs -= growthMs)
    size = grow(size);
  const isGrown = !isSame(size, before);

  const finish = async (): Promise<void> => {
    const learned = toStored(size);
    // A size that has grown in vain is as young as a new one: the next attempt comes later.
    if (isGrown || !isSame(learned, before)) await memory?.store(isSame(learned, largestAnswer) ? null : learned);
  };
  return { size, finish };
};
