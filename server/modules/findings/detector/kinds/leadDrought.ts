import { adsOfForm, isKnownDay, isNamed } from '../Account.ts';
import { baselineDays, dailyChance, leastBaselineDays } from '../limits.ts';
import { slotOf } from '../Node.ts';
import { weekdayOf } from '../days.ts';
import type { Account, Form } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Change, Found, Run } from './Found.ts';
import type { Days } from './members.ts';

/** A gap under a day may be a short outage of the form's page. */
const leastHours = 24;

type Rhythm = { hours: Float64Array; weekdays: Float64Array };

/** Hourly and weekday rhythm of all forms of an account, each averaging 1. A flat prior fades as leads arrive. */
const rhythmOf = (account: Account): Rhythm => {
  const hours = new Float64Array(24).fill(1);
  const weekdays = new Float64Array(7).fill(4);
  for (const form of account.forms.values()) {
    form.byHour.forEach((count, hour) => (hours[hour] = (hours[hour] ?? 0) + count));
    form.byWeekday.forEach((count, weekday) => (weekdays[weekday] = (weekdays[weekday] ?? 0) + count));
  }
  const even = (values: Float64Array) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value / mean);
  };
  return { hours: even(hours), weekdays: even(weekdays) };
};

/** `relativeVariance`: of daily leads. `rateVariance`: of the estimated rate. `days` and `leads`: the sample. */
type Flow = { perDay: number; relativeVariance: number; rateVariance: number; days: number; leads: number };

/** Daily leads before an onset, and their variance beyond chance. */
const flowBefore = (form: Form, weekdays: Float64Array, onset: DayNumber): Flow | null => {
  const first = Math.max(onset - baselineDays, form.firstDay);
  let sum = 0;
  let days = 0;
  let recent = 0;
  let recentDays = 0;
  for (let day = first; day < onset; day += 1) {
    if (form.odd[slotOf(day)] === 1) continue;
    const count = form.daily[slotOf(day)] ?? 0;
    sum += count;
    days += 1;
    if (day >= onset - 14) {
      recent += count;
      recentDays += 1;
    }
  }
  if (days < leastBaselineDays || sum < 10) return null;
  const mean = sum / days;
  let excess = 0;
  for (let day = first; day < onset; day += 1) {
    if (form.odd[slotOf(day)] === 1) continue;
    const expected = mean * (weekdays[weekdayOf(day)] ?? 1);
    excess += ((form.daily[slotOf(day)] ?? 0) - expected) ** 2 - expected;
  }
  // If leads have recently slowed down, compare with the recent rate.
  const lately = recentDays > 6 ? (recent + Math.sqrt(recent + 1)) / recentDays : mean;
  // Ten pseudo-days of typical excess variance, because a calm month does not promise a calm year.
  const relativeVariance = (Math.max(0, excess) / (mean * mean) + 10 * 0.1) / (days + 10);
  return { perDay: Math.min(mean, lately), relativeVariance, rateVariance: 1 / sum, days, leads: sum };
};

/** The share of the form's leads to expect on a day, given the clicks of its ads. */
const activityOn = (account: Account, form: Form, onset: DayNumber): ((day: DayNumber) => number) => {
  const ads = adsOfForm(account, form.id);
  const clicksOn = (day: DayNumber) => ads.reduce((sum, ad) => sum + (ad.figures.clicks[slotOf(day)] ?? 0), 0);
  let clicks = 0;
  let conversions = 0;
  let leads = 0;
  let days = 0;
  for (let day = onset - baselineDays; day < onset; day += 1) {
    if (!isKnownDay(account, day)) continue;
    clicks += clicksOn(day);
    for (const ad of ads) conversions += ad.figures.conversions[slotOf(day)] ?? 0;
    leads += form.daily[slotOf(day)] ?? 0;
    days += 1;
  }
  if (days === 0 || clicks === 0 || leads === 0) return () => 1;
  const byAds = Math.min(1, conversions / leads);
  return (day) => (isKnownDay(account, day) ? 1 - byAds + byAds * Math.min(1, clicksOn(day) / (clicks / days)) : 1);
};

export type Outlook = {
  flow: Flow;
  /** Expected leads between two hours of a day. */
  leadsOn: (day: DayNumber, fromHour?: number, toHour?: number) => number;
};

/** Expected leads of a form, from the four weeks before a day. Null: too few days or leads. */
export const outlookOf = (
  account: Account,
  form: Form,
  before: DayNumber,
  rhythm = rhythmOf(account),
): Outlook | null => {
  const flow = flowBefore(form, rhythm.weekdays, before);
  if (!flow) return null;
  const activity = activityOn(account, form, before);
  return {
    flow,
    leadsOn: (day, fromHour = 0, toHour = 24) => {
      let hours = 0;
      for (let hour = Math.max(0, fromHour); hour < Math.min(24, toHour); hour += 1) hours += rhythm.hours[hour] ?? 0;
      return (flow.perDay * activity(day) * (rhythm.weekdays[weekdayOf(day)] ?? 1) * hours) / 24;
    },
  };
};

/** Detects a form without a lead for longer than its rhythm allows. */
export const findDrought = ({ account, read, end }: Run): Found | null => {
  const limit = dailyChance(account.forms.size);
  let rhythm: Rhythm | undefined;
  for (const form of account.forms.values()) {
    if (form.lastHour < 0 || end - form.lastHour < leastHours) continue;
    rhythm ??= rhythmOf(account);
    const lastDay = Math.floor(form.lastHour / 24);
    const outlook = outlookOf(account, form, lastDay, rhythm);
    if (!outlook) continue;
    const { flow, leadsOn } = outlook;
    let logChance = 0;
    let expected = 0;
    let onset = lastDay;
    for (let day = lastDay; day * 24 < end; day += 1) {
      const leads = leadsOn(day, form.lastHour + 1 - day * 24, end - day * 24);
      logChance -= Math.log1p(leads * flow.relativeVariance) / flow.relativeVariance;
      // The next lead was due here: 0.7 expected leads is the median wait.
      if (expected < 0.7 && day > lastDay) onset = day;
      expected += leads;
    }
    const chance = Math.exp(logChance + (expected * expected * flow.rateVariance) / 2);
    if (chance > limit) continue;
    if (
      isNamed(
        account,
        ['lead-drought', 'leads-stopped', 'spend-to-zero'],
        { node: null, form: form.id },
        onset - 4,
        read,
      )
    )
      continue;
    return {
      kind: 'lead-drought',
      node: null,
      form: form.id,
      onset,
      direction: 'down',
      unit: 'leads per day',
      ...droughtChange(form, lastDay, flow, [onset, Math.floor((end - 1) / 24)]),
      chance,
    };
  }
  return null;
};

/** The days since the onset, except the day of the last lead. */
export const silentDays = (lastDay: DayNumber, [since, until]: Days): DayNumber[] => {
  const first = Math.max(since, lastDay + 1);
  return Array.from({ length: Math.max(0, until - first + 1) }, (_, index) => first + index);
};

/** Leads per day in the four weeks before the last lead, and since the onset. */
export const droughtChange = (form: Form, lastDay: DayNumber, { perDay }: Flow, [since, until]: Days): Change => {
  const silent = silentDays(lastDay, [since, until]);
  const after = silent.reduce((sum, day) => sum + (form.daily[slotOf(day)] ?? 0), 0) / Math.max(1, silent.length);
  return {
    before: { since: lastDay - baselineDays, until: lastDay - 1, value: perDay },
    after: { since, until, value: after },
    causes: [{ entity: form.id, factor: 'form', part: after - perDay }],
  };
};
