import { isKnownDay, isNamed } from '../Account.ts';
import { rank, splitSpend } from '../causes.ts';
import { baselineDays, dailyChance, leastSpikeRatio } from '../limits.ts';
import { budgetDays, budgetLog, slotOf, sumOf, wasRebuilt } from '../Node.ts';
import { spendBase, spendLog, spendNoiseOf } from '../spendModel.ts';
import { toNormalScore, upperQuantile, upperTail } from '../statistics.ts';
import { toDay, weekdayOf } from '../days.ts';
import { dailyMemberOf } from './members.ts';
import type { Account } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';
import type { Change, Found, Run } from './Found.ts';
import type { Days, Windows } from './members.ts';
import type { SpendBase } from '../spendModel.ts';

/** A spike needs this many days, and the search covers this many. */
const leastDays = 2;
const mostDays = 5;
/** An announced change may take effect this many days later. */
const effectDays = 14;

/** A one-sided chance of about one in forty. */
const leastParentScore = 2;

export type Rise = { node: Node; onset: DayNumber; size: number; score: number };

/** The part of a rise that announced budgets explain. Assumes that the highest budget of two weeks is still in force. */
const explained = (node: Node, onset: DayNumber, day: DayNumber): number => {
  const now = budgetLog(node, day);
  let highest = now;
  for (const change of budgetDays(node, onset - effectDays, day))
    highest = Math.max(highest, budgetLog(node, change - 1), budgetLog(node, change));
  return highest - now;
};

/** The rise on the same days before the end of last month: a recurring month-end push. */
const monthEndPush = (account: Account, node: Node, base: SpendBase, onset: DayNumber, day: DayNumber): number => {
  const daysAfter = (of: DayNumber) => Number(toDay(of + 4).slice(8)) - 1;
  if (daysAfter(day) > 3) return 0;
  const logs: number[] = [];
  const shift = Number(toDay(day - Number(toDay(day).slice(8))).slice(8));
  for (let past = onset - shift; past <= day - shift; past += 1) {
    const log = spendLog(account, node, past);
    if (log !== null && node.oddSpend[slotOf(past)] === 0) logs.push(log - base.level);
  }
  return logs.length === 0 ? 0 : Math.max(0, logs.reduce((sum, log) => sum + log, 0) / logs.length);
};

/** The strongest recent step up, by generalized least squares with autocorrelated noise. */
export const findRise = ({ account, day }: Run, node: Node): Rise | null => {
  const base = spendBase(account, node, day - mostDays);
  if (!base) return null;
  const { memory } = spendNoiseOf(account, node);
  const whole = base.deviation / Math.sqrt(1 - memory * memory);
  let best: Rise | null = null;
  let information = 0;
  let evidence = 0;
  // Goes from the newest day back. Each earlier day adds evidence for a step that began on that day.
  const logs: (number | null)[] = [];
  for (let past = day - mostDays; past <= day; past += 1) logs.push(spendLog(account, node, past));
  const at = (index: number): number | null => {
    const log = logs[index] ?? null;
    return log === null ? null : log - base.level;
  };
  let known = 0;
  for (let index = mostDays; index >= 1; index -= 1) {
    const now = at(index);
    const before = at(index - 1);
    if (now === null) continue;
    known += 1;
    // Scores the day as the step's first day; below, adds the day as part of a longer step.
    const first =
      before === null
        ? { step: now, weight: 1 / whole ** 2 }
        : { step: now - memory * before, weight: 1 / base.deviation ** 2 };
    const sum = information + first.weight;
    const size = (evidence + first.step * first.weight) / sum;
    const baseline = (whole * whole * (1 + memory)) / (1 - memory) / base.days;
    const score = toNormalScore(size / Math.sqrt(1 / sum + baseline), base.days);
    if (known >= leastDays && now > size / 2 && (!best || score > best.score))
      best = { node, onset: day - mostDays + index, size, score };
    const within = before === null ? 1 : 1 - memory;
    information += within * within * first.weight;
    evidence += within * first.step * first.weight;
  }
  if (!best) return null;
  const last = at(mostDays);
  if (last === null || last < best.size / 2) return null;
  const excuse = Math.max(explained(node, best.onset, day), monthEndPush(account, node, base, best.onset, day));
  const size = best.size - excuse;
  return { ...best, size, score: (best.score * size) / best.size };
};

const isTested = (node: Node, day: DayNumber): boolean => {
  if (node.level === 'campaign') return true;
  // When a campaign is rebuilt, spend moves between its ad sets.
  return (
    node.level === 'adSet' &&
    (node.parent?.children.length ?? 0) > 1 &&
    node.parent !== null &&
    !wasRebuilt(node.parent, day - baselineDays - 7, day)
  );
};

/** Detects a rise in spend of a campaign or ad set without an announced reason. */
export const findSpike = (run: Run): Found | null => {
  const { account, day } = run;
  if (!isKnownDay(account, day)) return null;
  const nodes = account.nodes.filter((node) => isTested(node, day));
  const least = upperQuantile(dailyChance(nodes.length * (mostDays - leastDays + 1)));
  let best: Rise | null = null;
  for (const node of nodes) {
    // Cheap check first: most days are no higher than the weeks before.
    const spend = (node.figures.spend[slotOf(day)] ?? 0) / Math.exp(account.weekdays[weekdayOf(day)] ?? 0);
    if (spend < 1.2 * (sumOf(node, 'spend', day - 27, day - 7) / 21)) continue;
    const rise = findRise(run, node);
    // A shift of spend between ad sets is not a spike: the campaign has to spend more.
    if (node.level === 'adSet' && node.parent && (findRise(run, node.parent)?.score ?? 0) < leastParentScore) continue;
    if (!rise || rise.score < least || rise.size < Math.log(leastSpikeRatio)) continue;
    if (isNamed(account, ['spend-spike', 'spend-to-zero'], { node }, rise.onset - 10, day)) continue;
    const isSameCause = account.incidents.some(
      (incident) => incident.kind === 'spend-spike' && Math.abs(incident.onset - rise.onset) <= 5,
    );
    if (isSameCause) continue;
    if (!best || rise.score > best.score) best = rise;
  }
  if (!best) return null;
  const { onset, node, size } = best;
  // The finding names the account if all campaigns rose, otherwise this node or one of its ad sets.
  const alike = (others: readonly Node[]) =>
    others.every((other) => other === node || (findRise(run, other)?.size ?? 0) > size / 2);
  const running = account.node.children.filter((other) => sumOf(other, 'spend', day - 13, day) > 0);
  let entity = node;
  if (node.level === 'campaign' && running.length > 1 && alike(running)) entity = account.node;
  else if (node.level === 'campaign' && node.children.length > 1) {
    const rises = node.children
      .map((child) => ({ child, size: findRise(run, child)?.size ?? 0 }))
      .toSorted((a, b) => b.size - a.size);
    if (rises[0] && rises.slice(1).every((rise) => rise.size < (rises[0]?.size ?? 0) / 2)) entity = rises[0].child;
  }
  return {
    kind: 'spend-spike',
    node: entity,
    form: null,
    onset,
    direction: 'up',
    unit: 'currency per day',
    ...spikeChange(account, entity, onset, [onset, day]),
    chance: upperTail(best.score),
  };
};

/** Spend per day in the four weeks before an onset, and after it. */
export const spikeChange = (account: Account, node: Node, onset: DayNumber, after: Days): Change => {
  const windows: Windows = { before: [onset - baselineDays, onset - 1], after };
  const total = dailyMemberOf(account, node, windows);
  return {
    before: { since: onset - baselineDays, until: onset - 1, value: total.before.spend },
    after: { since: after[0], until: after[1], value: total.after.spend },
    causes: rank(splitSpend(node.ads.map((ad) => dailyMemberOf(account, ad, windows))), 'up'),
  };
};
