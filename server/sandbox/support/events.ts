import type { SandboxClock } from './clock.ts';
import { dayNumberOf } from './days.ts';
import { hash, integer } from './random.ts';

/** Daily spend in the account's currency, cost per thousand impressions, clicks per impression, leads per click. */
export type DayRates = { spend: number; cpm: number; ctr: number; cvr: number };

/** An event of an ad or a campaign, which multiplies some of its rates. */
export type PlantedEvent = {
  /** Days after the start of the sandbox. -3 is three days before it. */
  since: number;
  /** The first day after the event. Undefined: the event lasts. */
  until?: number;
  /** Days until the factors have their full effect. Undefined: at once. */
  fadeDays?: number;
  factors: Partial<DayRates>;
};

/** An ad or a campaign with steady rates, little noise and events. */
export type Eventful = { rates: DayRates; events: readonly PlantedEvent[] };

/** @param startDay the sandbox's start day in the account's time zone */
export type Planted = Eventful & { startDay: number };

export type PlantedDay = { impressions: number; clicks: number; spendCents: number; leads: number };

/** The sandbox's start day in an account's time zone. */
export const startDayOf = (clock: SandboxClock, timeZone: string): number => dayNumberOf(clock.today(timeZone)) ?? 0;

const factorOn = ({ since, until, fadeDays, factors }: PlantedEvent, name: keyof DayRates, day: number): number => {
  const factor = factors[name];
  if (factor === undefined || day < since || (until !== undefined && day >= until)) return 1;
  return fadeDays === undefined ? factor : factor ** Math.min(1, (day - since + 1) / fadeDays);
};

/** Metrics of an ad or a campaign on a day. @param id determines the noise */
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
  // Rounds randomly, so that small numbers of leads keep their mean.
  const leads = Math.floor(clicks * rate('cvr') + hash(seed, id, dayNumber, 'leads') / 2 ** 32);
  return { impressions, clicks, spendCents: Math.round(100 * spend), leads: Math.min(leads, clicks) };
};
