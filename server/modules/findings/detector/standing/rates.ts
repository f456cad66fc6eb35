import { isKnownDay, knownShare } from '../Account.ts';
import { slotOf } from '../Node.ts';
import { countRange } from '../statistics.ts';
import { bandChance } from './series.ts';
import type { Account } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';

/** Days after which a changed rate counts as normal. */
export const normalDays = 56;

/** Number of newest days that decide whether a rate is back. */
export const backDays = 14;

/** Totals of the seven days up to a day. `ripe`: the known share of their conversions. Null: no delivery. */
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

/** The cost-per-lead range that chance explains, if `spend` should bring `expected` leads. */
export const costRange = (spend: number, expected: number, relativeVariance: number) => {
  const { low, high } = countRange(expected, relativeVariance, bandChance);
  // At least one lead, because zero leads have no cost per lead.
  return { low: spend / Math.max(1, high), high: spend / Math.max(1, low) };
};

/**
 * Whether a rate is back: within one standard error of the old value, and closer to the old value than to the detected value.
 * Changes are logarithms, measured from the old value towards the detected value.
 */
export const isRateBack = (change: number, detected: number, variance: number): boolean =>
  change <= Math.min(Math.sqrt(variance), detected / 2);
