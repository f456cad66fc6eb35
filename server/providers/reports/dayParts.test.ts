import { describe, expect, it } from 'vitest';
import { countDays } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { clampToMonths, rangeBeforeRetention, readInSpans, toDaysPart } from './dayParts.ts';
import { ProviderError } from '../ProviderError.ts';

const error = (outcome: 'split' | 'retry') =>
  new ProviderError('tiktok', { outcome, userMessage: 'x', providerCode: outcome });

it.each([
  ['2026-11-21', { since: '2024-01-01', until: '2026-11-20' }, '2024-01-01', null],
  ['2026-11-21', { since: '2023-10-20', until: '2026-11-20' }, '2023-10-22', '2023-10-21'],
  ['2026-11-21', { since: '2023-01-01', until: '2023-06-01' }, undefined, '2023-06-01'],
  // The earliest month is shorter than the current one.
  ['2026-03-31', { since: '2020-01-01', until: '2026-03-31' }, '2023-03-01', '2023-02-28'],
])('on %s clamps %j to the 37 months kept, and finds the days before', (today, range, first, last) => {
  const kept = clampToMonths(range, 37, new Date(`${today}T12:00:00Z`));
  expect(kept?.since).toBe(first);
  expect(kept?.until ?? range.until).toBe(range.until);
  const forgotten = last === null ? null : { since: range.since, until: last };
  expect(rangeBeforeRetention(range, kept)).toEqual(forgotten);
});

describe('readInSpans', () => {
  const read = async (
    range: DateRange,
    maxDays: number,
    refuse: (span: DateRange) => ProviderError | null = () => null,
  ) => {
    const seen: string[] = [];
    const parts: string[] = [];
    const reading = readInSpans({
      range,
      maxDays,
      read: async ({ since, until }) => {
        const name = `${since.slice(5)} ${until.slice(5)}`;
        seen.push(name);
        const refusal = refuse({ since, until });
        if (refusal) throw refusal;
        return name;
      },
      isTooLarge: ({ outcome }) => outcome === 'split',
      giveUp: () => new Error('a single day'),
    });
    const failure: unknown = await (async () => {
      for await (const part of reading) parts.push(part);
    })().catch((reason: unknown) => reason);
    return { seen, parts, failure };
  };
  const refuseLongerThan = (days: number) => (span: DateRange) => (countDays(span) > days ? error('split') : null);

  it('starts with the newest days, without gap or overlap', async () => {
    expect((await read({ since: '2026-01-01', until: '2026-03-01' }, 30)).parts).toEqual([
      '01-31 03-01',
      '01-01 01-30',
    ]);
    expect((await read({ since: '2026-03-01', until: '2026-03-01' }, 30)).parts).toEqual(['03-01 03-01']);
  });

  it('halves a span that is too large, and keeps the following spans short', async () => {
    const { seen, parts } = await read({ since: '2026-01-01', until: '2026-01-12' }, 12, refuseLongerThan(3));
    expect(seen.slice(0, 3)).toEqual(['01-01 01-12', '01-07 01-12', '01-10 01-12']);
    expect(parts).toEqual(['01-10 01-12', '01-07 01-09', '01-04 01-06', '01-01 01-03']);
    expect(seen).toHaveLength(parts.length + 2);
  });

  it('tries longer spans from time to time, so that a few heavy days do not slow down a long read', async () => {
    const isHeavy = ({ until }: DateRange) => until > '2026-12-21';
    const { seen } = await read({ since: '2026-01-01', until: '2026-12-31' }, 90, (span) =>
      isHeavy(span) ? refuseLongerThan(2)(span) : null,
    );
    expect(seen.length).toBeLessThan(45);
  });

  it('gives up at a single day', async () => {
    const { failure, parts } = await read({ since: '2026-01-01', until: '2026-01-08' }, 8, (span) =>
      span.since < '2026-01-08' && span.until > '2026-01-05' ? error('split') : null,
    );
    expect([failure, parts]).toEqual([new Error('a single day'), ['01-08 01-08']]);
  });

  it('rethrows every other error without a retry', async () => {
    const { seen, failure } = await read({ since: '2026-01-01', until: '2026-01-08' }, 8, () => error('retry'));
    expect(failure).toMatchObject({ outcome: 'retry' });
    expect(seen).toEqual(['01-01 01-08']);
  });
});

describe('toDaysPart', () => {
  const span = { since: '2026-01-01', until: '2026-01-02' };
  const dated = (day: string, id: string, clicks: number) => ({
    day,
    id,
    row: {
      date: day,
      customerName: '',
      customerId: '1',
      campaignName: '',
      campaignId: id,
      campaignStatusLabel: 'Enabled',
      adsetName: '',
      adsetId: '',
      adsetStatusLabel: '',
      adId: '',
      adStatusLabel: '',
      spend: 0,
      clicks,
      impressions: 0,
      leads: 0,
    },
  });

  it('keeps the order within a day, and the later of two duplicate rows', () => {
    const { range, days } = toDaysPart('google', span, [
      dated('2026-01-02', 'b', 1),
      dated('2026-01-01', 'a', 2),
      dated('2026-01-02', 'a', 3),
      dated('2026-01-02', 'b', 4),
    ]);
    expect(range).toEqual(span);
    const clicksOf = (day: string) => days.get(day)?.map((row) => [row.campaignId, row.clicks]);
    expect([clicksOf('2026-01-01'), clicksOf('2026-01-02')]).toEqual([
      [['a', 2]],
      [
        ['b', 4],
        ['a', 3],
      ],
    ]);
  });

  it.each(['2025-12-31', '2026-01-03'])('rejects a response with a day outside the range: %s', (day) => {
    expect(() => toDaysPart('google', span, [dated('2026-01-01', 'a', 1), dated(day, 'a', 1)])).toThrow(
      expect.objectContaining({ outcome: 'retry', providerCode: 'foreign-day' }),
    );
  });
});
