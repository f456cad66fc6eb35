import { isKnownDay, knownShare } from '../Account.ts';
import { leastBaselineDays } from '../limits.ts';
import { slotOf } from '../Node.ts';
import type { Account } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';

/** Weeks that end with the newest day; week 0 is the last. */
export const weekCount = 10;

export const rateFactors = ['cpm', 'ctr', 'cvr'] as const;
export type RateFactor = (typeof rateFactors)[number];
export type CostFactor = RateFactor | 'cost';

/** Sums of a period. `ripe` are clicks in the measure in which their conversions are known. */
export type RateSums = {
  days: number;
  spend: number;
  impressions: number;
  clicks: number;
  conversions: number;
  ripe: number;
};

const noSums = (): RateSums => ({ days: 0, spend: 0, impressions: 0, clicks: 0, conversions: 0, ripe: 0 });

/** Normal days on which the ad delivered. */
export const rateSums = (account: Account, ad: Node, since: DayNumber, until: DayNumber): RateSums => {
  const sums = noSums();
  const { spend, impressions, clicks, conversions } = ad.figures;
  for (let day = Math.max(since, ad.epoch); day <= until; day += 1) {
    const slot = slotOf(day);
    const shown = impressions[slot] ?? 0;
    if (shown === 0 || !isKnownDay(account, day) || ad.oddLeads[slot] === 1 || ad.oddSpend[slot] === 1) continue;
    sums.days += 1;
    sums.spend += spend[slot] ?? 0;
    sums.impressions += shown;
    sums.clicks += clicks[slot] ?? 0;
    sums.conversions += conversions[slot] ?? 0;
    sums.ripe += (clicks[slot] ?? 0) * knownShare(account, day);
  }
  return sums;
};

/** Sums of the last weeks of an ad, each with all weeks after it. */
export type AdWeeks = { ad: Node; since: readonly RateSums[] };

export const weeksOf = (account: Account, ad: Node, day: DayNumber): AdWeeks => {
  const since = [noSums()];
  let sum = since[0] ?? noSums();
  for (let week = 0; week < weekCount; week += 1) {
    sum = plus(sum, rateSums(account, ad, day - 7 * week - 6, day - 7 * week), 1);
    since.push(sum);
  }
  return { ad, since };
};

const plus = (a: RateSums, b: RateSums, sign: 1 | -1): RateSums => ({
  days: a.days + sign * b.days,
  spend: a.spend + sign * b.spend,
  impressions: a.impressions + sign * b.impressions,
  clicks: a.clicks + sign * b.clicks,
  conversions: a.conversions + sign * b.conversions,
  ripe: a.ripe + sign * b.ripe,
});

const none = noSums();

/** The sums of `count` weeks that end `back` weeks ago. */
export const weekSums = ({ since }: AdWeeks, back: number, count: number): RateSums =>
  back === 0 ? (since[count] ?? none) : plus(since[back + count] ?? none, since[back] ?? none, -1);

/** A logarithmic change, and its variance by counting alone. */
export type Change = { change: number; variance: number };
export type Changes = Record<CostFactor, Change>;

/**
 * How the rates of ads changed between two periods, by indirect standardization: what came over what would have come if each ad had
 * kept its own rates. Money that moves between ads, and ads that start or end, do not count. Null: no ad has both periods.
 */
export const changesBetween = (periods: readonly { before: RateSums; after: RateSums }[]): Changes | null => {
  const matched = periods.filter(
    ({ before, after }) =>
      before.days >= leastBaselineDays && after.days >= 3 && before.clicks > 0 && before.spend > 0 && after.spend > 0,
  );
  if (matched.length === 0) return null;
  const base = noSums();
  const last = noSums();
  for (const { before, after } of matched) {
    base.clicks += before.clicks;
    base.conversions += before.conversions;
    base.ripe += before.ripe;
    last.spend += after.spend;
    last.clicks += after.clicks;
    last.conversions += after.conversions;
  }
  const pooled = (base.conversions + 0.5) / (base.ripe + 1);
  let spend = 0;
  let clicks = 0;
  let leads = 0;
  let uncertain = 0;
  for (const { before, after } of matched) {
    spend += (after.impressions * before.spend) / before.impressions;
    clicks += (after.impressions * before.clicks) / before.impressions;
    // Two leads at the common rate keep an ad without leads from an impossible expectation.
    const rate = (before.conversions + 2) / (before.ripe + 2 / pooled);
    leads += after.ripe * rate;
    uncertain += (after.ripe * rate) ** 2 / (before.conversions + 2);
  }
  if (clicks === 0 || leads === 0) return null;
  const cpm = { change: Math.log(last.spend / spend), variance: 0 };
  const ctr = {
    change: Math.log((last.clicks + 0.5) / (clicks + 0.5)),
    variance: 2 / (last.clicks + clicks + 1) + 1 / base.clicks,
  };
  const cvr = {
    change: Math.log((last.conversions + 0.5) / (leads + 0.5)),
    variance: 2 / (last.conversions + leads + 1) + uncertain / (leads * leads),
  };
  return {
    cpm,
    ctr,
    cvr,
    cost: { change: cpm.change - ctr.change - cvr.change, variance: ctr.variance + cvr.variance },
  };
};

/** The last `weeks` against the four weeks that end `back` weeks ago. */
export const changesOf = (ads: readonly AdWeeks[], weeks: number, back: number): Changes | null =>
  changesBetween(ads.map((ad) => ({ before: weekSums(ad, back, 4), after: weekSums(ad, 0, weeks) })));
