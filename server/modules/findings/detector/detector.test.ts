import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/lib/dateRange.ts';
import { createDetector } from './createDetector.ts';
import { toDay } from './days.ts';
import type { Finding } from './Finding.ts';
import type { InputEvent } from './events.ts';
import {
  countOf,
  firstDay,
  eventsOf,
  replayEvents,
  replayWorld,
  scaled,
  steadyRow,
  twoCampaigns,
} from './testing/world.ts';
import type { Row, World } from './testing/world.ts';

const onset = 70;

const world = (changes: Partial<World>): World => ({ days: 100, campaigns: twoCampaigns, row: steadyRow, ...changes });

/** Changes the rows of ads whose id begins with `start`, from the onset on. */
const changedFrom =
  (start: string, factors: Partial<Row>, days = 100) =>
  (ad: string, day: number): Row =>
    ad.startsWith(start) && day >= onset && day < onset + days
      ? scaled(steadyRow(ad, day), factors)
      : steadyRow(ad, day);

const change = (entity: string, day: number, what: 'budget' | 'status', from: number | string, to: number | string) => {
  const event: InputEvent = {
    type: 'change',
    read: toDay(firstDay + day),
    entity,
    day: toDay(firstDay + day),
    what,
    from,
    to,
  };
  return (now: number) => (now === day ? [event] : []);
};

const only = (findings: Finding[]): Finding => {
  expect(findings.map(({ kind, entity }) => `${kind} ${entity}`)).toHaveLength(1);
  const [finding] = findings;
  if (!finding) throw new Error('nothing found');
  return finding;
};

test('finds nothing in a steady account', () => {
  expect(replayWorld(world({ days: 180 }))).toEqual([]);
});

describe('spend-spike', () => {
  const doubled = changedFrom('c1', { spend: 2, impressions: 2, clicks: 2, conversions: 2 }, 6);

  test('is detected after two days and names the campaign and its impressions', () => {
    const finding = only(replayWorld(world({ row: doubled })));
    expect(finding).toMatchObject({ kind: 'spend-spike', entity: 'c1', direction: 'up' });
    expect(finding.cause[0]?.factor).toBe('impressions');
    expect(countOf(finding.day)).toBe(onset);
    expect(countOf(finding.detectedOn)).toBe(onset + 2);
    expect(finding.change.after.value / finding.change.before.value).toBeCloseTo(2, 0);
  });

  test('names the auction when prices rise', () => {
    const dearer = changedFrom('c1', { spend: 2 }, 6);
    expect(only(replayWorld(world({ row: dearer }))).cause[0]?.factor).toBe('cpm');
  });

  test('is a single account finding when all campaigns spend more', () => {
    const all = changedFrom('c', { spend: 2, impressions: 2, clicks: 2, conversions: 2 }, 6);
    expect(only(replayWorld(world({ row: all }))).entity).toBe('account');
  });

  test('is not detected when an announced budget explains it', () => {
    const lasting = changedFrom('c1', { spend: 2, impressions: 2, clicks: 2, conversions: 2 });
    expect(replayWorld(world({ row: lasting, extra: change('c1', onset, 'budget', 100, 200) }))).toEqual([]);
  });

  test('is detected when the announced budget is too small to explain it', () => {
    expect(only(replayWorld(world({ row: doubled, extra: change('c1', onset, 'budget', 100, 110) }))).kind).toBe(
      'spend-spike',
    );
  });
});

describe('spend-to-zero', () => {
  const stopped = (start: string) => (ad: string, day: number) =>
    ad.startsWith(start) && day >= onset && day < onset + 7 ? null : steadyRow(ad, day);

  test('is detected for the campaign after two empty days', () => {
    const finding = only(replayWorld(world({ row: stopped('c1') })));
    expect(finding).toMatchObject({ kind: 'spend-to-zero', entity: 'c1', cause: [{ factor: 'impressions' }, {}] });
    expect(countOf(finding.detectedOn)).toBe(onset + 2);
  });

  test('is detected for the account when nothing is delivered', () => {
    expect(only(replayWorld(world({ row: stopped('c') }))).entity).toBe('account');
  });

  test('is not detected for an announced pause', () => {
    expect(
      replayWorld(world({ row: stopped('c1'), extra: change('c1', onset, 'status', 'active', 'paused') })),
    ).toEqual([]);
  });

  test('treats unread days as missing, not as zero', () => {
    expect(replayWorld(world({ isMissing: (day) => day >= onset && day < onset + 4 }))).toEqual([]);
  });
});

describe('leads-stopped', () => {
  const withoutLeads = changedFrom('c1', { conversions: 0 }, 10);
  // Each campaign has about ten leads per day.
  const hours = Array.from({ length: 20 }, (_, index) => index + 2);

  test('names tracking while the form still receives leads', () => {
    const finding = only(replayWorld(world({ row: withoutLeads, leads: () => hours })));
    expect(finding).toMatchObject({
      kind: 'leads-stopped',
      entity: 'c1',
      cause: [{ entity: 'c1', factor: 'tracking' }],
    });
    expect(countOf(finding.day)).toBe(onset);
    expect(finding.change.after.value).toBe(0);
  });

  test('names the form when its leads stop too', () => {
    const leads = (day: number) => (day >= onset && day < onset + 10 ? hours.slice(0, 10) : hours);
    expect(only(replayWorld(world({ row: withoutLeads, leads }))).cause[0]?.factor).toBe('form');
  });

  test('waits for conversions that arrive late', () => {
    // The third read adds the conversions of a day.
    function* late(): Generator<InputEvent> {
      for (const event of eventsOf(world({ days: 120 }))) {
        if (event.type !== 'row') {
          if (event.type === 'ask') {
            const day = countOf(event.read) - 3;
            if (day >= 0)
              for (const ad of ['c1a', 'c1b', 'c2a', 'c2b'])
                yield { type: 'row', read: event.read, ad, day: toDay(firstDay + day), ...steadyRow(ad, day) };
          }
          yield event;
        } else yield { ...event, conversions: 0 };
      }
    }
    const detector = createDetector();
    expect([...late()].flatMap((event) => detector.process(event))).toEqual([]);
  });
});

describe('cpl-shift', () => {
  test.each([
    ['cpm', { impressions: 0.5, clicks: 0.5, conversions: 0.5 }, 'up'],
    ['ctr', { clicks: 0.5, conversions: 0.5 }, 'up'],
    ['cvr', { conversions: 0.4 }, 'up'],
    ['cvr', { conversions: 2 }, 'down'],
  ] as const)('names %s and reports the cost per lead of the rows', (factor, factors, direction) => {
    const row = changedFrom('c1', factors, 200);
    const finding = only(replayWorld(world({ row })));
    expect(finding).toMatchObject({ kind: 'cpl-shift', entity: 'c1', direction });
    expect(finding.cause[0]).toMatchObject({ entity: 'c1', factor });
    expect(Math.abs(countOf(finding.day) - onset)).toBeLessThanOrEqual(3);
    for (const { since, until, value } of [finding.change.before, finding.change.after]) {
      let spend = 0;
      let conversions = 0;
      for (let day = countOf(since); day <= countOf(until); day += 1)
        for (const ad of ['c1a', 'c1b']) {
          spend += row(ad, day).spend;
          conversions += row(ad, day).conversions;
        }
      expect(value).toBeCloseTo(spend / conversions, 6);
    }
  });

  test('is a single account finding when all campaigns change alike', () => {
    expect(only(replayWorld(world({ row: changedFrom('c', { conversions: 0.4 }) }))).entity).toBe('account');
  });

  test('names the mix when spend moves to a costly campaign and each campaign keeps its cost', () => {
    const campaigns = [...twoCampaigns, { id: 'c3', ads: ['c3a', 'c3b', 'c3c'], since: onset }];
    const row = (ad: string, day: number) =>
      ad.startsWith('c3') ? scaled(steadyRow(ad, day), { spend: 2, conversions: 0.3 }) : steadyRow(ad, day);
    const finding = only(replayWorld(world({ days: 120, campaigns, row })));
    expect(finding).toMatchObject({ kind: 'cpl-shift', entity: 'account', direction: 'up' });
    expect(finding.cause[0]).toMatchObject({ entity: 'account', factor: 'mix' });
  });

  test('is not detected for a single bad week', () => {
    expect(replayWorld(world({ row: changedFrom('c', { conversions: 0.6 }, 6) }))).toEqual([]);
  });
});

describe('lead-drought', () => {
  const hours = [8, 10, 12, 14, 16, 18];

  test('is detected when a form with a steady rhythm gets no leads', () => {
    const leads = (day: number) => (day >= onset && day < onset + 6 ? [] : hours);
    const finding = only(replayWorld(world({ leads })));
    expect(finding).toMatchObject({
      kind: 'lead-drought',
      entity: 'form',
      cause: [{ entity: 'form', factor: 'form' }],
    });
    expect(countOf(finding.day)).toBe(onset);
    expect(countOf(finding.detectedOn)).toBeLessThanOrEqual(onset + 4);
  });

  test('is detected in the hour that passes the threshold', () => {
    const leads = (day: number) => (day >= onset ? [] : hours);
    const events = [...eventsOf(world({ days: onset + 3, leads, timeZone: 'America/New_York' }))];
    const nightly = only(replayEvents(events));
    const day = addDays(nightly.detectedOn, -1);
    // New York is four hours behind in summer.
    const midnight = Date.parse(`${day}T04:00Z`);
    const before = events.filter(({ read }) => read <= day);
    const detectedAt = (...after: number[]) => {
      const detector = createDetector();
      replayEvents(before, detector);
      return after.flatMap((hour) =>
        detector
          .process({ type: 'ask', read: day, at: new Date(midnight + hour * 3_600_000).toISOString() })
          .map((finding) => ({ hour, finding })),
      );
    };
    const [detected, ...more] = detectedAt(...Array.from({ length: 24 }, (_, hour) => hour));
    expect(more).toEqual([]);
    expect(detected?.hour).toBeGreaterThan(0);
    expect(detected?.finding).toMatchObject({
      kind: 'lead-drought',
      entity: 'form',
      day: nightly.day,
      detectedOn: day,
    });
    // Hours without a finding leave no trace.
    const hour = detected?.hour ?? Number.NaN;
    expect(detectedAt(hour - 1)).toEqual([]);
    expect(detectedAt(hour)).toEqual([detected]);
  });

  test('is not detected for weekends without leads', () => {
    const leads = (day: number) => (day % 7 >= 5 ? [] : hours);
    expect(replayWorld(world({ leads, days: 150 }))).toEqual([]);
  });

  test('is not detected when the ads of the form were paused', () => {
    const row = (ad: string, day: number) => (day >= onset ? null : steadyRow(ad, day));
    const pauses = twoCampaigns.map(({ id }) => change(id, onset, 'status', 'active', 'paused'));
    const leads = (day: number) => (day >= onset ? [] : hours);
    expect(replayWorld(world({ row, leads, extra: (day) => pauses.flatMap((pause) => pause(day)) }))).toEqual([]);
  });
});

test('detects creative-decay in the worn ad but not in its neighbor', () => {
  const row = (ad: string, day: number) => {
    if (ad !== 'c1a' || day < onset) return steadyRow(ad, day);
    const left = 0.35 ** Math.min(1, (day - onset + 1) / 28);
    return scaled(steadyRow(ad, day), { clicks: Math.sqrt(left), conversions: left });
  };
  const finding = only(replayWorld(world({ row, days: 115 })));
  expect(finding).toMatchObject({ kind: 'creative-decay', entity: 'c1a', direction: 'down' });
  expect(finding.cause.map(({ factor }) => factor).toSorted()).toEqual(['ctr', 'cvr']);
  expect(countOf(finding.day)).toBeGreaterThanOrEqual(onset - 7);
});

describe('pacing', () => {
  const month = toDay(firstDay + onset).slice(0, 7);
  // Four ads spend 100 per day each.
  const budget = (amount: number) => (day: number) =>
    day === 60 ? [{ type: 'budget', read: toDay(firstDay + 60), entity: 'account', month, amount } as const] : [];

  test.each([
    ['up', 9_000],
    ['down', 17_000],
  ] as const)('is detected once when monthly spend heads %s', (direction, amount) => {
    const finding = only(replayWorld(world({ extra: budget(amount) })));
    expect(finding).toMatchObject({ kind: 'pacing', entity: 'account', direction, day: `${month}-01` });
    expect(finding.change.before.value).toBe(amount);
    expect(finding.cause.every(({ factor }) => factor === 'spend')).toBe(true);
  });

  test('is not detected when the budget fits', () => {
    expect(replayWorld(world({ extra: budget(12_400) }))).toEqual([]);
  });
});

test('lists kinds that are still learning, with their dates', () => {
  const detector = createDetector();
  const events = [...eventsOf(world({ days: 40 }))];
  const learningAt = (day: number) => {
    for (let event = events.shift(); event; event = events.shift()) {
      detector.process(event);
      if (event.type === 'ask' && countOf(event.read) === day) break;
    }
    return detector.stillLearning().filter(({ entity }) => entity === 'c1');
  };
  expect(learningAt(10)).toContainEqual({
    kind: 'cpl-shift',
    account: 'account',
    entity: 'c1',
    until: toDay(firstDay + 21),
  });
  expect(learningAt(18).map(({ kind }) => kind)).toEqual(['spend-spike', 'cpl-shift']);
  expect(learningAt(21)).toEqual([]);
});
