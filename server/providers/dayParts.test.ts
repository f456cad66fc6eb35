import { describe, expect, it } from 'vitest';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { clampToMonths, forgottenPart, readInHalves, spansNewestFirst, toDaysPart } from './dayParts.ts';
import { ProviderError } from './ProviderError.ts';

const error = (outcome: 'split' | 'retry') =>
  new ProviderError('tiktok', { outcome, userMessage: 'x', providerCode: outcome });

it('cuts a range from its newest day on, without a gap or an overlap', () => {
  expect(spansNewestFirst({ since: '2026-01-01', until: '2026-03-01' }, 30)).toEqual([
    { since: '2026-01-31', until: '2026-03-01' },
    { since: '2026-01-01', until: '2026-01-30' },
  ]);
  expect(spansNewestFirst({ since: '2026-03-01', until: '2026-03-01' }, 30)).toEqual([
    { since: '2026-03-01', until: '2026-03-01' },
  ]);
});

it.each([
  ['2026-11-21', { since: '2024-01-01', until: '2026-11-20' }, '2024-01-01', null],
  ['2026-11-21', { since: '2023-10-20', until: '2026-11-20' }, '2023-10-22', '2023-10-21'],
  ['2026-11-21', { since: '2023-01-01', until: '2023-06-01' }, undefined, '2023-06-01'],
  // A month that is shorter than the current one.
  ['2026-03-31', { since: '2020-01-01', until: '2026-03-31' }, '2023-03-01', '2023-02-28'],
])(
  'on %s knows what is kept of %j for 37 months, and gives the rest as days without delivery',
  (today, range, first, last) => {
    const kept = clampToMonths(range, 37, new Date(`${today}T12:00:00Z`));
    expect(kept?.since).toBe(first);
    expect(kept?.until ?? range.until).toBe(range.until);
    const forgotten = last === null ? null : { range: { since: range.since, until: last }, days: new Map() };
    expect(forgottenPart(range, kept)).toEqual(forgotten);
  },
);

describe('readInHalves', () => {
  const read = async (spans: DateRange[], refuse: (span: DateRange) => ProviderError | null) => {
    const seen: string[] = [];
    const parts: string[] = [];
    const reading = readInHalves({
      spans,
      read: async ({ since, until }) => {
        const name = `${since.slice(8)}-${until.slice(8)}`;
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

  it('gives the newer half first, and together all days once', async () => {
    const spans = [
      { since: '2026-01-04', until: '2026-01-08' },
      { since: '2026-01-01', until: '2026-01-03' },
    ];
    const { parts, failure } = await read(spans, (span) =>
      span.since < '2026-01-08' && span.until > '2026-01-05' ? error('split') : null,
    );
    expect(failure).toEqual(new Error('a single day'));
    expect(parts).toEqual(['08-08']);
    const whole = await read(spans, ({ since, until }) => (since.slice(8) === until.slice(8) ? null : error('split')));
    expect(whole.failure).toBeUndefined();
    expect(whole.parts).toEqual(['08-08', '07-07', '06-06', '05-05', '04-04', '03-03', '02-02', '01-01']);
  });

  it('passes on every other fault, without asking again', async () => {
    const { seen, failure } = await read([{ since: '2026-01-01', until: '2026-01-08' }], () => error('retry'));
    expect(failure).toMatchObject({ outcome: 'retry' });
    expect(seen).toEqual(['01-08']);
  });
});

describe('toDaysPart', () => {
  const span = { since: '2026-01-01', until: '2026-01-02' };
  const dated = (day: string, id: string, clicks: number) => ({
    day,
    id,
    row: { campaign_id: id, campaign_name: '', spend: 0, clicks, impressions: 0, conversion: 0 },
  });

  it('keeps the order of a day, and of a row that came twice the later one', () => {
    const { range, days } = toDaysPart('tiktok', span, [
      dated('2026-01-02', 'b', 1),
      dated('2026-01-01', 'a', 2),
      dated('2026-01-02', 'a', 3),
      dated('2026-01-02', 'b', 4),
    ]);
    expect(range).toEqual(span);
    const clicksOf = (day: string) => days.get(day)?.map((row) => [row.campaign_id, row.clicks]);
    expect([clicksOf('2026-01-01'), clicksOf('2026-01-02')]).toEqual([
      [['a', 2]],
      [
        ['b', 4],
        ['a', 3],
      ],
    ]);
  });

  it.each(['2025-12-31', '2026-01-03'])('takes nothing from an answer that holds a day nobody asked for: %s', (day) => {
    expect(() => toDaysPart('tiktok', span, [dated('2026-01-01', 'a', 1), dated(day, 'a', 1)])).toThrow(
      expect.objectContaining({ outcome: 'retry', providerCode: 'foreign-day' }),
    );
  });
});
