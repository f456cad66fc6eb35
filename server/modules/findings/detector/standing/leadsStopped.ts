import { isKnownDay } from '../Account.ts';
import { exposure, leadVariance, rateBefore, stopChange } from '../kinds/leadsStopped.ts';
import { sumsOf } from '../kinds/members.ts';
import { isPaused, slotOf } from '../Node.ts';
import { countRange } from '../statistics.ts';
import { bandChance, daysBetween, noBand, seriesUpTo, writeSeries } from './series.ts';
import { areKept, isLongAgo, nodeOf } from './Detection.ts';
import type { Rate } from '../kinds/leadsStopped.ts';
import type { FollowUp } from './FollowUp.ts';

/** Used when corrections leave too few conversions for a rate. Expects no leads. */
const noRate: Rate = { conversions: 1, clicks: Number.POSITIVE_INFINITY, days: 0 };

export const followStop: FollowUp = {
  afterNow: ({ day }, { found: { onset } }) => [onset, day],
  changeOver: ({ account }, { found }, after) =>
    areKept(account, found.onset, after) ? stopChange(account, nodeOf(found), found.onset, after) : null,
  explain: ({ account, day }, { found }, { before, after }) => {
    const node = nodeOf(found);
    const rate = rateBefore(account, node, found.onset) ?? noRate;
    const expectedOn = (of: number) =>
      isKnownDay(account, of)
        ? ((node.figures.clicks[slotOf(of)] ?? 0) * exposure(account, of) * rate.conversions) / rate.clicks
        : 0;
    const known = daysBetween(after.since, after.until).filter((of) => isKnownDay(account, of));
    const days = Math.max(1, known.length);
    const expected = known.reduce((sum, of) => sum + expectedOn(of), 0);
    const range = countRange(expected, leadVariance(account, node, rate, days), bandChance);
    const since = sumsOf(account, node, after.since, after.until);
    return {
      stake: since.spend,
      evidence: {
        expected: { low: range.low / days, high: range.high / days },
        baselineDays: rate.days,
        sample: {
          unit: 'conversions',
          before: sumsOf(account, node, before.since, before.until).conversions,
          after: since.conversions,
        },
        chance: found.chance,
      },
      series: {
        kind: 'conversions',
        days: writeSeries(seriesUpTo(day), (of) => {
          const mean = expectedOn(of);
          return {
            value: isKnownDay(account, of) ? (node.figures.conversions[slotOf(of)] ?? 0) : null,
            ...(mean > 0 ? countRange(mean, leadVariance(account, node, rate, 1), bandChance) : noBand),
          };
        }),
      },
    };
  },
  endOf: ({ account, day }, { found, incident: { onset, until } }) => {
    const node = nodeOf(found);
    if (until !== null) {
      // Leads resumed on one of the last three days.
      let last = Math.max(onset, until - 3);
      while (last < until - 1 && (node.figures.conversions[slotOf(last + 1)] ?? 0) === 0) last += 1;
      return { on: last + 1, why: 'over', after: [onset, last] };
    }
    // A paused object is not expected to bring leads.
    if (isPaused(node, day)) return { on: day, why: 'over', after: [onset, Math.max(onset, day - 1)] };
    return isLongAgo(account, onset) ? { on: day, why: 'normal', after: [onset, day] } : null;
  },
};
