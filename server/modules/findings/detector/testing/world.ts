import { createDetector } from '../createDetector.ts';
import { toDay } from '../days.ts';
import type { Detector } from '../createDetector.ts';
import type { Finding } from '../Finding.ts';
import type { InputEvent } from '../events.ts';
import type { Standing } from '../Standing.ts';

/** A Monday. */
export const firstDay = 20_094;

export type Row = { spend: number; impressions: number; clicks: number; conversions: number };

/** An account whose campaigns have one ad set each. Day numbers count from `firstDay`, starting at 0. */
export type World = {
  days: number;
  campaigns: readonly { id: string; ads: readonly string[]; since?: number }[];
  row: (ad: string, day: number) => Row | null;
  /** Hours of the day at which leads arrive, in UTC. */
  leads?: (day: number) => readonly number[];
  isMissing?: (day: number) => boolean;
  /** Extra events of a run, sent before its figures. */
  extra?: (day: number) => readonly InputEvent[];
  timeZone?: string;
};

/** Deterministic noise, so that all test runs have the same data. */
export const wave = (name: string, day: number): number => {
  let state = day * 2_654_435_761;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619);
  state = Math.imul(state ^ (state >>> 15), 2_246_822_519);
  return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32 - 0.5;
};

/** Spend of about 100 and about 5 leads per day. */
export const steadyRow = (ad: string, day: number): Row => {
  const spend = 100 * (1 + 0.1 * wave(`${ad} spend`, day));
  const impressions = Math.round(spend * 100 * (1 + 0.05 * wave(`${ad} cpm`, day)));
  const clicks = Math.round(impressions * 0.015 * (1 + 0.1 * wave(`${ad} ctr`, day)));
  return { spend, impressions, clicks, conversions: Math.round(clicks * 0.035 * (1 + 0.8 * wave(`${ad} cvr`, day))) };
};

export const scaled = (row: Row, factors: Partial<Row>): Row => ({
  spend: row.spend * (factors.spend ?? 1),
  impressions: Math.round(row.impressions * (factors.impressions ?? 1)),
  clicks: Math.round(row.clicks * (factors.clicks ?? 1)),
  conversions: Math.round(row.conversions * (factors.conversions ?? 1)),
});

export function* eventsOf(world: World): Generator<InputEvent> {
  const { campaigns, days, timeZone = 'UTC' } = world;
  const at = (day: number) => toDay(firstDay + day);
  yield { type: 'account', read: at(1), id: 'account', timeZone };
  yield { type: 'form', read: at(1), id: 'form', account: 'account' };
  let unread: number[] = [];
  for (let day = 0; day < days; day += 1) {
    const read = at(day + 1);
    for (const { id, ads, since = 0 } of campaigns) {
      if (since !== day) continue;
      yield { type: 'campaign', read, id, account: 'account', since: at(since) };
      yield { type: 'adSet', read, id: `${id}s`, campaign: id };
      for (const ad of ads) yield { type: 'ad', read, id: ad, adSet: `${id}s`, form: 'form', since: at(since) };
    }
    yield* world.extra?.(day) ?? [];
    unread.push(day);
    if (!world.isMissing?.(day)) {
      yield { type: 'read', read, account: 'account', days: unread.map(at) };
      for (const past of unread)
        for (const { ads, since = 0 } of campaigns)
          for (const ad of ads) {
            const row = past >= since ? world.row(ad, past) : null;
            if (row) yield { type: 'row', read, ad, day: at(past), ...row };
          }
      unread = [];
    }
    const hours = world.leads?.(day) ?? [];
    if (hours.length > 0)
      yield {
        type: 'leads',
        read,
        form: 'form',
        at: hours.map((hour) => `${at(day)}T${String(hour).padStart(2, '0')}:30Z`),
      };
    yield { type: 'ask', read };
  }
}

export const replayEvents = (events: Iterable<InputEvent>, detector: Detector = createDetector()): Finding[] =>
  [...events].flatMap((event) => detector.process(event));

export const replayWorld = (world: World): Finding[] => replayEvents(eventsOf(world));

/** The state of a world's findings after its last run. */
export const standingsOf = (world: World): Standing[] => {
  const detector = createDetector();
  replayEvents(eventsOf(world), detector);
  return detector.standing();
};

/** The number of days from `firstDay` to a finding's day. */
export const countOf = (day: string): number => Math.round(Date.parse(day) / 86_400_000) - firstDay;

export const twoCampaigns = [
  { id: 'c1', ads: ['c1a', 'c1b'] },
  { id: 'c2', ads: ['c2a', 'c2b'] },
] as const;
