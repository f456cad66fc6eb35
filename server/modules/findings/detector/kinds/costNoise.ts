import { median, robustSdAroundZero } from '../statistics.ts';
import type { Account, PastChanges } from '../Account.ts';
import type { Level } from '../Node.ts';
import type { CostFactor } from './costWeeks.ts';

/** What an unknown account is taken for, and how many of its own past changes weigh as much. */
const priorDeviation = 0.12;
const priorWeight = 8;
const mostKept = 60;

const keyOf = (level: Level, factor: CostFactor, days: number, back: number): string =>
  `${level === 'adSet' ? 'campaign' : level} ${factor} ${days} ${back}`;

export const recordChange = (
  account: Account,
  level: Level,
  factor: CostFactor,
  days: number,
  back: number,
  entry: { change: number; variance: number },
): void => {
  const key = keyOf(level, factor, days, back);
  const past = account.pastChanges.get(key) ?? { list: [], spread: null };
  past.list.push(entry);
  if (past.list.length > mostKept) past.list.shift();
  past.spread = null;
  account.pastChanges.set(key, past);
};

const spreadOf = (list: PastChanges['list']): number => {
  const spread = robustSdAroundZero(list.map(({ change }) => change));
  return Math.max(0, spread * spread - median(list.map(({ variance }) => variance)));
};

/** `deviation`: of past changes, beyond counting. `count`: of these changes. */
export type Noise = { deviation: number; count: number };

/**
 * The standard deviation of past changes of this account beyond what counting explains (the between-study variance of a
 * meta-analysis, by medians, so that the changes that are looked for do not hide themselves).
 */
export const noiseOf = (account: Account, level: Level, factor: CostFactor, days: number, back = days / 7): Noise => {
  const past = account.pastChanges.get(keyOf(level, factor, days, back));
  const count = past?.list.length ?? 0;
  let own = 0;
  if (past) {
    past.spread ??= spreadOf(past.list);
    own = past.spread;
  }
  const prior = (priorDeviation ** 2 * 7) / days;
  return { deviation: Math.sqrt((count * own + priorWeight * prior) / (count + priorWeight)), count };
};

/** Degrees of freedom of an estimate from so many past changes. */
export const freedomOf = ({ count }: Noise): number => count + priorWeight;
