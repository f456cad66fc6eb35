import type { FindingFactor } from '#shared/findings.ts';
import { adsOfForm, isKnownDay, isNamed, knownShare } from '../Account.ts';
import { baselineDays, dailyChance, leastBaselineDays, nothingShare } from '../limits.ts';
import { isRelated, slotOf } from '../Node.ts';
import { negativeBinomialTail } from '../statistics.ts';
import { weekdayOf } from '../days.ts';
import { countKnownDays, sumsOf } from './members.ts';
import { noiseOf } from './costNoise.ts';
import type { Account } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';
import type { Change, Found, Run } from './Found.ts';
import type { Days } from './members.ts';

/** Platforms sometimes report conversions one or two days late. */
const leastDays = 3;
const mostDays = 20;
/** Six weeks, because small campaigns have few leads. */
const rateDays = 42;

export type Rate = { conversions: number; clicks: number; days: number };

/** The weight of a day's clicks. Conversions arrive late, and weekdays differ. */
export const exposure = (account: Account, day: DayNumber): number =>
  knownShare(account, day) * (account.leadWeekdays[weekdayOf(day)] ?? 1);

/** Conversions and clicks of the normal days before `onset`. Null: too few. */
export const rateBefore = (account: Account, node: Node, onset: DayNumber): Rate | null => {
  let conversions = 0;
  let clicks = 0;
  let days = 0;
  for (let day = onset - rateDays; day < onset; day += 1) {
    const slot = slotOf(day);
    if (!isKnownDay(account, day) || node.oddLeads[slot] === 1) continue;
    const reported = node.figures.clicks[slot] ?? 0;
    if (reported === 0) continue;
    conversions += node.figures.conversions[slot] ?? 0;
    clicks += reported * exposure(account, day);
    days += 1;
  }
  return days >= leastBaselineDays && conversions >= 5 ? { conversions, clicks, days } : null;
};

type Stop = { node: Node; onset: DayNumber; chance: number; expected: number };

/** The newest run of days with almost no conversions, and its probability by chance. */
const findStopOf = (account: Account, node: Node, day: DayNumber): Stop | null => {
  let onset = day + 1;
  let counted = 0;
  let exposed = 0;
  let days = 0;
  const bare = rateBefore(account, node, day - leastDays);
  if (!bare) return null;
  let best: { onset: DayNumber; counted: number; exposed: number; days: number } | null = null;
  for (let past = day; past > day - mostDays; past -= 1) {
    const slot = slotOf(past);
    if (!isKnownDay(account, past)) continue;
    if (node.oddLeads[slot] === 1) break;
    const conversions = node.figures.conversions[slot] ?? 0;
    counted += conversions;
    exposed += (node.figures.clicks[slot] ?? 0) * exposure(account, past);
    if (counted > Math.max(0, (nothingShare * exposed * bare.conversions) / bare.clicks)) break;
    days += 1;
    onset = past;
    // A run starts on a day without conversions.
    if (days >= leastDays && conversions === 0) best = { onset, counted, exposed, days };
  }
  if (!best) return null;
  const rate = rateBefore(account, node, best.onset);
  if (!rate) return null;
  const expected = (best.exposed * rate.conversions) / rate.clicks;
  const chance = negativeBinomialTail(best.counted, expected, leadVariance(account, node, rate, best.days));
  return { node, onset: best.onset, chance, expected };
};

/** Relative variance of the leads of several days beyond counting noise: rate error plus CVR noise. */
export const leadVariance = (account: Account, node: Node, rate: Rate, days: number): number =>
  1 / rate.conversions + (noiseOf(account, node.level, 'cvr', 7).deviation ** 2 * 7) / days;

/** A form's average leads per day. */
const leadsPerDay = (account: Account, form: string, since: DayNumber, until: DayNumber): number => {
  const daily = account.forms.get(form)?.daily;
  let sum = 0;
  for (let day = since; day <= until; day += 1) sum += daily?.[slotOf(day)] ?? 0;
  return sum / Math.max(1, until - since + 1);
};

/**
 * Whether leads kept arriving in the forms of the stopped ads. Compares the likelihood of the received leads under two cases: all
 * ads still bring leads, or only the other ads do.
 */
const causeOf = (account: Account, node: Node, onset: DayNumber, day: DayNumber): FindingFactor => {
  const forms = [...new Set(node.ads.flatMap(({ form }) => (form === null ? [] : [form])))];
  let difference = 0;
  // Leads arrive days after the click, so the first leads may still come from earlier clicks.
  const delay = Math.min(3, Math.max(0, Math.floor((day - onset) / 2)));
  const since = onset + delay;
  for (const form of forms) {
    const usual = leadsPerDay(account, form, onset - baselineDays, onset - 1);
    if (usual === 0) continue;
    let own = 0;
    for (const ad of adsOfForm(account, form))
      if (isRelated(ad, node))
        for (let past = onset - baselineDays; past < onset; past += 1)
          own += (ad.figures.conversions[slotOf(past)] ?? 0) / baselineDays;
    const rest = Math.max(usual - own, 0.1 * usual);
    const days = day - since + 1;
    const count = leadsPerDay(account, form, since, day) * days;
    difference += count * Math.log(rest / usual) - days * (rest - usual);
  }
  return difference > 0 ? 'form' : 'tracking';
};

/** Detects conversions that stopped while clicks continued. */
export const findStop = ({ account, day }: Run): Found | null => {
  if (!isKnownDay(account, day)) return null;
  const nodes = account.nodes.filter((node) => node.level !== 'adSet' || (node.parent?.children.length ?? 0) > 1);
  // Runs of 3, 6, 12 and 20 days count as separate tests.
  const limit = dailyChance(nodes.length * 4);
  const stops = new Map<Node, Stop>();
  for (const node of nodes) {
    const { conversions, clicks } = node.figures;
    // Cheap check first: most nodes have recent conversions.
    if ((clicks[slotOf(day)] ?? 0) === 0) continue;
    let recent = 0;
    for (let past = day; past > day - leastDays; past -= 1) recent += conversions[slotOf(past)] ?? 0;
    if (recent > 3) continue;
    const stop = findStopOf(account, node, day);
    if (stop && stop.chance < limit) stops.set(node, stop);
  }
  // Takes the highest stopped node. Among siblings, takes the stop with the lowest chance.
  const [stop] = [...stops.values()]
    .filter(({ node }) => {
      for (let above = node.parent; above; above = above.parent) if (stops.has(above)) return false;
      return true;
    })
    .toSorted((a, b) => a.chance - b.chance);
  if (!stop) return null;
  const { node, onset, chance, expected } = stop;
  if (isNamed(account, ['leads-stopped', 'lead-drought', 'spend-to-zero'], { node }, onset - 5, day)) return null;
  const sameCause = account.incidents.some(
    (incident) => incident.kind === 'leads-stopped' && incident.until === null && Math.abs(incident.onset - onset) <= 5,
  );
  if (sameCause) return null;
  if (expected <= 0) return null;
  return {
    kind: 'leads-stopped',
    node,
    form: null,
    onset,
    direction: 'down',
    unit: 'leads per day',
    ...stopChange(account, node, onset, [onset, day]),
    chance,
  };
};

/** Leads per day in the four weeks before an onset, and after it. */
export const stopChange = (account: Account, node: Node, onset: DayNumber, [since, until]: Days): Change => {
  const before = leadsPerKnownDay(account, node, onset);
  const after = sumsOf(account, node, since, until).conversions / Math.max(1, countKnownDays(account, since, until));
  return {
    before: { since: onset - baselineDays, until: onset - 1, value: before },
    after: { since, until, value: after },
    causes: [{ entity: node.id, factor: causeOf(account, node, onset, until), part: after - before }],
  };
};

const leadsPerKnownDay = (account: Account, node: Node, onset: DayNumber): number => {
  let conversions = 0;
  let days = 0;
  for (let day = onset - baselineDays; day < onset; day += 1) {
    if (!isKnownDay(account, day)) continue;
    conversions += node.figures.conversions[slotOf(day)] ?? 0;
    days += 1;
  }
  return conversions / Math.max(1, days);
};

/** Whether conversions resumed in the last three days. */
export const areLeadsBack = (account: Account, node: Node, day: DayNumber): boolean => {
  let counted = 0;
  for (let past = day - 2; past <= day; past += 1) counted += node.figures.conversions[slotOf(past)] ?? 0;
  const usual = leadsPerKnownDay(account, node, day - mostDays);
  return isKnownDay(account, day) && counted > 0.25 * 3 * usual * knownShare(account, day);
};
