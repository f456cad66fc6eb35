import { expect, test } from 'vitest';
import { isWorthNotifying } from './isWorthNotifying.ts';
import type { Seen } from './planChanges.ts';

const week = { since: '2026-05-01', until: '2026-05-07' };

const seen = (kind: Seen['kind'], before: number, after: number, rest: Partial<Seen> = {}): Seen => ({
  kind,
  level: 'campaign',
  entityId: '1',
  direction: after > before ? 'up' : 'down',
  since: '2026-05-01',
  foundOn: '2026-05-03',
  stake: null,
  said: {
    change: { unit: '', before: { ...week, value: before }, after: { ...week, value: after } },
    causes: [],
    evidence: {
      expected: { low: 0, high: 1 },
      baselineDays: 28,
      sample: { unit: 'conversions', before: 40, after: 14 },
      chance: null,
    },
    series: { kind: 'spend', days: [] },
  },
  endedOn: null,
  endedWhy: null,
  ...rest,
});

const spend = 1000;
const account = { level: 'account' } as const;

test.each([
  ['a stake of a tenth of the spend', seen('creative-decay', 4, 3, { stake: '100' }), true],
  ['a smaller stake', seen('creative-decay', 4, 3, { stake: '99' }), false],
  ['a week of more spend', seen('spend-spike', 10, 25), true],
  ['less of it', seen('spend-spike', 10, 24), false],
  ['a week of dearer leads', seen('cpl-shift', 10, 18), true],
  ['fewer of them', seen('cpl-shift', 10, 17), false],
  ['an account without leads', seen('leads-stopped', 1, 0, account), true],
  ['a campaign without leads', seen('leads-stopped', 1, 0), false],
  ['an account without spend', seen('spend-to-zero', 1, 0, account), true],
  ['a silent form', seen('lead-drought', 1, 0, { level: 'form' }), true],
])('%s: %#', (_what, finding, isAnnounced) => {
  expect(isWorthNotifying(finding, { spend, hasEnteredBudget: false })).toBe(isAnnounced);
});

test('notifies about pacing only if a person entered the budget', () => {
  const pace = seen('pacing', 1000, 3000, account);
  for (const hasEnteredBudget of [true, false])
    expect(isWorthNotifying(pace, { spend, hasEnteredBudget })).toBe(hasEnteredBudget);
});
