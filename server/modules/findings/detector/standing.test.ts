import { describe, expect, test } from 'vitest';
import type { FindingKind } from '#shared/findings.ts';
import { toDay } from './days.ts';
import { countOf, firstDay, scaled, standingsOf, steadyRow, twoCampaigns } from './testing/world.ts';
import type { InputEvent } from './events.ts';
import type { Standing } from './Standing.ts';
import type { Row, World } from './testing/world.ts';

const onset = 70;

const world = (changes: Partial<World>): World => ({ days: 90, campaigns: twoCampaigns, row: steadyRow, ...changes });

const changedFrom =
  (start: string, factors: Partial<Row>, days = 400) =>
  (ad: string, day: number): Row =>
    ad.startsWith(start) && day >= onset && day < onset + days
      ? scaled(steadyRow(ad, day), factors)
      : steadyRow(ad, day);

const first = (of: World): Standing => {
  const [standing] = standingsOf(of);
  if (!standing) throw new Error('no finding was detected');
  return standing;
};

const on = (day: number) => toDay(firstDay + day);

/** Sends the rows of these days again on day `known`. */
const corrected =
  (known: number, days: readonly number[], ads: readonly string[], row: (ad: string, day: number) => Row) =>
  (day: number): InputEvent[] =>
    day === known
      ? days.flatMap((of) =>
          ads.map((ad) => ({ type: 'row' as const, read: on(day + 1), ad, day: on(of), ...row(ad, of) })),
        )
      : [];

const from = (since: number, until: number) => Array.from({ length: until - since + 1 }, (_, index) => since + index);

/** Checks that apply to all standings. */
const expectSound = ({ finding, change, cause, evidence, series }: Standing, kind: FindingKind) => {
  expect(finding.kind).toBe(kind);
  const parts = cause.reduce((sum, { part }) => sum + part, 0);
  expect(parts).toBeCloseTo(change.after.value - change.before.value, 6);
  const { low, high } = evidence.expected;
  expect(low).toBeLessThanOrEqual(high);
  if (finding.direction === 'up') expect(change.after.value).toBeGreaterThan(high);
  else expect(change.after.value).toBeLessThan(low);
  expect(evidence.baselineDays).toBeGreaterThanOrEqual(14);
  expect(series.days.map(({ day }) => day)).toEqual(
    from(countOf(series.days[0]?.day ?? ''), countOf(series.days.at(-1)?.day ?? '')).map(on),
  );
};

describe('spend-spike', () => {
  const doubled = { spend: 2, impressions: 2, clicks: 2, conversions: 2 };

  test('grows while it lasts and reports the spend above the expected amount', () => {
    const lasting = first(world({ days: 75, row: changedFrom('c1', doubled) }));
    expectSound(lasting, 'spend-spike');
    expect(lasting.ended).toBeNull();
    expect(lasting.change.after).toMatchObject({ since: on(70), until: on(74) });
    expect(lasting.finding.change.after.until).toBe(on(71));
    // Five days, each with 200 more than the expected 200.
    expect(lasting.stake).toBeGreaterThan(900);
    expect(lasting.stake).toBeLessThan(1_100);
    expect(lasting.evidence.chance).toBeLessThan(1e-4);
    expect(lasting.series).toMatchObject({ kind: 'spend', days: { length: 56 } });
    expect(lasting.series.days.at(-1)?.day).toBe(on(74));
  });

  test('ends when spend returns to normal and keeps its state', () => {
    const row = changedFrom('c1', doubled, 6);
    const over = first(world({ days: 80, row }));
    expect(over.ended).toEqual({ on: on(76), why: 'over' });
    expect(over.change.after.until).toBe(on(75));
    expect(first(world({ days: 110, row }))).toEqual(over);
  });

  test('counts as normal after two weeks', () => {
    expect(first(world({ row: changedFrom('c1', doubled) })).ended).toEqual({ on: on(84), why: 'normal' });
  });

  test('is corrected when the platform lowers the spend later', () => {
    const row = changedFrom('c1', doubled);
    const extra = corrected(73, from(70, 72), ['c1a', 'c1b'], steadyRow);
    const standing = first(world({ days: 74, row: (ad, day) => (day < 73 ? row : steadyRow)(ad, day), extra }));
    expect(standing.ended).toMatchObject({ why: 'corrected' });
    expect(standing.change.after.value / standing.change.before.value).toBeCloseTo(1, 1);
    expect(standing.finding.change.after.value / standing.finding.change.before.value).toBeCloseTo(2, 1);
  });
});

describe('spend-to-zero', () => {
  const stopped = (days: number) => (ad: string, day: number) =>
    ad.startsWith('c1') && day >= onset && day < onset + days ? null : steadyRow(ad, day);

  test('reports the missing spend and ends on the next day with spend', () => {
    const standing = first(world({ row: stopped(7) }));
    expectSound(standing, 'spend-to-zero');
    expect(standing.ended).toEqual({ on: on(77), why: 'over' });
    expect(standing.change.after).toEqual({ since: on(70), until: on(76), value: 0 });
    // Seven days of 200.
    expect(standing.stake).toBeGreaterThan(1_300);
    expect(standing.stake).toBeLessThan(1_500);
    expect(standing.evidence.chance).toBeNull();
  });

  test('ends when the campaign is paused', () => {
    const pause = { entity: 'c1', day: on(75), what: 'status', from: 'active', to: 'paused' } as const;
    const extra = (day: number): InputEvent[] => (day === 75 ? [{ type: 'change', read: on(76), ...pause }] : []);
    const standing = first(world({ row: stopped(400), extra }));
    expect(standing.ended).toEqual({ on: on(75), why: 'over' });
    expect(standing.stake).toBeLessThan(1_100);
  });

  test('counts as normal after 120 days', () => {
    expect(first(world({ days: 210, row: stopped(400) })).ended?.why).toBe('normal');
  });

  test('is corrected when figures arrive later', () => {
    const extra = corrected(73, from(70, 72), ['c1a', 'c1b'], steadyRow);
    expect(first(world({ days: 74, row: stopped(400), extra })).ended?.why).toBe('corrected');
  });

  test('keeps its detected state after its figures expire', () => {
    const row = stopped(400);
    const whole = world({ days: 350, row, isMissing: (day) => day > 80, leads: () => [9] });
    const { ended, finding, change, cause } = first(whole);
    expect({ ended, change, cause }).toEqual({ ended: null, change: finding.change, cause: finding.cause });
  });
});

describe('leads-stopped', () => {
  test('reports the spend since its onset and ends when leads arrive', () => {
    const standing = first(world({ row: changedFrom('c1', { conversions: 0 }, 10) }));
    expectSound(standing, 'leads-stopped');
    expect(standing.ended).toEqual({ on: on(80), why: 'over' });
    expect(standing.change.after).toEqual({ since: on(70), until: on(79), value: 0 });
    expect(standing.stake).toBeGreaterThan(1_900);
    expect(standing.stake).toBeLessThan(2_100);
    expect(standing.series.kind).toBe('conversions');
  });

  test('is corrected when its conversions arrive later', () => {
    const row = changedFrom('c1', { conversions: 0 });
    const extra = corrected(76, from(70, 75), ['c1a', 'c1b'], steadyRow);
    expect(first(world({ days: 78, row, extra })).ended?.why).toBe('corrected');
  });
});

describe('lead-drought', () => {
  const hours = [8, 10, 12, 14, 16, 18];
  const silent = (days: number) => (day: number) => (day >= onset && day < onset + days ? [] : hours);

  test('reports the cost of the missing leads and ends when a lead arrives', () => {
    const standing = first(world({ leads: silent(6) }));
    expectSound(standing, 'lead-drought');
    expect(standing.ended).toEqual({ on: on(76), why: 'over' });
    expect(standing.change.after).toEqual({ since: on(70), until: on(75), value: 0 });
    expect(standing.evidence.sample).toMatchObject({ unit: 'leads', after: 0 });
    // The form misses six leads per day. Each of four ads brings about five leads for 100 per day.
    expect(standing.stake).toBeGreaterThan(500);
    expect(standing.stake).toBeLessThan(900);
  });

  test('has no stake when no price is known', () => {
    const standing = first(world({ leads: silent(6), row: () => null }));
    expect(standing.finding.kind).toBe('lead-drought');
    expect(standing.stake).toBeNull();
  });

  test('is corrected when its leads arrive later', () => {
    const late: InputEvent = {
      type: 'leads',
      read: on(75),
      form: 'form',
      at: from(70, 73).flatMap((day) => hours.map((hour) => `${on(day)}T${String(hour).padStart(2, '0')}:30Z`)),
    };
    const standing = first(world({ days: 75, leads: silent(6), extra: (day) => (day === 74 ? [late] : []) }));
    expect(standing.ended?.why).toBe('corrected');
  });
});

describe('cpl-shift', () => {
  test('reports the extra cost of its leads and counts as normal after eight weeks', () => {
    const row = changedFrom('c1', { conversions: 0.4 });
    const standing = first(world({ days: 100, row }));
    expectSound(standing, 'cpl-shift');
    expect(standing.ended).toBeNull();
    const { before, after } = standing.change;
    expect(after.until).toBe(on(99));
    expect(standing.stake).toBeCloseTo((after.value - before.value) * standing.evidence.sample.after, 6);
    expect(standing.evidence.sample.unit).toBe('conversions');
    expect(standing.series.kind).toBe('costPer7Days');
    expect(first(world({ days: 135, row })).ended).toMatchObject({ why: 'normal' });
  });

  test('ends when the cost has been back to normal for two weeks', () => {
    const standing = first(world({ days: 120, row: changedFrom('c1', { conversions: 0.4 }, 20) }));
    expect(standing.ended?.why).toBe('over');
    const end = countOf(standing.ended?.on ?? '');
    expect(end).toBeGreaterThanOrEqual(onset + 20 + 8);
    expect(end).toBeLessThanOrEqual(onset + 20 + 14);
  });

  test('is corrected when its missing conversions arrive later', () => {
    const row = changedFrom('c1', { conversions: 0.4 });
    const extra = corrected(86, from(60, 86), ['c1a', 'c1b'], steadyRow);
    expect(first(world({ days: 88, row, extra })).ended?.why).toBe('corrected');
  });
});

describe('creative-decay', () => {
  const worn = (until: number, end: Row | null) => (ad: string, day: number) => {
    if (ad !== 'c1a' || day < onset) return steadyRow(ad, day);
    if (day >= until) return end && steadyRow(ad, day);
    const left = 0.35 ** Math.min(1, (day - onset + 1) / 28);
    return scaled(steadyRow(ad, day), { clicks: Math.sqrt(left), conversions: left });
  };

  test('reports the spend wasted by the lost yield and counts as normal after eight weeks', () => {
    const standing = first(world({ days: 115, row: worn(400, null) }));
    expectSound(standing, 'creative-decay');
    expect(standing.ended).toBeNull();
    expect(standing.change.after).toMatchObject({ since: on(101), until: on(114) });
    // 45 days at 100 per day. The loss of yield grows from zero to two thirds.
    expect(standing.stake).toBeGreaterThan(0.3 * 4_500);
    expect(standing.stake).toBeLessThan(0.65 * 4_500);
    expect(standing.series.kind).toBe('yieldPer7Days');
    expect(first(world({ days: 140, row: worn(400, null) })).ended?.why).toBe('normal');
  });

  test.each([
    ['the ad has not delivered for two weeks', null],
    ['its yield is back', steadyRow('', 0)],
  ])('ends when %s', (_, end) => {
    const standing = first(world({ days: 125, row: worn(105, end) }));
    expect(standing.ended?.why).toBe('over');
    expect(countOf(standing.ended?.on ?? '')).toBeLessThanOrEqual(118);
  });
});

describe('pacing', () => {
  const start = Array.from({ length: 100 }, (_, day) => day).find((day) => day > 60 && on(day).endsWith('-01')) ?? 0;
  const month = on(start).slice(0, 7);
  const budget = (day: number, amount: number) => (now: number) =>
    now === day ? [{ type: 'budget', read: on(day + 1), entity: 'account', month, amount } as const] : [];
  const low = budget(start - 1, 9_000);

  test('reports the difference from the budget and ends with the month', () => {
    const standing = first(world({ days: start + 10, extra: low }));
    expectSound(standing, 'pacing');
    expect(standing.ended).toBeNull();
    expect(standing.stake).toBeCloseTo(standing.change.after.value - 9_000, 6);
    expect(standing.series.kind).toBe('monthSpend');
    expect(standing.series.days[0]?.day).toBe(`${month}-01`);
    expect(standing.series.days.filter(({ value }) => value !== null)).toHaveLength(10);
    const ended = first(world({ days: start + 40, extra: low }));
    expect(ended.ended).toEqual({ on: ended.change.after.until, why: 'month' });
    // At the end, the whole month is known.
    expect(ended.change.after.value).toBeCloseTo(ended.series.days.at(-1)?.value ?? 0, 6);
  });

  test('ends when the budget fits', () => {
    const later = budget(start + 12, 12_400);
    const standing = first(world({ days: start + 20, extra: (day) => [...low(day), ...later(day)] }));
    expect(standing.ended).toEqual({ on: on(start + 12), why: 'over' });
  });
});
