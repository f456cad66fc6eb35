import { adSumNames } from '#shared/campaigns.ts';
import type { AdSums } from '#shared/campaigns.ts';

export const subtract = (left: AdSums, right: AdSums): AdSums => {
  const rest = { ...left };
  // To the millionth, so that equal sums leave nothing.
  for (const name of adSumNames) rest[name] = Math.round((left[name] - right[name]) * 1e6) / 1e6;
  return rest;
};

export const add = (left: AdSums, right: AdSums): AdSums => {
  const sum = { ...left };
  for (const name of adSumNames) sum[name] = left[name] + right[name];
  return sum;
};

export const noSums = Object.fromEntries(adSumNames.map((name) => [name, 0])) as AdSums;

export const isNothing = (sums: AdSums): boolean => adSumNames.every((name) => sums[name] === 0);
