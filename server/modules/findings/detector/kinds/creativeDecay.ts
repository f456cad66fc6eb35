import { isKnownDay, isNamed, ripeDay } from '../Account.ts';
import { rank, splitYield } from '../causes.ts';
import { baselineDays, dailyChance, leastCostRatio, normalDrift } from '../limits.ts';
import { slotOf } from '../Node.ts';
import { toNormalScore, upperQuantile, upperTail } from '../statistics.ts';
import { changesOf, weekSums } from './costWeeks.ts';
import { freedomOf, noiseOf } from './costNoise.ts';
import { memberOf } from './members.ts';
import type { Account } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';
import type { AdWeeks } from './costWeeks.ts';
import type { Change, Found, Run } from './Found.ts';
import type { Days } from './members.ts';

/** Compares the last `weeks` weeks with four weeks that end `back` weeks ago. Decay is slow, so a gap between them loses little. */
export const decayWindows = [
  { weeks: 1, back: 1 },
  { weeks: 1, back: 2 },
  { weeks: 2, back: 3 },
  { weeks: 2, back: 4 },
] as const;

/** The comparison needs neighbors with at least this share of the ad's clicks. */
const leastNeighbors = 0.3;
export const ripe = 0.9;
/** A drop within fewer days is too fast for wear. */
const leastDays = 10;

/** The day on which log CTR starts to fall: the least-squares hinge. */
const onsetOf = (account: Account, ad: Node, day: DayNumber): DayNumber => {
  const points: [DayNumber, number][] = [];
  for (let past = Math.max(ad.epoch, day - 69); past <= day; past += 1) {
    const slot = slotOf(past);
    const clicks = ad.figures.clicks[slot] ?? 0;
    if (isKnownDay(account, past) && clicks > 0)
      points.push([past, Math.log(clicks / (ad.figures.impressions[slot] ?? 1))]);
  }
  let best = { onset: day - 14, squares: Number.POSITIVE_INFINITY };
  for (let onset = day - 42; onset <= day - 6; onset += 1) {
    const x = points.map(([past]) => Math.max(0, past - onset + 1));
    const meanX = x.reduce((sum, value) => sum + value, 0) / x.length;
    const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
    let xy = 0;
    let xx = 0;
    let yy = 0;
    points.forEach(([, y], index) => {
      const dx = (x[index] ?? 0) - meanX;
      xy += dx * (y - meanY);
      xx += dx * dx;
      yy += (y - meanY) ** 2;
    });
    const squares = xx === 0 || xy > 0 ? yy : yy - (xy * xy) / xx;
    if (squares < best.squares) best = { onset, squares };
  }
  return best.onset;
};

/** Score for an ad that wears out while its neighbors do not. Zero: no wear. */
const scoreOf = (account: Account, ad: Node, weeks: ReadonlyMap<Node, AdWeeks>): number => {
  const own = weeks.get(ad);
  const campaign = ad.parent?.parent;
  if (!own || !campaign) return 0;
  const neighbors = campaign.ads.flatMap((other) => {
    const found = other === ad || other.isWorn ? undefined : weeks.get(other);
    return found ? [found] : [];
  });
  let best = 0;
  for (const { weeks: count, back } of decayWindows) {
    const changes = changesOf([own], count, back);
    if (!changes) continue;
    const clicksOf = (list: readonly AdWeeks[]) => list.reduce((sum, one) => sum + weekSums(one, 0, count).clicks, 0);
    if (clicksOf(neighbors) < leastNeighbors * clicksOf([own])) continue;
    const others = changesOf(neighbors, count, back);
    if (!others) continue;
    // Better neighbors do not show that this ad got worse.
    const ctr = changes.ctr.change - Math.min(0, others.ctr.change);
    const cvr = changes.cvr.change - Math.min(0, others.cvr.change);
    const drift = normalDrift(7 * (back + 2 - count / 2));
    if (ctr > -drift || cvr > 0 || ctr + cvr > -Math.log(leastCostRatio)) continue;
    // Wear lowers both rates alike, so the more precise rate gets more weight.
    const weightOf = (factor: 'ctr' | 'cvr') => {
      const noise = noiseOf(account, 'ad', factor, 7 * count, back);
      return 1 / (changes[factor].variance + others[factor].variance + noise.deviation ** 2);
    };
    const [byCtr, byCvr] = [weightOf('ctr'), weightOf('cvr')];
    const score = ((-ctr - drift) * byCtr + (-cvr - drift) * byCvr) / Math.sqrt(byCtr + byCvr);
    best = Math.max(best, toNormalScore(score, freedomOf(noiseOf(account, 'ad', 'ctr', 7 * count, back))));
  }
  return best;
};

/** Detects an ad whose CTR and CVR fall together while its neighbors hold steady. */
export const findDecay = ({ account, day }: Run, weeks: ReadonlyMap<Node, AdWeeks>): Found | null => {
  const ads = account.node.ads.filter(
    (ad) => !ad.isWorn && (ad.figures.clicks[slotOf(day)] ?? 0) > 0 && (ad.parent?.parent?.ads.length ?? 0) > 1,
  );
  const least = upperQuantile(dailyChance(ads.length));
  const [worst] = ads
    .map((ad) => ({ ad, score: scoreOf(account, ad, weeks) }))
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score);
  if (!worst) return null;
  const { ad } = worst;
  const onset = onsetOf(account, ad, day);
  if (isNamed(account, ['creative-decay', 'cpl-shift', 'leads-stopped', 'spend-spike'], { node: ad }, onset - 7, day))
    return null;
  const until = ripeDay(account, onset, day, ripe);
  const since = Math.max(onset, until - 13);
  if (day - onset < leastDays || until - since < 4) return null;
  const change = decayChange(account, ad, [Math.max(onset - baselineDays, ad.epoch), onset - 1], [since, until]);
  if (!change || change.after.value >= change.before.value) return null;
  return {
    kind: 'creative-decay',
    node: ad,
    form: null,
    onset,
    direction: 'down',
    unit: 'leads per thousand impressions',
    ...change,
    chance: upperTail(worst.score),
  };
};

/** Leads per thousand impressions before and after an onset. Null: one side has no leads or impressions. */
export const decayChange = (account: Account, ad: Node, before: Days, after: Days): Change | null => {
  const member = memberOf(account, ad, { before, after });
  if (
    member.before.conversions === 0 ||
    member.after.conversions === 0 ||
    member.after.impressions === 0 ||
    member.before.impressions === 0
  )
    return null;
  return {
    before: {
      since: before[0],
      until: before[1],
      value: (1000 * member.before.conversions) / member.before.impressions,
    },
    after: { since: after[0], until: after[1], value: (1000 * member.after.conversions) / member.after.impressions },
    causes: rank(splitYield(member), 'down'),
  };
};
