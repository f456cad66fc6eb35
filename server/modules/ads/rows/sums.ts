import { adSumNames } from '#shared/campaigns.ts';
import type { AdSums } from '#shared/campaigns.ts';

export const noSums = Object.fromEntries(adSumNames.map((name) => [name, 0])) as AdSums;

/** Round to the millionth, so that equal sums leave no rest. */
const combine = (left: AdSums, right: AdSums, sign: 1 | -1): AdSums => {
  const combined = { ...left };
  for (const name of adSumNames) combined[name] = Math.round((left[name] + sign * right[name]) * 1e6) / 1e6;
  return combined;
};

const addUp = (all: readonly AdSums[]): AdSums => all.reduce((sum, each) => combine(sum, each, 1), noSums);

const isZero = (sums: AdSums): boolean => adSumNames.every((name) => sums[name] === 0);

/** The sums of a range and of its comparison range. */
export type ComparedSums = { sums: AdSums; compared: AdSums | null };

export const isNothing = ({ sums, compared }: ComparedSums): boolean =>
  isZero(sums) && (compared === null || isZero(compared));

export const addCompared = (parts: readonly ComparedSums[]): ComparedSums => {
  const compared = parts.flatMap((part) => part.compared ?? []);
  return { sums: addUp(parts.map(({ sums }) => sums)), compared: compared.length > 0 ? addUp(compared) : null };
};

/** The sums of a whole that its parts do not have; null if there are none. */
export const restOf = (whole: ComparedSums, parts: readonly ComparedSums[]): ComparedSums | null => {
  const taken = addCompared(parts);
  const rest = {
    sums: combine(whole.sums, taken.sums, -1),
    compared: whole.compared && combine(whole.compared, taken.compared ?? noSums, -1),
  };
  return isNothing(rest) ? null : rest;
};
