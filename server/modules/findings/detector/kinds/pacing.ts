import { isKnownDay } from '../Account.ts';
import { rank } from '../causes.ts';
import { baselineDays, leastPaceRatio } from '../limits.ts';
import { slotOf } from '../Node.ts';
import { monthOf, monthRange, weekdayOf } from '../days.ts';
import { upperQuantile, upperTail } from '../statistics.ts';
import { spendBase } from '../spendModel.ts';
import type { Account } from '../Account.ts';
import type { Cause } from '../Finding.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';
import type { Change, Found, Run } from './Found.ts';

/** Days of the month that must pass before pacing is forecast. */
const leastDays = 3;
/** Required one-sided confidence that the pace is off by at least two thirds of the minimum ratio. */
const confidence = 0.95;

export type Forecast = {
  first: DayNumber;
  last: DayNumber;
  /** Forecast spend of the month. */
  amount: number;
  campaigns: { campaign: Node; amount: number }[];
  /** Standard deviation of the amount, as a share of the budget. */
  error: (budget: number) => number;
  /** Known days of the month, and days used for the rates. */
  knownDays: number;
  baselineDays: number;
};

/** Forecasts a month's spend from one of its days. Assumes that each campaign continues at its recent rate. */
export const foresee = (account: Account, day: DayNumber): Forecast | null => {
  const { first, last } = monthRange(monthOf(day));
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
  const known = Array.from({ length: baselineDays }, (_, back) => day - back).filter((of) => isKnownDay(account, of));
  const weeks = known.reduce((sum, of) => sum + rhythm(of), 0);
  const campaigns = account.node.children.map((campaign) => {
    let spent = 0;
    for (let of = first; of <= day; of += 1)
      if (isKnownDay(account, of)) spent += campaign.figures.spend[slotOf(of)] ?? 0;
    const rate = known.reduce((sum, of) => sum + (campaign.figures.spend[slotOf(of)] ?? 0), 0) / weeks;
    const isOver = (campaign.figures.spend[slotOf(day)] ?? 0) === 0;
    return { campaign, rate, amount: spent + (isOver ? 0 : rate * open) };
  });
  const amount = campaigns.reduce((sum, campaign) => sum + campaign.amount, 0);
  if (amount <= 0) return null;
  const memory = account.spendNoise.campaign.memory;
  const whole = base.deviation / Math.sqrt(1 - memory * memory);
  const spread =
    openDays === 0 ? 0 : whole * Math.sqrt(((1 + memory) / (1 - memory)) * (1 / openDays + 1 / known.length));
  const rates = campaigns.reduce((sum, { rate }) => sum + rate, 0);
  return {
    first,
    last,
    amount,
    campaigns,
    error: (budget) => spread * ((rates * open) / budget),
    knownDays: last - first + 1 - openDays,
    baselineDays: known.length,
  };
};

/** The change from the budget to the forecast spend of the month. */
export const paceChange = ({ first, last, amount, campaigns }: Forecast, budget: number): Change => {
  const causes: Cause[] = campaigns.map((one) => ({
    entity: one.campaign.id,
    factor: 'spend',
    part: one.amount * (1 - budget / amount),
  }));
  return {
    before: { since: first, until: last, value: budget },
    after: { since: first, until: last, value: amount },
    causes: rank(causes, amount > budget ? 'up' : 'down'),
  };
};

/** Compares the month's forecast spend with the budget that a person entered. */
export const findPace = ({ account, day }: Run): Found | null => {
  const month = monthOf(day);
  const budget = account.budgets.get(month);
  if (budget === undefined || budget <= 0) return null;
  const { first, last } = monthRange(month);
  if (day - first + 1 < leastDays || day > last - 2) return null;
  if (account.incidents.some(({ kind, onset }) => kind === 'pacing' && onset === first)) return null;
  const forecast = foresee(account, day);
  if (!forecast) return null;
  const off = forecast.amount / budget - 1;
  if (Math.abs(off) < leastPaceRatio) return null;
  const error = forecast.error(budget);
  if (Math.abs(off) - (leastPaceRatio * 2) / 3 < upperQuantile(1 - confidence) * error) return null;
  return {
    kind: 'pacing',
    node: account.node,
    form: null,
    onset: first,
    direction: off > 0 ? 'up' : 'down',
    unit: 'currency per month',
    ...paceChange(forecast, budget),
    chance: 2 * upperTail(Math.abs(off) / error),
  };
};
