import { median, robustSdAroundZero } from '../statistics.ts';
import type { Account, PastChanges } from '../Account.ts';
import type { Level } from '../Node.ts';
import type { CostFactor } from './costWeeks.ts';

/** Prior noise of a new account, and the number of observed changes that outweigh the prior. */
const priorDeviation = 0.12;
const priorWeight = 8;
const mostKept = 60;

const levels: Readonly<Record<Level, number>> = { account: 0, campaign: 1, adSet: 1, ad: 2 };
const factors: Readonly<Record<CostFactor, number>> = { cpm: 0, ctr: 1, cvr: 2, cost: 3 };

/** A numeric key is cheaper to build and look up than a string. */
const keyOf = (level: Level, factor: CostFactor, days: number, back: number): number =>
  ((levels[level] * 4 + factors[factor]) * 32 + days) * 8 + back;

export const recordChange = (
  account: Account,
  level: Level,
  factor: CostFactor,
  days: number,
  back: number,
  entry: { change: number; variance: number },
): void => {
  const key = keyOf(level, factor, days, back);
  const past = account.pastChanges.get(key) ?? { changes: [], variances: [], next: 0, spread: null };
  past.changes[past.next] = entry.change;
  past.variances[past.next] = entry.variance;
  past.next = (past.next + 1) % mostKept;
  past.spread = null;
  account.pastChanges.set(key, past);
};

const spreadOf = ({ changes, variances }: PastChanges): number => {
  const spread = robustSdAroundZero(changes);
  return Math.max(0, spread * spread - median(variances));
};

/** `deviation`: standard deviation of past changes beyond counting noise. `count`: the number of past changes. */
export type Noise = { deviation: number; count: number };

/**
 * The standard deviation of this account's past changes beyond counting noise, like the between-study variance of a
 * meta-analysis. Medians keep real shifts from inflating the noise estimate.
 */
export const noiseOf = (account: Account, level: Level, factor: CostFactor, days: number, back = days / 7): Noise => {
  const past = account.pastChanges.get(keyOf(level, factor, days, back));
  const count = past?.changes.length ?? 0;
  let own = 0;
  if (past) {
    past.spread ??= spreadOf(past);
    own = past.spread;
  }
  const prior = (priorDeviation ** 2 * 7) / days;
  return { deviation: Math.sqrt((count * own + priorWeight * prior) / (count + priorWeight)), count };
};

/** Degrees of freedom of a noise estimate. */
export const freedomOf = ({ count }: Noise): number => count + priorWeight;
