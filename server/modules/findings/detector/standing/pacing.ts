import { isKnownDay } from '../Account.ts';
import { monthOf, monthRange, weekdayOf } from '../days.ts';
import { foresee, paceChange } from '../kinds/pacing.ts';
import { slotOf } from '../Node.ts';
import { spendBase } from '../spendModel.ts';
import { bandScore, daysBetween, writeSeries } from './series.ts';
import type { Account } from '../Account.ts';
import type { Run } from '../kinds/Found.ts';
import type { FollowUp } from './FollowUp.ts';
import type { Detection } from './Detection.ts';

/** A forecast within this share of the budget counts as on budget. */
const onBudget = 0.1;

const budgetOf = ({ budgets }: Account, { found }: Detection): number =>
  budgets.get(monthOf(found.onset)) ?? found.before.value;

/** The newest known day of the month. */
const lastDayOf = ({ day }: Run, { found }: Detection): number => Math.min(day, found.after.until);

export const followPace: FollowUp = {
  afterNow: (run, detection) => [detection.found.onset, lastDayOf(run, detection)],
  changeOver: ({ account }, detection, [, until]) => {
    const forecast = foresee(account, until);
    return forecast && paceChange(forecast, budgetOf(account, detection));
  },
  explain: (run, detection, { before, after }) => {
    const { account } = run;
    const { onset, chance } = detection.found;
    const until = lastDayOf(run, detection);
    const { last } = monthRange(monthOf(onset));
    const forecast = foresee(account, until);
    const budget = before.value;
    const error = Math.max(onBudget, bandScore * (forecast?.error(budget) ?? 0));
    // The band: the budget spread over the weekly rhythm, plus or minus the expected deviation.
    const days = daysBetween(onset, last);
    const rhythm = days.map((day) => Math.exp(account.weekdays[weekdayOf(day)] ?? 0));
    const whole = rhythm.reduce((sum, weight) => sum + weight, 0);
    const { memory } = account.spendNoise.campaign;
    const deviation = (spendBase(account, account.node, until, 1)?.deviation ?? 0) / Math.sqrt(1 - memory * memory);
    let spent = 0;
    let due = 0;
    return {
      stake: Math.abs(after.value - budget),
      evidence: {
        expected: { low: budget * Math.max(0, 1 - error), high: budget * (1 + error) },
        baselineDays: forecast?.baselineDays ?? 0,
        sample: { unit: 'days', before: forecast?.baselineDays ?? 0, after: forecast?.knownDays ?? 0 },
        chance,
      },
      series: {
        kind: 'monthSpend',
        days: writeSeries(days, (day) => {
          const index = day - onset;
          due += (budget * (rhythm[index] ?? 0)) / whole;
          const isKnown = day <= until && isKnownDay(account, day);
          if (isKnown) spent += account.node.figures.spend[slotOf(day)] ?? 0;
          const factor = Math.exp(
            bandScore * deviation * Math.min(1, Math.sqrt((1 + memory) / (1 - memory) / (index + 1))),
          );
          return { value: isKnown ? spent : null, low: due / factor, high: due * factor };
        }),
      },
    };
  },
  endOf: (run, detection) => {
    const { onset, after } = detection.found;
    const now: readonly [number, number] = [onset, lastDayOf(run, detection)];
    if (run.day >= after.until) return { on: after.until, why: 'month', after: now };
    const budget = budgetOf(run.account, detection);
    const forecast = foresee(run.account, run.day);
    const isOn = budget <= 0 || (forecast !== null && Math.abs(forecast.amount / budget - 1) <= onBudget);
    return isOn ? { on: run.day, why: 'over', after: now } : null;
  },
};
