import { isKnownDay, knownShare } from '../Account.ts';
import { slotOf } from '../Node.ts';
import { countRange } from '../statistics.ts';
import { bandChance } from './series.ts';
import type { Account } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';

/** A rate that has lasted for so many days is the normal one. */
export const normalDays = 56;

/** The newest days that say whether a rate is back. */
export const backDays = 14;

/** The seven days that end with a day. `ripe`: the share of their conversions that is known. Null: nothing was delivered. */
export const weekTo = (account: Account, node: Node, day: DayNumber) => {
  const { spend, impressions, clicks, conversions } = node.figures;
  const week = { spend: 0, impressions: 0, conversions: 0, ripe: 0 };
  let clicked = 0;
  for (let of = day - 6; of <= day; of += 1) {
    if (!isKnownDay(account, of)) continue;
    const slot = slotOf(of);
    week.spend += spend[slot] ?? 0;
    week.impressions += impressions[slot] ?? 0;
    week.conversions += conversions[slot] ?? 0;
    week.ripe += (clicks[slot] ?? 0) * knownShare(account, of);
    clicked += clicks[slot] ?? 0;
  }
  if (clicked === 0 || week.impressions === 0 || !isKnownDay(account, day)) return null;
  week.ripe /= clicked;
  return week;
};

/** Costs per lead within which `spend` lies by chance, if `expected` leads are due. */
export const costRange = (spend: number, expected: number, relativeVariance: number) => {
  const { low, high } = countRange(expected, relativeVariance, bandChance);
  // No cost per lead is stated without a lead.
  return { low: spend / Math.max(1, high), high: spend / Math.max(1, low) };
};

/**
 * Whether a rate is back: within one standard error of the value before, and nearer to it than to the detected value. Changes
 * are logarithms, counted from the value before towards the detected value.
 */
export const isRateBack = (change: number, detected: number, variance: number): boolean =>
  change <= Math.min(Math.sqrt(variance), detected / 2);
