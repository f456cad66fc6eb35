import { isKnownDay, knownShare } from './Account.ts';
import { leastBaselineDays, learningDays } from './limits.ts';
import { budgetLog, slotOf } from './Node.ts';
import { median, robustSd } from './statistics.ts';
import { weekdayOf } from './days.ts';
import type { Account, SpendNoise } from './Account.ts';
import type { DayNumber } from './days.ts';
import type { Node } from './Node.ts';

/** Days of spend in a baseline. */
const windowDays = 35;

export type SpendBase = {
  /** Median log of daily spend, adjusted for weekday and announced budgets. */
  level: number;
  /** Standard deviation of the daily innovations. */
  deviation: number;
  days: number;
};

/** Log of spend, adjusted for weekday and announced budgets. Null: the day is missing or has no spend. */
export const spendLog = (account: Account, node: Node, day: DayNumber): number | null => {
  const slot = slotOf(day);
  const spend = node.figures.spend[slot] ?? 0;
  if (spend <= 0 || !isKnownDay(account, day)) return null;
  return Math.log(spend) - (account.weekdays[weekdayOf(day)] ?? 0) - budgetLog(node, day);
};

/** Ad sets share a campaign's budget in changing proportions, so their spend drifts more slowly and farther. */
export const spendNoiseOf = (account: Account, node: Node): SpendNoise =>
  node.level === 'adSet' || node.level === 'ad' ? account.spendNoise.adSet : account.spendNoise.campaign;

export const firstNormalDay = (account: Account, node: Node): DayNumber =>
  node.since > account.firstDay ? node.since + learningDays : account.firstDay;

/** The spend baseline up to `end`. Null: fewer than `least` days. */
export const spendBase = (
  account: Account,
  node: Node,
  end: DayNumber,
  least = leastBaselineDays,
): SpendBase | null => {
  const noise = spendNoiseOf(account, node);
  const values: number[] = [];
  const steps: number[] = [];
  let before: number | null = null;
  for (let day = Math.max(end - windowDays + 1, firstNormalDay(account, node)); day <= end; day += 1) {
    const value = node.oddSpend[slotOf(day)] === 1 ? null : spendLog(account, node, day);
    if (value !== null) {
      values.push(value);
      if (before !== null) steps.push(value - noise.memory * before);
    }
    before = value;
  }
  if (values.length < least) return null;
  const own = robustSd(steps);
  const weight = 15;
  const pooled = noise.deviation > 0 ? noise.deviation : own;
  const deviation = Math.sqrt((steps.length * own * own + weight * pooled * pooled) / (steps.length + weight));
  return { level: median(values), deviation: Math.max(deviation, 0.01), days: values.length };
};

/** Learns the weekly rhythm, autocorrelation and noise of the account's spend. Runs once a week. */
export const refreshSpendModel = (account: Account, until: DayNumber): void => {
  const campaigns = account.node.children;
  const weeks = 8;
  const sums = new Float64Array(7);
  const counts = new Float64Array(7);
  const first = Math.max(account.firstDay, until - 7 * weeks + 1);
  for (const campaign of campaigns) {
    for (let start = until - 6; start >= first; start -= 7) {
      const logs: number[] = [];
      for (let day = start; day < start + 7; day += 1) {
        const spend = campaign.figures.spend[slotOf(day)] ?? 0;
        if (spend > 0 && isKnownDay(account, day) && campaign.oddSpend[slotOf(day)] === 0)
          logs.push(Math.log(spend) - budgetLog(campaign, day));
      }
      if (logs.length < 7) continue;
      const mean = logs.reduce((sum, log) => sum + log, 0) / 7;
      for (const [index, log] of logs.entries()) {
        const weekday = weekdayOf(start + index);
        // Winsorized, so that one outlier day does not look like a rhythm.
        sums[weekday] = (sums[weekday] ?? 0) + Math.max(-1.5, Math.min(1.5, log - mean));
        counts[weekday] = (counts[weekday] ?? 0) + 1;
      }
    }
  }
  for (let weekday = 0; weekday < 7; weekday += 1)
    account.weekdays[weekday] = (sums[weekday] ?? 0) / ((counts[weekday] ?? 0) + 2);

  learnLeadWeekdays(account, until);
  const isShared = (node: Node) => (node.parent?.children.length ?? 0) > 1;
  const adSets = campaigns.flatMap(({ children }) => children).filter(isShared);
  account.spendNoise.campaign = learnNoise(account, campaigns, account.spendNoise.campaign, until);
  account.spendNoise.adSet = learnNoise(account, adSets, account.spendNoise.adSet, until);
};

/** Learns how often clicks become leads on each weekday. */
const learnLeadWeekdays = (account: Account, until: DayNumber): void => {
  const { conversions, clicks } = account.node.figures;
  const leads = new Float64Array(7);
  const ripe = new Float64Array(7);
  for (let day = Math.max(account.firstDay, until - 55); day <= until; day += 1) {
    const slot = slotOf(day);
    if (!isKnownDay(account, day) || account.node.oddLeads[slot] === 1) continue;
    const weekday = weekdayOf(day);
    leads[weekday] = (leads[weekday] ?? 0) + (conversions[slot] ?? 0);
    ripe[weekday] = (ripe[weekday] ?? 0) + (clicks[slot] ?? 0) * knownShare(account, day);
  }
  const rate =
    leads.reduce((sum, value) => sum + value, 0) /
    Math.max(
      1,
      ripe.reduce((sum, value) => sum + value, 0),
    );
  // Ten pseudo-leads per weekday form a flat prior that fades as leads arrive.
  for (let weekday = 0; weekday < 7; weekday += 1)
    account.leadWeekdays[weekday] = ((leads[weekday] ?? 0) + 10) / ((ripe[weekday] ?? 0) * rate + 10);
};

/** A random walk is not stationary, so the autocorrelation must stay below 1. */
const mostMemory = 0.95;

const learnNoise = (account: Account, nodes: readonly Node[], last: SpendNoise, until: DayNumber): SpendNoise => {
  let products = 0;
  let days = 0;
  let series = 0;
  let squares = 0;
  const deviations: number[] = [];
  for (const node of nodes) {
    // NaN instead of null, because a list with nulls would box its numbers.
    const missing = Number.NaN;
    const values: number[] = [];
    for (let day = Math.max(firstNormalDay(account, node), until - 55); day <= until; day += 1)
      values.push(node.oddSpend[slotOf(day)] === 1 ? missing : (spendLog(account, node, day) ?? missing));
    const known = values.filter((value) => !Number.isNaN(value));
    if (known.length < leastBaselineDays) continue;
    const center = median(known);
    const bound = 3 * robustSd(known, center);
    const bounded = (value: number) => Math.max(-bound, Math.min(bound, value - center));
    days += known.length;
    series += 1;
    const steps: number[] = [];
    for (let i = 1; i < values.length; i += 1) {
      const [a, b] = [values[i - 1] ?? missing, values[i] ?? missing];
      if (Number.isNaN(a) || Number.isNaN(b)) continue;
      const x = bounded(a);
      products += x * bounded(b);
      squares += x ** 2;
      steps.push(b - last.memory * a);
    }
    if (steps.length >= leastBaselineDays) deviations.push(robustSd(steps));
  }
  // Short series understate their autocorrelation (Kendall 1954).
  const bare = squares > 0 ? products / squares : 0.5;
  const memory = series > 0 ? bare + ((1 + 3 * bare) * series) / days : 0.5;
  return {
    memory: Math.max(0, Math.min(mostMemory, memory)),
    deviation: deviations.length > 0 ? median(deviations) : 0,
  };
};
