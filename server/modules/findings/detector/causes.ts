import type { FindingDirection, FindingFactor } from '#shared/findings.ts';
import { logMean } from './statistics.ts';
import type { Cause } from './Finding.ts';

/** Totals over a period. */
export type Sums = { spend: number; impressions: number; clicks: number; conversions: number };

/** An entity that contributes to a change, with its totals before and after. */
export type Member = { entity: string; before: Sums; after: Sums };

/** Largest contribution in the direction of the change first. Drops zero contributions, unless all are zero. */
export const rank = (causes: readonly Cause[], direction: FindingDirection): Cause[] => {
  const sign = direction === 'up' ? -1 : 1;
  const moved = causes.filter(({ part }) => part !== 0);
  return (moved.length > 0 ? moved : causes.slice(0, 1)).toSorted((a, b) => sign * (a.part - b.part));
};

type Term = { factor: FindingFactor; ratio: number };

/** Splits the change of a product among its factors. A factor that was or became 0 gets the whole change. */
const split = (entity: string, before: number, after: number, terms: readonly Term[]): Cause[] => {
  const change = after - before;
  const broken = terms.find(({ ratio }) => !(ratio > 0 && Number.isFinite(ratio)));
  if (broken) return [{ entity, factor: broken.factor, part: change }];
  if (before <= 0 || after <= 0) return [{ entity, factor: terms[0]?.factor ?? 'other', part: change }];
  const weight = logMean(after, before);
  return terms.map(({ factor, ratio }) => ({ entity, factor, part: weight * Math.log(ratio) }));
};

const divide = (a: number, b: number): number => (b === 0 ? Number.NaN : a / b);

/**
 * Splits the change in the members' joint cost per lead into parts that add up to the change.
 *
 * Leads per unit of spend is the sum over the members of spend share · 1000 · CTR · CVR / CPM. Logarithmic means split the change
 * of each term exactly. The change in cost per lead is the change in leads per spend times -(cost before) · (cost after).
 */
export const splitCostPerLead = (members: readonly Member[], whole: string): Cause[] => {
  const total = (at: 'before' | 'after', metric: keyof Sums) =>
    members.reduce((sum, member) => sum + member[at][metric], 0);
  const spendBefore = total('before', 'spend');
  const spendAfter = total('after', 'spend');
  const toCost = -(spendBefore / total('before', 'conversions')) * (spendAfter / total('after', 'conversions'));
  const causes: Cause[] = [];
  let mix = 0;
  for (const { entity, before, after } of members) {
    const ratios = split(entity, before.conversions / spendBefore, after.conversions / spendAfter, [
      { factor: 'mix', ratio: divide(after.spend / spendAfter, before.spend / spendBefore) },
      {
        factor: 'cpm',
        ratio: divide(divide(before.spend, before.impressions), divide(after.spend, after.impressions)),
      },
      {
        factor: 'ctr',
        ratio: divide(divide(after.clicks, after.impressions), divide(before.clicks, before.impressions)),
      },
      {
        factor: 'cvr',
        ratio: divide(divide(after.conversions, after.clicks), divide(before.conversions, before.clicks)),
      },
    ]);
    for (const { factor, part } of ratios)
      if (factor === 'mix') mix += part * toCost;
      else causes.push({ entity, factor, part: part * toCost });
  }
  return members.length > 1 ? [...causes, { entity: whole, factor: 'mix', part: mix }] : withoutMix(causes, mix);
};

/** A single member has no mix, but rounding may leave a remainder. */
const withoutMix = (causes: Cause[], mix: number): Cause[] =>
  causes.map((cause, index) => (index === 0 ? { ...cause, part: cause.part + mix } : cause));

/** Splits the change in daily spend. Each member's spend is impressions · CPM. */
export const splitSpend = (members: readonly Member[]): Cause[] =>
  members.flatMap(({ entity, before, after }) =>
    split(entity, before.spend, after.spend, [
      { factor: 'impressions', ratio: divide(after.impressions, before.impressions) },
      {
        factor: 'cpm',
        ratio: divide(divide(after.spend, after.impressions), divide(before.spend, before.impressions)),
      },
    ]),
  );

/** Splits the change in one ad's leads per thousand impressions: 1000 · CTR · CVR. */
export const splitYield = ({ entity, before, after }: Member): Cause[] =>
  split(entity, (1000 * before.conversions) / before.impressions, (1000 * after.conversions) / after.impressions, [
    {
      factor: 'ctr',
      ratio: divide(divide(after.clicks, after.impressions), divide(before.clicks, before.impressions)),
    },
    {
      factor: 'cvr',
      ratio: divide(divide(after.conversions, after.clicks), divide(before.conversions, before.clicks)),
    },
  ]);
