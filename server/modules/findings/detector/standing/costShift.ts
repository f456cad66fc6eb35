import { ripeDay } from '../Account.ts';
import { noiseOf } from '../kinds/costNoise.ts';
import { leastLeads, ripe, shiftChange } from '../kinds/costShift.ts';
import { countKnownDays, sumsOf } from '../kinds/members.ts';
import { backDays, costRange, isRateBack, normalDays, weekTo } from './rates.ts';
import { noBand, seriesUpTo, writeSeries } from './series.ts';
import { nodeOf } from './Detection.ts';
import type { FollowUp } from './FollowUp.ts';

const mostWeeks = 4;

export const followShift: FollowUp = {
  afterNow: ({ account, day }, { found: { onset } }) => [onset, ripeDay(account, onset, day, ripe)],
  changeOver: ({ account }, { found }, after) =>
    shiftChange(account, nodeOf(found), { before: [found.before.since, found.before.until], after }, found.direction),
  explain: ({ account, day }, { found }, { before, after }) => {
    const node = nodeOf(found);
    const known = sumsOf(account, node, before.since, before.until);
    const since = sumsOf(account, node, after.since, after.until);
    const variance = (weeks: number) =>
      1 / known.conversions + noiseOf(account, node.level, 'cost', 7 * weeks).deviation ** 2;
    const weeks = Math.max(1, Math.min(mostWeeks, Math.round((after.until - after.since + 1) / 7)));
    return {
      stake: Math.abs(after.value - before.value) * since.conversions,
      evidence: {
        expected: costRange(since.spend, since.spend / before.value, variance(weeks)),
        baselineDays: countKnownDays(account, before.since, before.until),
        sample: { unit: 'conversions', before: known.conversions, after: since.conversions },
        chance: found.chance,
      },
      series: {
        kind: 'costPer7Days',
        days: writeSeries(seriesUpTo(day), (of) => {
          const week = weekTo(account, node, of);
          if (!week || week.spend === 0) return { value: null, ...noBand };
          // Scales spend to the known share of leads, because some leads are still to arrive.
          const spend = week.spend * week.ripe;
          return {
            value: week.conversions > 0 ? spend / week.conversions : null,
            ...costRange(spend, spend / before.value, variance(1)),
          };
        }),
      },
    };
  },
  endOf: ({ account, day }, { found }) => {
    const node = nodeOf(found);
    const { onset, before, after } = found;
    const until = ripeDay(account, onset, day, ripe);
    const since = until - backDays + 1;
    const known = sumsOf(account, node, before.since, before.until);
    const last = sumsOf(account, node, since, until);
    const expected = (last.spend * known.conversions) / known.spend;
    if (since >= onset && expected >= leastLeads) {
      const sign = found.direction === 'up' ? 1 : -1;
      const noise = noiseOf(account, node.level, 'cost', backDays).deviation;
      const variance = 1 / known.conversions + 1 / expected + noise * noise;
      const detected = Math.abs(Math.log(after.value / before.value));
      if (isRateBack(sign * Math.log(expected / last.conversions), detected, variance))
        return { on: day, why: 'over', after: since > onset ? [onset, since - 1] : [onset, until] };
    }
    return day - onset >= normalDays ? { on: day, why: 'normal', after: [onset, until] } : null;
  },
};
