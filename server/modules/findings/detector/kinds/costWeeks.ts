import { isKnownDay, knownShare } from '../Account.ts';
import { leastBaselineDays } from '../limits.ts';
import { slotOf } from '../Node.ts';
import type { Account } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';

/** Weeks up to the newest day. Week 0 is the newest. Enough to compare four weeks with the four weeks before them. */
const weekCount = 8;

export const rateFactors = ['cpm', 'ctr', 'cvr'] as const;
export type RateFactor = (typeof rateFactors)[number];
export type CostFactor = RateFactor | 'cost';

/** Totals over a period. `ripe`: clicks weighted by the known share of their conversions. */
export type RateSums = {
  days: number;
  spend: number;
  impressions: number;
  clicks: number;
  conversions: number;
  ripe: number;
};

const noSums = (): RateSums => ({ days: 0, spend: 0, impressions: 0, clicks: 0, conversions: 0, ripe: 0 });

const none = noSums();

/** The known share of each day's conversions, newest day first. Missing days have 0. */
export type Known = { newest: DayNumber; shares: Float64Array };

/** How many days the onset search covers, including its four baseline weeks. */
const mostDays = 70;

export const knownUpTo = (account: Account, newest: DayNumber): Known => {
  const shares = new Float64Array(mostDays);
  for (let back = 0; back < mostDays; back += 1)
    if (isKnownDay(account, newest - back)) shares[back] = knownShare(account, newest - back);
  return { newest, shares };
};

/** Adds the ad's normal delivery days to other totals. */
export const rateSums = (
  { newest, shares }: Known,
  ad: Node,
  since: DayNumber,
  until: DayNumber,
  others: RateSums = none,
): RateSums => {
  const { spend, impressions, clicks, conversions } = ad.figures;
  // Local numbers avoid boxed object fields. This loop takes most of the detector's time.
  let days = 0;
  let spent = 0;
  let shown = 0;
  let clicked = 0;
  let converted = 0;
  let ripe = 0;
  for (let day = Math.max(since, ad.epoch); day <= until; day += 1) {
    const slot = slotOf(day);
    const share = shares[newest - day] ?? 0;
    const impressionsOfDay = impressions[slot] ?? 0;
    if (share === 0 || impressionsOfDay === 0 || ad.oddLeads[slot] === 1 || ad.oddSpend[slot] === 1) continue;
    const clicksOfDay = clicks[slot] ?? 0;
    days += 1;
    spent += spend[slot] ?? 0;
    shown += impressionsOfDay;
    clicked += clicksOfDay;
    converted += conversions[slot] ?? 0;
    ripe += clicksOfDay * share;
  }
  return {
    days: others.days + days,
    spend: others.spend + spent,
    impressions: others.impressions + shown,
    clicks: others.clicks + clicked,
    conversions: others.conversions + converted,
    ripe: others.ripe + ripe,
  };
};

/** Totals of two periods to compare. */
export type Periods = { before: RateSums; after: RateSums };

/** Running totals of an ad from the newest week back. `compared`: cached results, because several nodes need them. */
export type AdWeeks = { ad: Node; since: readonly RateSums[]; compared: (Periods | undefined)[] };

export const weeksOf = (known: Known, ad: Node): AdWeeks => {
  const since = [none];
  for (let week = 0; week < weekCount; week += 1)
    since.push(rateSums(known, ad, known.newest - 7 * week - 6, known.newest - 7 * week, since[week]));
  return { ad, since, compared: [] };
};

/** Totals of `count` weeks that end `back` weeks ago. */
export const weekSums = ({ since }: AdWeeks, back: number, count: number): RateSums =>
  back === 0 ? (since[count] ?? none) : minus(since[back + count] ?? none, since[back] ?? none);

const minus = (a: RateSums, b: RateSums): RateSums => ({
  days: a.days - b.days,
  spend: a.spend - b.spend,
  impressions: a.impressions - b.impressions,
  clicks: a.clicks - b.clicks,
  conversions: a.conversions - b.conversions,
  ripe: a.ripe - b.ripe,
});

/** A logarithmic change and its variance from counting noise alone. */
export type Change = { change: number; variance: number };
export type Changes = Record<CostFactor, Change>;

const isMatched = ({ before, after }: Periods): boolean =>
  before.days >= leastBaselineDays && after.days >= 3 && before.clicks > 0 && before.spend > 0 && after.spend > 0;

/**
 * Rate changes between two periods by indirect standardization: the actual totals, divided by the totals expected if each ad had
 * kept its rates. Ignores spend that moves between ads, and ads that start or end. Null: no ad has both periods.
 */
export const changesBetween = (periods: readonly Periods[]): Changes | null => {
  let matched = 0;
  let baseClicks = 0;
  let baseConversions = 0;
  let baseRipe = 0;
  let lastSpend = 0;
  let lastClicks = 0;
  let lastConversions = 0;
  for (const period of periods) {
    if (!isMatched(period)) continue;
    const { before, after } = period;
    matched += 1;
    baseClicks += before.clicks;
    baseConversions += before.conversions;
    baseRipe += before.ripe;
    lastSpend += after.spend;
    lastClicks += after.clicks;
    lastConversions += after.conversions;
  }
  if (matched === 0) return null;
  const pooled = (baseConversions + 0.5) / (baseRipe + 1);
  let spend = 0;
  let clicks = 0;
  let leads = 0;
  let uncertain = 0;
  for (const period of periods) {
    if (!isMatched(period)) continue;
    const { before, after } = period;
    spend += (after.impressions * before.spend) / before.impressions;
    clicks += (after.impressions * before.clicks) / before.impressions;
    // Two pseudo-leads at the pooled rate keep the expected rate of an ad without leads above zero.
    const rate = (before.conversions + 2) / (before.ripe + 2 / pooled);
    leads += after.ripe * rate;
    uncertain += (after.ripe * rate) ** 2 / (before.conversions + 2);
  }
  if (clicks === 0 || leads === 0) return null;
  const cpm = { change: Math.log(lastSpend / spend), variance: 0 };
  const ctr = {
    change: Math.log((lastClicks + 0.5) / (clicks + 0.5)),
    variance: 2 / (lastClicks + clicks + 1) + 1 / baseClicks,
  };
  const cvr = {
    change: Math.log((lastConversions + 0.5) / (leads + 0.5)),
    variance: 2 / (lastConversions + leads + 1) + uncertain / (leads * leads),
  };
  return {
    cpm,
    ctr,
    cvr,
    cost: { change: cpm.change - ctr.change - cvr.change, variance: ctr.variance + cvr.variance },
  };
};

const mostBack = 4;

/** Compares the last `weeks` weeks with the four weeks that end `back` weeks ago. */
export const changesOf = (ads: readonly AdWeeks[], weeks: number, back: number): Changes | null =>
  changesBetween(
    ads.map(
      (ad) =>
        (ad.compared[weeks * (mostBack + 1) + back] ??= {
          before: weekSums(ad, back, 4),
          after: weekSums(ad, 0, weeks),
        }),
    ),
  );
