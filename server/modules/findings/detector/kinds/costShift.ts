import type { FindingDirection } from '#shared/findings.ts';
import { isNamed, ripeDay } from '../Account.ts';
import { rank, splitCostPerLead } from '../causes.ts';
import { baselineDays, dailyChance, leastBaselineDays, leastCostRatio, normalDrift } from '../limits.ts';
import { toNormalScore, upperQuantile, upperTail } from '../statistics.ts';
import { changesBetween, changesOf, knownUpTo, rateFactors, rateSums, weeksOf, weekSums } from './costWeeks.ts';
import { freedomOf, noiseOf } from './costNoise.ts';
import { memberOf } from './members.ts';
import type { Account } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';
import type { AdWeeks, Changes, CostFactor, RateSums } from './costWeeks.ts';
import type { Change, Found, Run } from './Found.ts';
import type { Windows } from './members.ts';

/** The search for shifts covers the last one to four weeks. */
const mostWeeks = 4;
const factors: readonly CostFactor[] = [...rateFactors, 'cost'];
/** Leads required on each side of the onset before a finding states a cost per lead. */
export const leastLeads = 5;
/** The stated cost excludes recent days until this share of their conversions is known. */
export const ripe = 0.95;

type Shift = { node: Node; factor: CostFactor; weeks: number; score: number; change: number; cost: number };

const scoreOf = (
  account: Account,
  node: Node,
  changes: Changes,
  factor: CostFactor,
  weeks: number,
  drift = normalDrift((7 * (weeks + 4)) / 2) * (factor === 'cost' ? 2 : 1),
): number => {
  const { change, variance } = changes[factor];
  const noise = noiseOf(account, node.level, factor, 7 * weeks);
  const error = Math.sqrt(variance + noise.deviation ** 2);
  return toNormalScore(Math.max(0, Math.abs(change) - drift) / error, freedomOf(noise));
};

/** Weeks of a node's ads, without worn ads. */
const weeksBelow = (weeks: ReadonlyMap<Node, AdWeeks>, node: Node): AdWeeks[] =>
  node.ads.map((ad) => (ad.isWorn ? undefined : weeks.get(ad))).filter((found) => found !== undefined);

/** A lasting shift shows at least half its size in both halves of its days. This excludes holiday weeks and outlier days. */
const lasts = (ads: readonly AdWeeks[], shift: Shift): boolean => {
  if (shift.weeks < 2) return true;
  return [0, 1].every((half) => {
    const middle = shift.weeks >> 1;
    const [since, until] = half === 0 ? [0, middle] : [middle, shift.weeks];
    const changes = changesBetween(
      ads.map((ad) => ({ before: weekSums(ad, shift.weeks, 4), after: weekSums(ad, since, until - since) })),
    );
    return changes !== null && changes[shift.factor].change * Math.sign(shift.change) > Math.abs(shift.change) * 0.5;
  });
};

/** The strongest shift of a node that is large enough to matter. */
const shiftOf = (account: Account, node: Node, ads: readonly AdWeeks[], least: number): Shift | null => {
  let best: Shift | null = null;
  for (let weeks = 1; weeks <= mostWeeks; weeks += 1) {
    const changes = changesOf(ads, weeks, weeks);
    if (!changes) continue;
    const cost = changes.cost.change;
    if (Math.abs(cost) < Math.log(leastCostRatio)) continue;
    for (const factor of factors) {
      // One week of conversions may be a holiday week.
      if (weeks === 1 && (factor === 'cvr' || factor === 'cost')) continue;
      const { change } = changes[factor];
      const towards = factor === 'cpm' || factor === 'cost' ? change : -change;
      if (Math.sign(towards) !== Math.sign(cost)) continue;
      const score = scoreOf(account, node, changes, factor, weeks);
      if (score < least || (best && score <= best.score)) continue;
      const shift = { node, factor, weeks, score, change, cost };
      if (lasts(ads, shift)) best = shift;
    }
  }
  return best;
};

/** The node if its children moved alike, otherwise the child that moved. */
const narrow = (account: Account, weeks: ReadonlyMap<Node, AdWeeks>, shift: Shift, node: Node): Node => {
  if (node.level === 'ad') return node;
  const parts: readonly Node[] = node.level === 'account' ? node.children : node.ads;
  const moved = parts.flatMap((child) => {
    const changes = changesOf(weeksBelow(weeks, child), shift.weeks, shift.weeks);
    return changes ? [{ child, change: changes[shift.factor] }] : [];
  });
  const [strongest, ...rest] = moved.toSorted(
    (a, b) =>
      Math.sign(shift.change) * b.change.change - Math.sign(shift.change) * a.change.change ||
      (a.child.id < b.child.id ? -1 : 1),
  );
  if (!strongest) return node;
  if (rest.length === 0) return node.level === 'account' ? narrow(account, weeks, shift, strongest.child) : node;
  for (const { child, change } of moved) {
    const others = changesOf(
      moved.filter((other) => other.child !== child).flatMap((other) => weeksBelow(weeks, other.child)),
      shift.weeks,
      shift.weeks,
    )?.[shift.factor];
    if (!others) continue;
    const sign = Math.sign(shift.change);
    const noise = noiseOf(account, child.level, shift.factor, 7 * shift.weeks);
    const error = Math.sqrt(change.variance + others.variance + noise.deviation ** 2);
    if (sign * others.change < 0.4 * sign * change.change && (sign * (change.change - others.change)) / error > 2)
      return narrow(account, weeks, shift, child);
  }
  return node;
};

/** The account if the other campaigns moved alike, otherwise the shifted campaign. */
const widen = (account: Account, weeks: ReadonlyMap<Node, AdWeeks>, shift: Shift): Node => {
  const others = account.node.children.filter((campaign) => campaign !== shift.node);
  const changes = changesOf(
    others.flatMap((campaign) => weeksBelow(weeks, campaign)),
    shift.weeks,
    shift.weeks,
  );
  if (!changes) return shift.node;
  const sign = Math.sign(shift.change);
  const isAlike =
    sign * changes[shift.factor].change > 0.5 * sign * shift.change &&
    scoreOf(account, account.node, changes, shift.factor, shift.weeks, 0) > 2;
  return isAlike ? account.node : shift.node;
};

/** The onset with the largest rate difference relative to its standard error. */
const onsetOf = (account: Account, node: Node, factor: CostFactor, day: DayNumber): DayNumber => {
  const noise = noiseOf(account, node.level, factor, 7);
  const known = knownUpTo(account, day);
  let best = { onset: day - 6, score: -1 };
  for (let onset = day - 34; onset <= day - 3; onset += 1) {
    const changes = changesBetween(
      node.ads
        .filter((ad) => !ad.isWorn)
        .map((ad) => ({
          before: rateSums(known, ad, onset - baselineDays, onset - 1),
          after: rateSums(known, ad, onset, day),
        })),
    );
    if (!changes) continue;
    const { change, variance } = changes[factor];
    const score =
      Math.abs(change) / Math.sqrt(variance + noise.deviation ** 2 * 7 * (1 / (day - onset + 1) + 1 / baselineDays));
    if (score > best.score) best = { onset, score };
  }
  return best.onset;
};

/** The days whose cost per lead the finding states. The conversions of these days are nearly complete. */
const windowsOf = (account: Account, node: Node, onset: DayNumber, day: DayNumber): Windows | null => {
  const epoch = node.ads.reduce((latest, ad) => (ad.epoch < onset ? Math.max(latest, ad.epoch) : latest), 0);
  let since = Math.max(onset - baselineDays, account.firstDay);
  if (onset - epoch >= leastBaselineDays) since = Math.max(since, epoch);
  const until = ripeDay(account, onset, day, ripe);
  return until - onset < 4 || onset - since < 7 ? null : { before: [since, onset - 1], after: [onset, until] };
};

const writeShift = (
  account: Account,
  node: Node,
  onset: DayNumber,
  day: DayNumber,
  { cost, score }: Pick<Shift, 'cost' | 'score'>,
): Found | null => {
  const windows = windowsOf(account, node, onset, day);
  const direction = cost > 0 ? 'up' : 'down';
  const change = windows && shiftChange(account, node, windows, direction, leastLeads);
  if (!change || Math.sign(change.after.value - change.before.value) !== Math.sign(cost)) return null;
  return {
    kind: 'cpl-shift',
    node,
    form: null,
    onset,
    direction,
    unit: 'currency per lead',
    ...change,
    chance: 2 * upperTail(score),
  };
};

/** Cost per lead before and after an onset. Null: one side has no leads, or fewer than `least`. */
export const shiftChange = (
  account: Account,
  node: Node,
  windows: Windows,
  direction: FindingDirection,
  least = 0,
): Change | null => {
  const whole = memberOf(account, node, windows);
  const fewest = Math.min(whole.after.conversions, whole.before.conversions);
  if (fewest === 0 || fewest < least || whole.after.spend === 0 || whole.before.spend === 0) return null;
  const members =
    node.level === 'account' ? node.children.map((campaign) => memberOf(account, campaign, windows)) : [whole];
  const causes = splitCostPerLead(
    members.filter((member) => member.before.spend + member.after.spend > 0),
    node.id,
  );
  // If a campaign has one ad, the ad caused the shift.
  const running = node.ads.filter((ad) => memberOf(account, ad, windows).after.spend > 0);
  const named = node.level === 'campaign' && node.ads.length === 1 && running[0] ? running[0].id : null;
  return {
    before: {
      since: windows.before[0],
      until: windows.before[1],
      value: whole.before.spend / whole.before.conversions,
    },
    after: { since: windows.after[0], until: windows.after[1], value: whole.after.spend / whole.after.conversions },
    causes: rank(named === null ? causes : causes.map((cause) => ({ ...cause, entity: named })), direction),
  };
};

/** Logarithm of cost per lead, adjusted for conversions that are still to arrive. */
const costOf = ({ spend, clicks, ripe: known, conversions }: RateSums): number | null =>
  spend === 0 || conversions < leastLeads ? null : Math.log((spend * known) / (clicks * conversions));

/** The onset with the most significant change in the account's cost per lead. */
const mixOnset = (account: Account, day: DayNumber): DayNumber => {
  const known = knownUpTo(account, day);
  let best = { onset: day - 13, score: -1 };
  for (let onset = day - 34; onset <= day - 6; onset += 1) {
    const before = rateSums(known, account.node, onset - baselineDays, onset - 1);
    const after = rateSums(known, account.node, onset, day);
    const [from, to] = [costOf(before), costOf(after)];
    if (from === null || to === null) continue;
    const score = Math.abs(to - from) / Math.sqrt(1 / before.conversions + 1 / after.conversions);
    if (score > best.score) best = { onset, score };
  }
  return best.onset;
};

/** Spend moved between campaigns with different costs per lead, or to a new campaign, while each ad kept its rates. */
const findMix = ({ account, day }: Run, weeks: ReadonlyMap<Node, AdWeeks>, least: number): Found | null => {
  if (account.node.children.length < 2) return null;
  const ads = [...weeks.values()];
  const whole = weeksOf(knownUpTo(account, day), account.node);
  for (let count = 2; count <= mostWeeks; count += 1) {
    const before = weekSums(whole, count, 4);
    const after = weekSums(whole, 0, count);
    const [from, to] = [costOf(before), costOf(after)];
    if (from === null || to === null || before.days < leastBaselineDays) continue;
    const total = to - from;
    const sign = Math.sign(total);
    if (Math.abs(total) < Math.log(leastCostRatio)) continue;
    const within = changesOf(ads, count, count);
    if (!within || sign * (total - within.cost.change) < Math.log(leastCostRatio)) continue;
    const noise = noiseOf(account, 'account', 'cost', 7 * count);
    const error = Math.sqrt(1 / before.conversions + 1 / after.conversions + noise.deviation ** 2);
    const score = toNormalScore(Math.abs(total) / error, freedomOf(noise));
    if (score < least) continue;
    // An earlier shift or decay excludes its ads from the comparison, so the remainder may not be a mix effect.
    const compared = day - 7 * (count + 4);
    const isDisturbed = account.incidents.some(
      ({ kind, until }) => (kind === 'cpl-shift' || kind === 'creative-decay') && (until ?? day) > compared,
    );
    if (isDisturbed) return null;
    const shift = writeShift(account, account.node, mixOnset(account, day), day, { cost: total, score });
    if (shift?.causes[0]?.factor === 'mix') return shift;
  }
  return null;
};

/** Detects a cost per lead that moved to another level and stayed there. */
export const findShift = (run: Run, weeks: ReadonlyMap<Node, AdWeeks>): Found | null => {
  const { account, day } = run;
  const nodes = account.node.children.length > 1 ? [account.node, ...account.node.children] : account.node.children;
  const least = upperQuantile(dailyChance(nodes.length * factors.length * mostWeeks));
  const shifts = nodes
    .flatMap((node) => shiftOf(account, node, weeksBelow(weeks, node), least) ?? [])
    .toSorted((a, b) => b.score - a.score);
  for (const shift of shifts) {
    const narrowed = narrow(account, weeks, shift, shift.node);
    const node = narrowed.level === 'campaign' && shift.node === narrowed ? widen(account, weeks, shift) : narrowed;
    const onset = onsetOf(account, node, shift.factor, day);
    if (
      isNamed(
        account,
        ['cpl-shift', 'creative-decay', 'leads-stopped', 'lead-drought', 'spend-spike'],
        { node },
        onset - 7,
        day,
      )
    )
      continue;
    const isSameCause = account.incidents.some(
      (incident) => incident.kind === 'cpl-shift' && Math.abs(incident.onset - onset) <= 14,
    );
    if (isSameCause) continue;
    const found = writeShift(account, node, onset, day, shift);
    if (found) return found;
  }
  return findMix(run, weeks, least);
};
