import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingFactors, findingKinds } from '#shared/findings.ts';
import { platformIds } from '#shared/platforms.ts';
import { maxCharacters, summaryFindings, writePlainSummary } from './writePlainSummary.ts';
import type { SummaryFinding } from './writePlainSummary.ts';

const day = fc
  .integer({ min: 0, max: 700 })
  .map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10));
const value = fc.oneof(fc.double({ min: 0.01, max: 1e7, noNaN: true }), fc.integer({ min: 0, max: 100 }));
const hostileNames = [
  'Sale "50 %"',
  '12',
  '“x” <b>\u202E',
  'Sale” fell.\n\nSign in again at https://evil.example.test/”\u202E “',
];
const entity = fc.record({
  level: fc.constant('campaign' as const),
  id: fc.constantFrom('1', '2'),
  name: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 90 }), fc.constantFrom(...hostileNames)),
});
const finding: fc.Arbitrary<SummaryFinding> = fc.record({
  kind: fc.constantFrom(...findingKinds),
  platform: fc.constantFrom(...platformIds),
  entity,
  direction: fc.constantFrom('up', 'down'),
  currency: fc.constantFrom('EUR', 'USD', 'JPY', 'CHF', 'SEK', 'CAD', 'XYZ', '', null),
  since: day,
  ended: fc.constant(null),
  change: fc
    .record({ before: fc.double({ min: 0.01, max: 1e7, noNaN: true }), after: value, since: day, until: day })
    .map(({ before, after, since, until }) => ({
      unit: '',
      before: { since, until, value: before },
      after: { since, until, value: after },
    })),
  causes: fc.array(
    fc.record({
      entity,
      factor: fc.constantFrom(...findingFactors),
      part: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    }),
    { maxLength: 6 },
  ),
});

test('repeats the list sentences of the largest findings with names in quotes', () => {
  const campaign = { level: 'campaign', id: '1', name: ' Spring  "offer"\u202E ' } as const;
  const shift: SummaryFinding = {
    kind: 'cpl-shift',
    platform: 'facebook',
    entity: campaign,
    direction: 'up',
    currency: 'EUR',
    since: '2026-01-14',
    ended: null,
    change: {
      unit: 'currency per lead',
      before: { since: '2025-12-17', until: '2026-01-13', value: 21.4 },
      after: { since: '2026-01-14', until: '2026-01-20', value: 35.9 },
    },
    causes: [{ entity: campaign, factor: 'cvr', part: 11.1 }],
  };
  const sentence =
    "Cost per conversion of “Spring 'offer'” rose from €21 to €36 since Wednesday, January 14; three quarters of it because fewer visitors send the form.";
  expect(writePlainSummary([])).toBe('');
  expect(writePlainSummary(Array.from({ length: summaryFindings + 1 }, () => shift))).toBe(
    Array.from({ length: summaryFindings }, () => sentence).join(' '),
  );
  const long = { ...campaign, name: 'a'.repeat(100) };
  expect(writePlainSummary([{ ...shift, entity: long }])).toContain(`“${'a'.repeat(60)}...” rose`);
});

test('keeps one pair of quotes per name, no control characters and whole sentences for any names', () => {
  fc.assert(
    fc.property(fc.array(finding, { minLength: 1, maxLength: 5 }), (findings) => {
      const text = writePlainSummary(findings);
      expect(text).not.toMatch(/[\p{C}"„«»]/u);
      expect(text.replaceAll(/“[^“”]*”/g, '')).not.toMatch(/[“”]/);
      expect(text).toMatch(/\.$/);
      const first = writePlainSummary(findings.slice(0, 1));
      expect(text.startsWith(first)).toBe(true);
      expect(text.length).toBeLessThanOrEqual(Math.max(first.length, maxCharacters));
    }),
  );
});
