import { isKnownDay } from '../Account.ts';
import { weekdayOf } from '../days.ts';
import { longestSpike } from '../incidents.ts';
import { countKnownDays } from '../kinds/members.ts';
import { spikeChange } from '../kinds/spendSpike.ts';
import { zeroChange } from '../kinds/spendToZero.ts';
import { budgetLog, isPaused, slotOf } from '../Node.ts';
import { firstNormalDay, spendBase, spendNoiseOf } from '../spendModel.ts';
import { bandScore, daysBetween, noBand, seriesUpTo, writeSeries } from './series.ts';
import { areKept, isLongAgo, nodeOf } from './Detection.ts';
import type { Account } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';
import type { Change, Run } from '../kinds/Found.ts';
import type { FollowUp } from './FollowUp.ts';
import type { Detection } from './Detection.ts';

type Outlook = {
  /** Expected spend on a day. Null: no spend is expected. */
  on: (day: DayNumber) => number | null;
  /** The factor by which total spend over `days` may deviate. */
  factorOver: (days: number) => number;
  baselineDays: number;
};

/** Expected spend, from the weeks before an onset. */
const outlookOf = (account: Account, node: Node, onset: DayNumber, before: number): Outlook => {
  const { memory, deviation } = spendNoiseOf(account, node);
  const base = spendBase(account, node, onset - 1, 1) ?? { level: Math.log(before), deviation, days: 1 };
  const whole = base.deviation / Math.sqrt(1 - memory * memory);
  // Variance of the mean of autocorrelated days.
  const varianceOver = (days: number) => whole * whole * Math.min(1, (1 + memory) / (1 - memory) / Math.max(1, days));
  const first = firstNormalDay(account, node);
  return {
    on: (day) =>
      day < first || isPaused(node, day)
        ? null
        : Math.exp(base.level + (account.weekdays[weekdayOf(day)] ?? 0) + budgetLog(node, day)),
    factorOver: (days) => Math.exp(bandScore * Math.sqrt(varianceOver(days) + varianceOver(base.days))),
    baselineDays: base.days,
  };
};

const explain = ({ account, day }: Run, { found }: Detection, { before, after }: Change) => {
  const node = nodeOf(found);
  const outlook = outlookOf(account, node, found.onset, before.value);
  const known = daysBetween(after.since, after.until).filter((of) => isKnownDay(account, of));
  const spent = known.reduce((sum, of) => sum + (node.figures.spend[slotOf(of)] ?? 0), 0);
  const expected = known.reduce((sum, of) => sum + (outlook.on(of) ?? 0), 0);
  const daily = expected / Math.max(1, known.length);
  const factor = outlook.factorOver(known.length);
  const ofDay = outlook.factorOver(1);
  return {
    stake: Math.max(0, found.direction === 'up' ? spent - expected : expected - spent),
    evidence: {
      expected: { low: daily / factor, high: daily * factor },
      baselineDays: outlook.baselineDays,
      sample: {
        unit: 'days' as const,
        before: countKnownDays(account, before.since, before.until),
        after: known.length,
      },
      chance: found.chance,
    },
    series: {
      kind: 'spend' as const,
      days: writeSeries(seriesUpTo(day), (of) => {
        const likely = outlook.on(of);
        return {
          value: isKnownDay(account, of) ? (node.figures.spend[slotOf(of)] ?? 0) : null,
          ...(likely === null ? noBand : { low: likely / ofDay, high: likely * ofDay }),
        };
      }),
    },
  };
};

export const followSpike: FollowUp = {
  afterNow: ({ day }, { found: { onset } }) => [onset, day],
  changeOver: ({ account }, { found }, after) =>
    areKept(account, found.onset, after) ? spikeChange(account, nodeOf(found), found.onset, after) : null,
  explain,
  endOf: ({ day }, { incident: { onset, until } }) => {
    if (until === null) return null;
    return until - onset >= longestSpike
      ? { on: until, why: 'normal', after: [onset, day] }
      : { on: until, why: 'over', after: [onset, until - 1] };
  },
};

export const followZero: FollowUp = {
  afterNow: ({ day }, { found: { onset } }) => [onset, day],
  changeOver: ({ account }, { found }, after) =>
    areKept(account, found.onset, after) ? zeroChange(account, nodeOf(found), found.onset, after) : null,
  explain,
  endOf: ({ account, day }, { found, incident: { onset, until } }) => {
    if (until !== null) return { on: until + 1, why: 'over', after: [onset, until] };
    // A paused object is not expected to spend.
    if (isPaused(nodeOf(found), day)) return { on: day, why: 'over', after: [onset, Math.max(onset, day - 1)] };
    return isLongAgo(account, onset) ? { on: day, why: 'normal', after: [onset, day] } : null;
  },
};
