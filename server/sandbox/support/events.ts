import type { SandboxClock } from './clock.ts';
import { dayNumberOf } from './days.ts';
import { hash, integer } from './random.ts';

/** Spend a day in units of the currency, cost per thousand impressions, clicks per impression, leads per click. */
export type DayRates = { spend: number; cpm: number; ctr: number; cvr: number };

/** Something that happened to an ad or a campaign: some of its rates are multiplied. */
export type PlantedEvent = {
  /** Days after the start of the sandbox. -3 is three days before it. */
  since: number;
  /** The first day after the event. Undefined: the event lasts. */
  until?: number;
  /** Days until the factors have their full effect. Undefined: at once. */
  fadeDays?: number;
  factors: Partial<DayRates>;
};

/** An ad or a campaign whose days are a steady rate, little noise, and events. */
export type Eventful = { rates: DayRates; events: readonly PlantedEvent[] };

/** @param startDay the day of the account on which the sandbox started */
export type Planted = Eventful & { startDay: number };

export type PlantedDay = { impressions: number; clicks: number; spendCents: number; leads: number };

/** The day on which the sandbox started, in the time zone of an account. */
export const startDayOf = (clock: SandboxClock, timeZone: string): number => dayNumberOf(clock.today(timeZone)) ?? 0;

const factorOn = ({ since, until, fadeDays, factors }: PlantedEvent, name: keyof DayRates, day: number): number => {
  const factor = factors[name];
  if (factor === undefined || day < since || (until !== undefined && day >= until)) return 1;
  return fadeDays === undefined ? factor : factor ** Math.min(1, (day - since + 1) / fadeDays);
};

/** What an ad or a campaign did on a day. @param id tells its noise apart */
export const plantedDay = (
  seed: number,
  id: string,
  { startDay, rates, events }: Planted,
  dayNumber: number,
): PlantedDay => {
  const rate = (name: keyof DayRates): number =>
    (events.reduce((value, event) => value * factorOn(event, name, dayNumber - startDay), rates[name]) *
      integer(92, 108, seed, id, dayNumber, name)) /
    100;
  const spend = rate('spend');
  const impressions = Math.round((spend * 1000) / rate('cpm'));
  const clicks = Math.round(impressions * rate('ctr'));
  // Rounded by chance, so that small numbers of leads keep their mean.
  const leads = Math.floor(clicks * rate('cvr') + hash(seed, id, dayNumber, 'leads') / 2 ** 32);
  return { impressions, clicks, spendCents: Math.round(100 * spend), leads: Math.min(leads, clicks) };
};
