import { isKnownDay, isNamed } from '../Account.ts';
import { rank } from '../causes.ts';
import { baselineDays, leastBaselineDays, nothingShare } from '../limits.ts';
import { budgetDays, budgetLog, isPaused, selfAndBelow, slotOf } from '../Node.ts';
import { spendBase, spendLog } from '../spendModel.ts';
import { weekdayOf } from '../days.ts';
import { dailyMemberOf } from './members.ts';
import type { Account } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';
import type { Change, Found, Run } from './Found.ts';
import type { Days, Windows } from './members.ts';

/** A single empty day may be a platform glitch. */
const leastDays = 2;

const expectedSpend = (account: Account, node: Node, level: number, day: DayNumber): number => {
  let budget = budgetLog(node, day);
  for (const change of budgetDays(node, day - 14, day))
    budget = Math.min(budget, budgetLog(node, change - 1), budgetLog(node, change));
  return Math.exp(level + (account.weekdays[weekdayOf(day)] ?? 0) + budget);
};

/** Whether a node spent almost nothing on a day. Null: the day is missing. */
export const isEmpty = (account: Account, node: Node, level: number, day: DayNumber): boolean | null =>
  isKnownDay(account, day)
    ? (node.figures.spend[slotOf(day)] ?? 0) <= nothingShare * expectedSpend(account, node, level, day)
    : null;

/** The first day of the empty run up to `day`, and the number of its known days. */
const emptyRun = (account: Account, node: Node, level: number, day: DayNumber): { onset: DayNumber; days: number } => {
  let onset = day + 1;
  let days = 0;
  for (let past = day; past > day - 14; past -= 1) {
    const empty = isEmpty(account, node, level, past);
    if (empty === false) break;
    if (empty === null) continue;
    onset = past;
    days += 1;
  }
  return { onset, days };
};

/** Whether all days before were normal. Platforms sometimes starve an ad, so an irregular ad may simply stop. */
const wasRegular = (account: Account, node: Node, level: number, onset: DayNumber): boolean => {
  let days = 0;
  for (let day = onset - baselineDays; day < onset; day += 1) {
    if (!isKnownDay(account, day) || isPaused(node, day) || node.oddSpend[slotOf(day)] === 1) continue;
    if (isEmpty(account, node, level, day)) return false;
    days += 1;
  }
  return days >= leastBaselineDays;
};

/** Detects spend that stopped without an announced pause, at the highest level that stopped completely. */
export const findZero = ({ account, day }: Run): Found | null => {
  if (!isKnownDay(account, day)) return null;
  const visit = (node: Node): Found | null => {
    if (isPaused(node, day)) return null;
    const found = check(node);
    if (found) return found;
    for (const child of node.children) {
      const below = visit(child);
      if (below) return below;
    }
    return null;
  };
  const check = (node: Node): Found | null => {
    const spend = node.figures.spend[slotOf(day)] ?? 0;
    // Cheap check first: most days resemble the same day of the week before.
    if (spend > 0.5 * (node.figures.spend[slotOf(day - 7)] ?? 0)) return null;
    const base = spendBase(account, node, day - leastDays);
    if (!base) return null;
    const { onset, days } = emptyRun(account, node, base.level, day);
    if (days < leastDays || !wasRegular(account, node, base.level, onset)) return null;
    if (isPaused(node, onset) || [...selfAndBelow(node)].every((below) => isPaused(below, onset))) return null;
    if (isNamed(account, ['spend-to-zero'], { node }, onset - 5, day)) return null;
    return {
      kind: 'spend-to-zero',
      node,
      form: null,
      onset,
      direction: 'down',
      unit: 'currency per day',
      ...zeroChange(account, node, onset, [onset, day]),
      chance: null,
    };
  };
  return visit(account.node);
};

/** Spend per day in the four weeks before an onset, and after it. */
export const zeroChange = (account: Account, node: Node, onset: DayNumber, after: Days): Change => {
  const windows: Windows = { before: [onset - baselineDays, onset - 1], after };
  const total = dailyMemberOf(account, node, windows);
  return {
    before: { since: onset - baselineDays, until: onset - 1, value: total.before.spend },
    after: { since: after[0], until: after[1], value: total.after.spend },
    causes: rank(
      node.ads.map((ad) => {
        const member = dailyMemberOf(account, ad, windows);
        return { entity: ad.id, factor: 'impressions' as const, part: member.after.spend - member.before.spend };
      }),
      'down',
    ),
  };
};

/** Whether spend has resumed, which ends the finding. */
export const isBack = (account: Account, node: Node, day: DayNumber): boolean => {
  const log = spendLog(account, node, day);
  if (log === null) return false;
  const base = spendBase(account, node, day - 1);
  return base === null || log - base.level > Math.log(0.5);
};
