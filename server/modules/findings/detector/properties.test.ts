import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitCostPerLead, splitSpend, splitYield } from './causes.ts';
import type { Member, Sums } from './causes.ts';
import { createDetector } from './createDetector.ts';
import type { Finding } from './Finding.ts';
import type { InputEvent } from './events.ts';
import {
  firstDay,
  eventsOf,
  replayEvents,
  replayWorld,
  scaled,
  standingsOf,
  steadyRow,
  twoCampaigns,
} from './testing/world.ts';
import type { World } from './testing/world.ts';
import { toDay } from './days.ts';

const count = (most: number) => fc.integer({ min: 0, max: most });

const sums: fc.Arbitrary<Sums> = fc.record({
  spend: fc.double({ min: 0, max: 1e6, noNaN: true }).map((value) => Math.round(value * 100) / 100),
  impressions: count(1e7),
  clicks: count(1e5),
  conversions: count(5_000),
});
const members = fc.array(fc.record({ entity: fc.string({ minLength: 1 }), before: sums, after: sums }), {
  minLength: 1,
  maxLength: 6,
});

const total = (list: readonly Member[], at: 'before' | 'after', metric: keyof Sums) =>
  list.reduce((sum, member) => sum + member[at][metric], 0);
const partsOf = (causes: readonly { part: number }[]) => causes.reduce((sum, { part }) => sum + part, 0);

test('splits a cost-per-lead change into parts that add up, even when figures are zero', () => {
  fc.assert(
    fc.property(members, (list) => {
      fc.pre(total(list, 'before', 'conversions') > 0 && total(list, 'after', 'conversions') > 0);
      fc.pre(total(list, 'before', 'spend') > 0 && total(list, 'after', 'spend') > 0);
      const before = total(list, 'before', 'spend') / total(list, 'before', 'conversions');
      const after = total(list, 'after', 'spend') / total(list, 'after', 'conversions');
      const error = Math.abs(partsOf(splitCostPerLead(list, 'whole')) - (after - before));
      expect(error).toBeLessThanOrEqual(1e-8 * Math.max(1, before, after));
    }),
  );
});

test('splits changes in spend and in the yield of an ad into parts that add up', () => {
  fc.assert(
    fc.property(members, (list) => {
      const change = total(list, 'after', 'spend') - total(list, 'before', 'spend');
      expect(Math.abs(partsOf(splitSpend(list)) - change)).toBeLessThanOrEqual(1e-3);
      const [member] = list;
      if (!member || member.before.impressions === 0 || member.after.impressions === 0) return;
      const yieldOf = ({ conversions, impressions }: Sums) => (1000 * conversions) / impressions;
      const moved = yieldOf(member.after) - yieldOf(member.before);
      expect(partsOf(splitYield(member))).toBeCloseTo(moved, 4);
    }),
  );
});

/** Worlds with a shift, a spike, a stop or no event, starting on a random day. */
const worlds: fc.Arbitrary<World> = fc
  .record({
    onset: fc.integer({ min: 40, max: 70 }),
    factors: fc.record({
      spend: fc.constantFrom(1, 2.5),
      impressions: fc.constantFrom(0.5, 1, 2.5),
      clicks: fc.constantFrom(0.5, 1),
      conversions: fc.constantFrom(0, 0.4, 1, 2),
    }),
    length: fc.constantFrom(6, 60),
  })
  .map(({ onset, factors, length }) => ({
    days: 95,
    campaigns: twoCampaigns,
    row: (ad: string, day: number) =>
      ad.startsWith('c1') && day >= onset && day < onset + length
        ? scaled(steadyRow(ad, day), factors)
        : steadyRow(ad, day),
    leads: () => [7, 9, 11, 13, 15, 17, 19],
  }));

const runs = { numRuns: 20 };

test('detects the same findings up to a day regardless of later days', () => {
  fc.assert(
    fc.property(worlds, fc.integer({ min: 30, max: 94 }), (world, days) => {
      const until = toDay(firstDay + days);
      const whole = replayWorld(world).filter(({ detectedOn }) => detectedOn <= until);
      expect(replayWorld({ ...world, days })).toEqual(whole);
    }),
    runs,
  );
});

test('ignores the order of rows in a run', () => {
  fc.assert(
    fc.property(worlds, fc.integer(), (world, seed) => {
      const events = [...eventsOf(world)];
      const shuffled: InputEvent[] = [];
      let rows: InputEvent[] = [];
      const flush = () => {
        const order = rows.map((event, index) => ({ event, key: Math.imul(index + 1, seed | 1) % 1009 }));
        shuffled.push(...order.toSorted((a, b) => a.key - b.key).map(({ event }) => event));
        rows = [];
      };
      for (const event of events)
        if (event.type === 'row') rows.push(event);
        else {
          flush();
          shuffled.push(event);
        }
      const [one, other] = [createDetector(), createDetector()];
      expect(replayEvents(shuffled, one)).toEqual(replayEvents(events, other));
      expect(one.standing()).toEqual(other.standing());
    }),
    runs,
  );
});

test('reports causes that add up to the change of each open finding, without affecting later findings', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const detector = createDetector();
      const detected = [...eventsOf(world)].flatMap((event) => {
        const findings = detector.process(event);
        for (const { change, cause } of event.type === 'ask' ? detector.standing() : [])
          expect(partsOf(cause)).toBeCloseTo(change.after.value - change.before.value, 6);
        return findings;
      });
      expect(detected).toEqual(replayWorld(world));
      expect(detector.standing().map(({ finding }) => finding)).toEqual(detected);
    }),
    runs,
  );
});

test('doubles the stake and no other evidence when spend doubles', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const doubled = standingsOf({
        ...world,
        row: (ad, day) => {
          const row = world.row(ad, day);
          return row && { ...row, spend: row.spend * 2 };
        },
      });
      const bare = standingsOf(world);
      expect(doubled.map(({ ended, evidence: { sample, baselineDays } }) => ({ ended, sample, baselineDays }))).toEqual(
        bare.map(({ ended, evidence: { sample, baselineDays } }) => ({ ended, sample, baselineDays })),
      );
      doubled.forEach(({ stake }, index) => expect(stake).toBeCloseTo((bare[index]?.stake ?? Number.NaN) * 2, 4));
    }),
    runs,
  );
});

const isMoney = ({ change }: Finding) => change.unit.startsWith('currency');

test('doubles amounts and detects the same findings when spend doubles', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const doubled = replayWorld({
        ...world,
        row: (ad, day) => {
          const row = world.row(ad, day);
          return row && { ...row, spend: row.spend * 2 };
        },
      });
      const expected = replayWorld(world).map((finding) =>
        isMoney(finding)
          ? {
              ...finding,
              change: {
                ...finding.change,
                before: { ...finding.change.before, value: finding.change.before.value * 2 },
                after: { ...finding.change.after, value: finding.change.after.value * 2 },
              },
              cause: finding.cause.map((cause) => ({ ...cause, part: cause.part * 2 })),
            }
          : finding,
      );
      expect(doubled.map(({ kind, entity, day, detectedOn }) => [kind, entity, day, detectedOn])).toEqual(
        expected.map(({ kind, entity, day, detectedOn }) => [kind, entity, day, detectedOn]),
      );
      doubled.forEach((finding, index) => {
        expect(finding.change.after.value).toBeCloseTo(expected[index]?.change.after.value ?? Number.NaN, 6);
        finding.cause.forEach(({ part }, at) =>
          expect(part).toBeCloseTo(expected[index]?.cause[at]?.part ?? Number.NaN, 6),
        );
      });
    }),
    runs,
  );
});

test('detects no findings of a kind that is still learning', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 20 }), fc.constantFrom(0, 3), (onset, factor) => {
      const detector = createDetector();
      const events = eventsOf({
        days: 30,
        campaigns: twoCampaigns,
        row: (ad, day) =>
          day >= onset ? scaled(steadyRow(ad, day), { spend: factor, conversions: factor }) : steadyRow(ad, day),
      });
      for (const event of events)
        for (const { kind, entity } of detector.process(event))
          expect(detector.stillLearning()).not.toContainEqual(expect.objectContaining({ kind, entity }));
    }),
    runs,
  );
});
