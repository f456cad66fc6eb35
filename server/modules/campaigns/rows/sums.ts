import { adSumNames } from '#shared/campaigns.ts';
import type { AdSums } from '#shared/campaigns.ts';

export const noSums = Object.fromEntries(adSumNames.map((name) => [name, 0])) as AdSums;

/** To the millionth, so that equal sums leave nothing. */
const combine = (left: AdSums, right: AdSums, sign: 1 | -1): AdSums => {
  const combined = { ...left };
  for (const name of adSumNames) combined[name] = Math.round((left[name] + sign * right[name]) * 1e6) / 1e6;
  return combined;
};

export const subtract = (left: AdSums, right: AdSums): AdSums => combine(left, right, -1);

export const sumOf = (all: readonly AdSums[]): AdSums => all.reduce((sum, each) => combine(sum, each, 1), noSums);

export const isNothing = (sums: AdSums): boolean => adSumNames.every((name) => sums[name] === 0);

/** The sums of a range, and of the one that it is compared with. */
export type ComparedSums = { sums: AdSums; compared: AdSums | null };

/** What parts do not have of a whole; null for nothing. */
export const restOf = (whole: ComparedSums, parts: readonly ComparedSums[]): ComparedSums | null => {
  const sums = subtract(whole.sums, sumOf(parts.map((part) => part.sums)));
  const compared = whole.compared && subtract(whole.compared, sumOf(parts.flatMap((part) => part.compared ?? [])));
  return isNothing(sums) && (compared === null || isNothing(compared)) ? null : { sums, compared };
};
