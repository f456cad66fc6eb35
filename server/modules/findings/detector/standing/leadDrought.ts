import { adsOfForm } from '../Account.ts';
import { droughtChange, outlookOf, silentDays } from '../kinds/leadDrought.ts';
import { sumsOf } from '../kinds/members.ts';
import { baselineDays } from '../limits.ts';
import { slotOf } from '../Node.ts';
import { countRange } from '../statistics.ts';
import { bandChance, daysBetween, noBand, seriesUpTo, writeSeries } from './series.ts';
import { isLongAgo } from './Detection.ts';
import type { Account, Form } from '../Account.ts';
import type { Found, Run } from '../kinds/Found.ts';
import type { FollowUp } from './FollowUp.ts';

const formOf = (account: Account, { form }: Found): Form => {
  const found = form === null ? undefined : account.forms.get(form);
  if (!found) throw new Error('A drought needs a form');
  return found;
};

/** The day of the last known hour of a run. */
const lastDayOf = ({ end }: Run): number => Math.floor((end - 1) / 24);

/** Cost per lead of the form's ads in the four weeks before the onset. */
const priceOf = (account: Account, form: Form, onset: number): number | null => {
  let spend = 0;
  let conversions = 0;
  for (const ad of adsOfForm(account, form.id)) {
    const sums = sumsOf(account, ad, onset - baselineDays, onset - 1);
    spend += sums.spend;
    conversions += sums.conversions;
  }
  return spend > 0 && conversions > 0 ? spend / conversions : null;
};

export const followDrought: FollowUp = {
  afterNow: (run, { found: { onset } }) => [onset, lastDayOf(run)],
  changeOver: ({ account }, { found }, after) => {
    const form = formOf(account, found);
    const lastLead = found.before.until + 1;
    const outlook = outlookOf(account, form, lastLead);
    return outlook && droughtChange(form, lastLead, outlook.flow, after);
  },
  explain: (run, { found }, { before, after }) => {
    const { account, end } = run;
    const form = formOf(account, found);
    const outlook = outlookOf(account, form, before.until + 1);
    const variance = outlook ? outlook.flow.relativeVariance : 0;
    const rateVariance = outlook ? outlook.flow.rateVariance : 0;
    const silent = silentDays(before.until + 1, [after.since, after.until]);
    const days = Math.max(1, silent.length);
    const expected = silent.reduce((sum, day) => sum + (outlook?.leadsOn(day, 0, end - day * 24) ?? 0), 0);
    const leads = after.value * days;
    const price = priceOf(account, form, found.onset);
    const range = countRange(expected, variance / days + rateVariance, bandChance);
    return {
      stake: price === null ? null : Math.max(0, expected - leads) * price,
      evidence: {
        expected: { low: range.low / days, high: range.high / days },
        baselineDays: outlook?.flow.days ?? 0,
        sample: { unit: 'leads', before: outlook?.flow.leads ?? 0, after: leads },
        chance: found.chance,
      },
      series: {
        kind: 'leads',
        // Omits the current day: the band covers whole days only.
        days: writeSeries(seriesUpTo(Math.floor(end / 24) - 1), (day) => {
          if (day < form.firstDay) return { value: null, ...noBand };
          const mean = outlook?.leadsOn(day) ?? 0;
          return {
            value: form.daily[slotOf(day)] ?? 0,
            ...(mean > 0 ? countRange(mean, variance + rateVariance, bandChance) : noBand),
          };
        }),
      },
    };
  },
  endOf: (run, { found }) => {
    const { account } = run;
    const { onset } = found;
    const form = formOf(account, found);
    const last = lastDayOf(run);
    const lead = daysBetween(onset + 1, Math.floor(form.lastHour / 24)).find(
      (day) => (form.daily[slotOf(day)] ?? 0) > 0,
    );
    if (lead !== undefined) return { on: lead, why: 'over', after: [onset, lead - 1] };
    return isLongAgo(account, onset) ? { on: last, why: 'normal', after: [onset, last] } : null;
  },
};
