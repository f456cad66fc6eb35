import { adsOfForm, isKnownDay, isNamed } from '../Account.ts';
import { baselineDays, dailyChance, leastBaselineDays } from '../limits.ts';
import { slotOf } from '../Node.ts';
import { weekdayOf } from '../days.ts';
import type { Account, Form } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Found, Run } from './Found.ts';

/** A gap below a day may be a short outage of the form's page. */
const leastHours = 24;

type Rhythm = { hours: Float64Array; weekdays: Float64Array };

/** Hours and weekdays of all forms of an account, with an even week added that fades as leads come. Both average 1. */
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

type Flow = { perDay: number; relativeVariance: number; rateVariance: number };

/** Leads a day before a day, and how much more they vary than by chance. */
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
  // A flow that has thinned out lately is the one to compare with.
  const lately = recentDays > 6 ? (recent + Math.sqrt(recent + 1)) / recentDays : mean;
  // Ten days' worth of an ordinary surplus, so that a calm month does not promise a calm year.
  const relativeVariance = (Math.max(0, excess) / (mean * mean) + 10 * 0.1) / (days + 10);
  return { perDay: Math.min(mean, lately), relativeVariance, rateVariance: 1 / sum };
};

/** How much of the form's leads is to be expected on a day, by the clicks of its ads. */
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

/** A form in which no lead has arrived for longer than its rhythm allows. Ends with the last full day. */
export const findDrought = ({ account, read }: Run): Found | null => {
  const limit = dailyChance(account.forms.size);
  let rhythm: Rhythm | null = null;
  for (const form of account.forms.values()) {
    const end = read * 24;
    if (form.lastHour < 0 || end - form.lastHour < leastHours) continue;
    rhythm ??= rhythmOf(account);
    const lastDay = Math.floor(form.lastHour / 24);
    const flow = flowBefore(form, rhythm.weekdays, lastDay);
    if (!flow) continue;
    const activity = activityOn(account, form, lastDay);
    let logChance = 0;
    let expected = 0;
    let onset = lastDay;
    for (let day = lastDay; day < read; day += 1) {
      let hours = 0;
      for (let hour = Math.max(day * 24, form.lastHour + 1); hour < (day + 1) * 24; hour += 1)
        hours += rhythm.hours[hour % 24] ?? 0;
      const leads = (flow.perDay * activity(day) * (rhythm.weekdays[weekdayOf(day)] ?? 1) * hours) / 24;
      logChance -= Math.log1p(leads * flow.relativeVariance) / flow.relativeVariance;
      // The next lead was due about here: after half of an expected lead.
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
    const change = -flow.perDay;
    return {
      kind: 'lead-drought',
      node: null,
      form: form.id,
      onset,
      direction: 'down',
      unit: 'leads per day',
      before: { since: lastDay - baselineDays, until: lastDay - 1, value: flow.perDay },
      after: { since: onset, until: read - 1, value: 0 },
      causes: [{ entity: form.id, factor: 'form', part: change }],
    };
  }
  return null;
};
