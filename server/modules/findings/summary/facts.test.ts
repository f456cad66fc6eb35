import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingFactors, findingKinds } from '#shared/findings.ts';
import { platformIds } from '#shared/platforms.ts';
import { checkText, maxCharacters } from './checkText.ts';
import { modelFindings, readGiven, writeFacts, writePlainSummary } from './facts.ts';
import type { SummaryFinding } from './facts.ts';

const day = fc
  .integer({ min: 0, max: 700 })
  .map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10));
const value = fc.oneof(fc.double({ min: 0.01, max: 1e7, noNaN: true }), fc.integer({ min: 0, max: 100 }));
const entity = fc.record({
  level: fc.constant('campaign' as const),
  id: fc.constantFrom('1', '2'),
  name: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 90 }), fc.constantFrom('Sale "50 %"', '12', '“x” <b>\u202E')),
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
  stake: fc.option(value),
});

test('whatever was found, its plain sentences are a text that a model may write', () => {
  fc.assert(
    fc.property(fc.array(finding, { minLength: 1, maxLength: 3 }), (findings) => {
      const text = writePlainSummary(findings).normalize('NFKC');
      const given = readGiven(writeFacts(findings, findings.length));
      fc.pre(text.length <= maxCharacters);
      expect([text, checkText(text, given)]).toEqual([text, { text }]);
      expect([text, given.stated.unreadable]).toEqual([text, []]);
    }),
  );
});

test('the facts are rounded texts of the largest findings, with names in quotes that nothing in them can end', () => {
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
    causes: [
      { entity: campaign, factor: 'cvr', part: 11.1 },
      { entity: { level: 'ad', id: '7', name: 'a'.repeat(100) }, factor: 'cpm', part: 3.4 },
    ],
    stake: 418.7,
  };
  expect(writeFacts([shift], 12)).toEqual({
    openFindings: '12',
    findings: [
      {
        what: 'Cost per lead',
        platform: 'Facebook',
        name: "“Spring 'offer'”",
        sentence:
          "Cost per lead of “Spring 'offer'” rose from €21 to €36 since Wednesday, January 14; three quarters of it because fewer visitors send the form",
        since: '2026-01-14',
        parts: [
          { name: "“Spring 'offer'”", because: 'fewer visitors send the form', part: '€11' },
          { name: `“${'a'.repeat(60)}...”`, because: 'impressions cost more', part: '€3.4' },
        ],
        atStake: '€420',
      },
    ],
  });
  const many = Array.from({ length: 2 * modelFindings }, () => shift);
  expect(writeFacts(many, many.length).findings).toHaveLength(modelFindings);
});
