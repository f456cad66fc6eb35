import { expect, it } from 'vitest';
import { addDays, countDays } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { failureOf } from '#server/providers/testing/startPlatforms.ts';
import { startServer } from '#server/providers/testing/startServer.ts';
import { createTikTokAdapter } from '#server/providers/tiktok/adapter.ts';

/** Reports too large for TikTok, from a test server: the sandbox has too few campaigns. */

type Page = { code?: number; rows?: object[]; pages?: number };

/** Reads days from a fake TikTok that reports what `answer` says; `spans` lists the requested days. */
const readDays = async (range: DateRange, answer: (span: DateRange) => Page) => {
  const spans: DateRange[] = [];
  const { url } = await startServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://tiktok.test');
    const span = { since: searchParams.get('start_date') ?? '', until: searchParams.get('end_date') ?? '' };
    spans.push(span);
    const { code = 0, rows = [], pages = 1 } = answer(span);
    const data = { list: rows, page_info: { page: 1, total_page: pages } };
    response.end(JSON.stringify({ code, message: '', request_id: 'r', data }));
  });
  const adapter = createTikTokAdapter({ appId: '1', appSecret: 's', apiUrl: url, authUrl: url });
  const call = { accessToken: 'sandbox-token', patience: 'background' } as const;
  const account = { id: '7500000000000000801', loginCustomerId: null };
  const read = async (): Promise<string[]> => {
    const parts = await Array.fromAsync(adapter.ads.readDays(call, { account, range, level: 'campaign' }));
    return parts.flatMap(({ rows }) => rows.map(({ day }) => day));
  };
  return { read, spans };
};

const row = (day: string, campaign = 1) => ({
  dimensions: { campaign_id: String(campaign), stat_time_day: `${day} 00:00:00` },
  metrics: { spend: '1.000', impressions: '1', clicks: '0', conversion: '0', campaign_name: 'A' },
});

const daysOf = ({ since, until }: DateRange): string[] =>
  Array.from({ length: countDays({ since, until }) }, (_, index) => addDays(since, index));

const range = { since: '2026-11-01', until: '2026-11-08' };

it('requests half the days when a span is refused', async () => {
  const { read, spans } = await readDays(range, (span) =>
    countDays(span) > 4 ? { code: 40002 } : { rows: daysOf(span).map((day) => row(day)) },
  );
  expect((await read()).toSorted()).toEqual(daysOf(range));
  // A refused span is requested once more without optional fields.
  expect(spans).toEqual([
    range,
    range,
    { since: '2026-11-05', until: '2026-11-08' },
    { since: '2026-11-01', until: '2026-11-04' },
  ]);
});

it('rethrows the refusal of a single day, which is not about the span', async () => {
  const { read, spans } = await readDays(range, () => ({ code: 40002 }));
  expect(await failureOf(read())).toMatchObject({ outcome: 'fail', providerCode: '40002' });
  expect(spans).toHaveLength(2 * 4);
});

it('does not accept a truncated report as complete', async () => {
  const most = Array.from({ length: 20_000 }, (_, index) => index + 1);
  const cut = (day: string) => ({ rows: most.map((campaign) => row(day, campaign)) });
  const { read } = await readDays({ since: '2026-11-01', until: '2026-11-02' }, (span) =>
    countDays(span) > 1 ? cut(span.since) : { rows: [row(span.since)] },
  );
  expect(await read()).toEqual(['2026-11-02', '2026-11-01']);

  const always = await readDays({ since: '2026-11-01', until: '2026-11-01' }, (span) => cut(span.since));
  expect(await failureOf(always.read())).toMatchObject({ outcome: 'account', providerCode: 'report-cut' });
});

it('rejects a report with a day outside the range', async () => {
  const { read } = await readDays(range, () => ({ rows: [row('2026-11-08'), row('2026-10-31')] }));
  expect(await failureOf(read())).toMatchObject({ outcome: 'retry', providerCode: 'foreign-day' });
});
