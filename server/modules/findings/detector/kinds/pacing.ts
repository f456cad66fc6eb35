import { isKnownDay } from '../Account.ts';
import { rank } from '../causes.ts';
import { baselineDays, leastPaceRatio } from '../limits.ts';
import { slotOf } from '../Node.ts';
import { monthOf, monthRange, weekdayOf } from '../days.ts';
import { upperQuantile } from '../statistics.ts';
import { spendBase } from '../spendModel.ts';
import type { Cause } from '../Finding.ts';
import type { Found, Run } from './Found.ts';

/** A pace is not foreseen before so many days of a month are over. */
const leastDays = 3;
/** One-sided confidence that the pace is off by two thirds of the least ratio, while the best guess is all of it. */
const confidence = 0.95;

/** The month's spend as foreseen, against the budget that a person entered. */
export const findPace = ({ account, day }: Run): Found | null => {
  const month = monthOf(day);
  const budget = account.budgets.get(month);
  if (budget === undefined || budget <= 0) return null;
  const { first, last } = monthRange(month);
  if (day - first + 1 < leastDays || day > last - 2) return null;
  if (account.incidents.some(({ kind, onset }) => kind === 'pacing' && onset === first)) return null;
  const base = spendBase(account, account.node, day);
  if (!base) return null;
  const rhythm = (of: number) => Math.exp(account.weekdays[weekdayOf(of)] ?? 0);
  let open = 0;
  let openDays = 0;
  for (let of = first; of <= last; of += 1)
    if (of > day || !isKnownDay(account, of)) {
      open += rhythm(of);
      openDays += 1;
    }
  // Each campaign goes on as in its last weeks.
  const known = Array.from({ length: baselineDays }, (_, back) => day - back).filter((of) => isKnownDay(account, of));
  const weeks = known.reduce((sum, of) => sum + rhythm(of), 0);
  const foreseen = account.node.children.map((campaign) => {
    let spent = 0;
    for (let of = first; of <= day; of += 1)
      if (isKnownDay(account, of)) spent += campaign.figures.spend[slotOf(of)] ?? 0;
    const rate = known.reduce((sum, of) => sum + (campaign.figures.spend[slotOf(of)] ?? 0), 0) / weeks;
    const isOver = (campaign.figures.spend[slotOf(day)] ?? 0) === 0;
    return { campaign, rate, amount: spent + (isOver ? 0 : rate * open) };
  });
  const forecast = foreseen.reduce((sum, { amount }) => sum + amount, 0);
  if (forecast <= 0) return null;
  const off = forecast / budget - 1;
  if (Math.abs(off) < leastPaceRatio) return null;
  const memory = account.spendNoise.campaign.memory;
  const whole = base.deviation / Math.sqrt(1 - memory * memory);
  const rates = foreseen.reduce((sum, { rate }) => sum + rate, 0);
  const error =
    whole * Math.sqrt(((1 + memory) / (1 - memory)) * (1 / openDays + 1 / known.length)) * ((rates * open) / budget);
  if (Math.abs(off) - (leastPaceRatio * 2) / 3 < upperQuantile(1 - confidence) * error) return null;
  const direction = off > 0 ? 'up' : 'down';
  const causes: Cause[] = foreseen.map(({ campaign, amount }) => ({
    entity: campaign.id,
    factor: 'spend',
    part: amount * (1 - budget / forecast),
  }));
  return {
    kind: 'pacing',
    node: account.node,
    form: null,
    onset: first,
    direction,
    unit: 'currency per month',
    before: { since: first, until: last, value: budget },
    after: { since: first, until: last, value: forecast },
    causes: rank(causes, direction),
  };
};
