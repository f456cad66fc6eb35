import { describe, expect, test } from 'vitest';
import { toEntity } from '../replay/entityIds.ts';
import type { EntityKey } from '../replay/entityIds.ts';
import { planChanges } from './planChanges.ts';
import type { PlanFacts, Seen } from './planChanges.ts';

const span = { since: '2026-04-01', until: '2026-04-28', value: 10 };

const seen = (rest: Partial<Seen> = {}): Seen => ({
  kind: 'spend-spike',
  level: 'campaign',
  entityId: '1',
  direction: 'up',
  since: '2026-04-29',
  foundOn: '2026-05-01',
  stake: '20.000000',
  said: {
    change: { unit: 'currency per day', before: span, after: { ...span, value: 20 } },
    causes: [],
    evidence: {
      expected: { low: 8, high: 12 },
      baselineDays: 28,
      sample: { unit: 'days', before: 28, after: 2 },
      chance: 0.001,
    },
    series: { kind: 'spend', days: [] },
  },
  endedOn: null,
  endedWhy: null,
  ...rest,
});

const over = { endedOn: '2026-05-03', endedWhy: 'over' } as const;
const known = (rest: Partial<PlanFacts['stored'][number]> = {}) => ({
  ...seen(rest),
  id: 'known',
  mark: null,
  ...rest,
});
const ad = { level: 'ad', entityId: '11' } as const;

/** Campaign 1 has the ad 11; campaign 2 is unrelated. */
const lineageOf = (entity: EntityKey): ReadonlySet<string> =>
  new Set([toEntity(entity), 'account:9', ...(entity.level === 'ad' ? [`campaign:${entity.id.slice(0, 1)}`] : [])]);

const plan = (stored: PlanFacts['stored'], found: Seen[], rest: Partial<PlanFacts> = {}) =>
  planChanges({ stored, seen: found, lineageOf, today: '2026-05-05', lastDay: '2026-05-04', ...rest });

const nothing = { opened: [], changed: [] };

test('changes nothing when the stored findings are up to date', () => {
  expect(plan([known()], [seen()])).toEqual(nothing);
  expect(plan([known(over)], [seen(over)])).toEqual(nothing);
});

describe('a finding opens', () => {
  test('in the first run only if it is still open', () => {
    const open = seen({ foundOn: '2026-04-20' });
    expect(plan([], [open, seen({ entityId: '2', ...over })], { lastDay: null })).toEqual({
      opened: [open],
      changed: [],
    });
  });

  test('in later runs even if it began and ended since the last run', () => {
    const short = seen({ foundOn: '2026-05-04', ...over });
    expect(plan([], [short])).toEqual({ opened: [short], changed: [] });
    expect(plan([], [seen({ foundOn: '2026-05-03', ...over })])).toEqual(nothing);
  });

  test('once per lineage, kind and direction', () => {
    expect(plan([], [seen(), seen({ ...ad, since: '2026-04-28' })]).opened).toHaveLength(1);
    expect(plan([], [seen(), seen({ entityId: '2' }), seen({ direction: 'down' })]).opened).toHaveLength(3);
  });
});

describe('an open finding', () => {
  test('is updated when its values, day or place in its lineage change', () => {
    for (const next of [seen({ stake: '30.000000' }), seen({ foundOn: '2026-05-05', since: '2026-05-01' }), seen(ad)])
      expect(plan([known()], [next])).toEqual({ opened: [], changed: [{ id: 'known', seen: next }] });
  });

  test('ends with the reason that the run found', () => {
    expect(plan([known()], [seen(over)])).toEqual({ opened: [], changed: [{ id: 'known', seen: seen(over) }] });
    const moved = seen({ foundOn: '2026-05-02', ...over });
    expect(plan([known()], [moved])).toEqual({ opened: [], changed: [{ id: 'known', seen: moved }] });
  });

  test('ends as corrected when the run no longer detects it, and may reopen', () => {
    const corrected = { endedOn: '2026-05-05', endedWhy: 'corrected' } as const;
    expect(plan([known()], [])).toEqual({ opened: [], changed: [{ id: 'known', seen: seen(corrected) }] });
    expect(plan([known(corrected)], [])).toEqual(nothing);
    expect(plan([known(corrected)], [seen()])).toEqual({ opened: [], changed: [{ id: 'known', seen: seen() }] });
  });

  test('for a month ends with the month', () => {
    const pace = { kind: 'pacing', level: 'account', entityId: '9', since: '2026-04-01' } as const;
    expect(plan([known(pace)], []).changed[0]?.seen).toMatchObject({ endedOn: '2026-04-30', endedWhy: 'month' });
  });
});

describe('an expected cause opens no new finding', () => {
  const expected = { mark: 'expected' } as const;
  const again = seen({ ...ad, since: '2026-05-04', foundOn: '2026-05-05' });

  test('while it lasts and for eight weeks', () => {
    expect(plan([known({ ...expected, ...over })], [again])).toEqual(nothing);
    const old = known({ ...expected, endedOn: '2026-03-09', endedWhy: 'over' });
    expect(plan([old], [again]).opened).toEqual([again]);
  });

  test('unless the finding was marked as fixed or the cause differs', () => {
    expect(plan([known({ mark: 'fixed', ...over })], [again]).opened).toEqual([again]);
    for (const other of [
      seen({ entityId: '2', foundOn: '2026-05-05' }),
      seen({ direction: 'down', foundOn: '2026-05-05' }),
    ])
      expect(plan([known({ ...expected, ...over })], [other]).opened).toEqual([other]);
  });
});
