import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forgetEnds, takeAnnouncement, wasAnnounced } from './announcements.ts';
import type { ExportEnd } from './exportStates.ts';

/** Ids that no other round has used: what was taken is remembered. */
let used = 0;
const newId = (): string => {
  used += 1;
  return `id-${used}`;
};

/** One end of an export as a tab may hear of it: by deliveries of its notification, and by an answer before or after. */
const telling = fc
  .record({ deliveries: fc.integer({ min: 0, max: 3 }), answer: fc.constantFrom('none', 'first', 'last') })
  .filter(({ deliveries, answer }) => deliveries > 0 || answer !== 'none');

const tell = (
  end: ExportEnd,
  exportId: string,
  { deliveries, answer }: { deliveries: number; answer: string },
): number => {
  const notificationId = newId();
  const answered = { end, exportId, notificationId: null };
  const all = [
    ...(answer === 'first' ? [answered] : []),
    ...Array.from({ length: deliveries }, () => ({ end, exportId, notificationId })),
    ...(answer === 'last' ? [answered] : []),
  ];
  return all.filter(takeAnnouncement).length;
};

test('an end is taken once, whoever tells it and however often', () => {
  fc.assert(
    fc.property(fc.constantFrom<ExportEnd>('complete', 'failed'), telling, (end, how) => {
      const exportId = newId();
      expect(wasAnnounced(exportId)).toBe(false);
      expect(tell(end, exportId, how)).toBe(1);
      expect(wasAnnounced(exportId)).toBe(true);
    }),
  );
});

test('an export that is resumed has each of its ends taken once', () => {
  fc.assert(
    fc.property(fc.array(telling, { maxLength: 4 }), telling, (failures, completion) => {
      const exportId = newId();
      for (const how of failures) {
        expect(tell('failed', exportId, how)).toBe(1);
        forgetEnds(exportId);
      }
      expect(tell('complete', exportId, completion)).toBe(1);
    }),
  );
});

test('a tab that missed the resuming takes a second failure for one of its own', () => {
  const exportId = newId();
  const failure = { end: 'failed', exportId } as const;
  expect(takeAnnouncement({ ...failure, notificationId: null })).toBe(true);
  expect(takeAnnouncement({ ...failure, notificationId: '5' })).toBe(false);
  expect(takeAnnouncement({ ...failure, notificationId: '6' })).toBe(true);
  expect(takeAnnouncement({ ...failure, notificationId: null })).toBe(false);
});

test('a complete export has no other end, though late news say that it runs', () => {
  const completion = { end: 'complete', exportId: newId(), notificationId: null } as const;
  expect(takeAnnouncement(completion)).toBe(true);
  forgetEnds(completion.exportId);
  expect(takeAnnouncement(completion)).toBe(false);
});

test('what has no id at all is always news', () => {
  const failure = { end: 'failed', exportId: null, notificationId: null } as const;
  expect([takeAnnouncement(failure), takeAnnouncement(failure)]).toEqual([true, true]);
});
