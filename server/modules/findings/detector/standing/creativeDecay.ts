import { isKnownDay, ripeDay } from '../Account.ts';
import { noiseOf } from '../kinds/costNoise.ts';
import { leastLeads } from '../kinds/costShift.ts';
import { decayChange, ripe } from '../kinds/creativeDecay.ts';
import { countKnownDays, sumsOf } from '../kinds/members.ts';
import { slotOf } from '../Node.ts';
import { countRange } from '../statistics.ts';
import { backDays, isRateBack, normalDays, weekTo } from './rates.ts';
import { bandChance, noBand, seriesUpTo, writeSeries } from './series.ts';
import { nodeOf } from './Detection.ts';
import type { Account } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Days } from '../kinds/members.ts';
import type { Node } from '../Node.ts';
import type { FollowUp } from './FollowUp.ts';

/** The newest two weeks of delivery whose conversions are nearly known. */
const newestDays = (account: Account, ad: Node, onset: DayNumber, day: DayNumber): Days => {
  let until = ripeDay(account, onset, day, ripe);
  while (until > onset && (!isKnownDay(account, until) || ad.figures.impressions[slotOf(until)] === 0)) until -= 1;
  return [Math.max(onset, until - backDays + 1), until];
};

/** Variance of the yield of one or two weeks beyond counting noise. */
const noiseVariance = (account: Account, weeks: 1 | 2): number => {
  const back = weeks === 1 ? 1 : 3;
  const ctr = noiseOf(account, 'ad', 'ctr', 7 * weeks, back).deviation;
  const cvr = noiseOf(account, 'ad', 'cvr', 7 * weeks, back).deviation;
  return ctr * ctr + cvr * cvr;
};

export const followDecay: FollowUp = {
  afterNow: ({ account, day }, { found }) => newestDays(account, nodeOf(found), found.onset, day),
  changeOver: ({ account }, { found }, after) =>
    decayChange(account, nodeOf(found), [found.before.since, found.before.until], after),
  explain: ({ account, day }, { found }, { before, after }) => {
    const ad = nodeOf(found);
    const known = sumsOf(account, ad, before.since, before.until);
    const newest = sumsOf(account, ad, after.since, after.until);
    const since = sumsOf(account, ad, found.onset, after.until);
    const wasted = since.impressions > 0 ? 1 - (1000 * since.conversions) / since.impressions / before.value : 0;
    const rangeOf = (impressions: number, weeks: 1 | 2) => {
      const variance = 1 / known.conversions + noiseVariance(account, weeks);
      const { low, high } = countRange((impressions * before.value) / 1000, variance, bandChance);
      return { low: (1000 * low) / impressions, high: (1000 * high) / impressions };
    };
    return {
      stake: since.spend * Math.max(0, wasted),
      evidence: {
        expected: rangeOf(newest.impressions, 2),
        baselineDays: countKnownDays(account, before.since, before.until),
        sample: { unit: 'conversions', before: known.conversions, after: newest.conversions },
        chance: found.chance,
      },
      series: {
        kind: 'yieldPer7Days',
        days: writeSeries(seriesUpTo(day), (of) => {
          const week = weekTo(account, ad, of);
          if (!week) return { value: null, ...noBand };
          // Scales impressions to the known share of leads, because some leads are still to arrive.
          const impressions = week.impressions * week.ripe;
          return { value: (1000 * week.conversions) / impressions, ...rangeOf(impressions, 1) };
        }),
      },
    };
  },
  endOf: ({ account, day }, { found }) => {
    const ad = nodeOf(found);
    const { onset, before, after } = found;
    const days = newestDays(account, ad, onset, day);
    if (sumsOf(account, ad, day - backDays + 1, day).impressions === 0) return { on: day, why: 'over', after: days };
    const known = sumsOf(account, ad, before.since, before.until);
    const newest = sumsOf(account, ad, ...days);
    const expected = (newest.impressions * known.conversions) / known.impressions;
    if (days[1] - days[0] + 1 === backDays && expected >= leastLeads) {
      const variance = 1 / known.conversions + 1 / expected + noiseVariance(account, 2);
      if (isRateBack(Math.log(expected / newest.conversions), Math.log(before.value / after.value), variance))
        return { on: day, why: 'over', after: days };
    }
    return day - onset >= normalDays ? { on: day, why: 'normal', after: days } : null;
  },
};
