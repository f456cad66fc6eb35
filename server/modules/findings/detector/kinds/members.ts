import { isKnownDay } from '../Account.ts';
import { metricNames, slotOf } from '../Node.ts';
import type { Account } from '../Account.ts';
import type { Member, Sums } from '../causes.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';

export const countKnownDays = (account: Account, since: DayNumber, until: DayNumber): number => {
  let count = 0;
  for (let day = since; day <= until; day += 1) if (isKnownDay(account, day)) count += 1;
  return count;
};

export const sumsOf = (account: Account, node: Node, since: DayNumber, until: DayNumber): Sums => {
  const sums: Sums = { spend: 0, impressions: 0, clicks: 0, conversions: 0 };
  for (let day = since; day <= until; day += 1) {
    if (!isKnownDay(account, day)) continue;
    for (const metric of metricNames) sums[metric] += node.figures[metric][slotOf(day)] ?? 0;
  }
  return sums;
};

/** Both days are included. */
export type Days = readonly [since: DayNumber, until: DayNumber];

export type Windows = { before: Days; after: Days };

export const memberOf = (account: Account, node: Node, { before, after }: Windows): Member => ({
  entity: node.id,
  before: sumsOf(account, node, ...before),
  after: sumsOf(account, node, ...after),
});

/** Like `memberOf`, but averaged per day. */
export const dailyMemberOf = (account: Account, node: Node, windows: Windows): Member => {
  const { entity, before, after } = memberOf(account, node, windows);
  const scale = (sums: Sums, [since, until]: Days): Sums => {
    const days = Math.max(1, countKnownDays(account, since, until));
    return {
      spend: sums.spend / days,
      impressions: sums.impressions / days,
      clicks: sums.clicks / days,
      conversions: sums.conversions / days,
    };
  };
  return { entity, before: scale(before, windows.before), after: scale(after, windows.after) };
};
