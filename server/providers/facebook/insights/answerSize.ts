import type { AnswerSize, SizeMemory } from '#server/providers/PlatformAccount.ts';

/** Meta is more likely to refuse queries with more days. */
export const largestAnswer: Readonly<AnswerSize> = { days: 90, rows: 500 };
/** Below this page size, fewer days per query cost fewer calls. */
export const smallestPageRows = 50;

/** A size that worked grows one step after this time: probing costs few refused calls. */
const growthMs = 6 * 3_600_000;

/** Response size of a running read; it changes when Meta refuses. */
export type OpenSize = AnswerSize;

const isSame = (a: AnswerSize, b: AnswerSize): boolean => a.days === b.days && a.rows === b.rows;

const grow = ({ days, rows }: AnswerSize): AnswerSize => {
  if (rows === 0) return { days: 1, rows: smallestPageRows };
  if (days < largestAnswer.days) return { days: Math.min(largestAnswer.days, days * 2), rows };
  return { days, rows: Math.min(largestAnswer.rows, rows * 2) };
};

/** Below the smallest page a direct query is not worth it. */
const toStored = ({ days, rows }: AnswerSize): AnswerSize =>
  rows < smallestPageRows ? { days: 1, rows: 0 } : { days, rows };

/** Response size to start a read with, based on what worked before. `finish` stores the size that this read found. */
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
    // A failed growth resets the age, so the next attempt comes later.
    if (isGrown || !isSame(learned, before)) await memory?.store(isSame(learned, largestAnswer) ? null : learned);
  };
  return { size, finish };
};
