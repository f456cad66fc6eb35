import { expect, it } from 'vitest';
import { addDays } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { callWith, failureOf, startPlatforms, week } from '../testing/startPlatforms.ts';

/** Behavior specific to TikTok; the rest is in ../adapters.test.ts. */

const platforms = await startPlatforms();

it('backs off when throttled, and continues later', async () => {
  const { call, account } = await platforms.open('tiktok');
  await platforms.order('tiktok', { kind: '429', path: 'campaign/get' });
  expect((await platforms.adapter('tiktok').readInsights(call, { account, range: week })).rows).toHaveLength(7);
  expect(await platforms.readOpenFaults()).toEqual([]);
});

it('pauses an endpoint for minutes after three consecutive refusals', async () => {
  const { call, account } = await platforms.open('tiktok');
  await platforms.order('tiktok', { kind: '429', path: 'campaign/get', count: 3 });
  const adapter = platforms.adapter('tiktok');
  expect((await failureOf(adapter.readInsights(call, { account, range: week }))).outcome).toBe('wait');
  const before = await platforms.countCalls();
  const error = await failureOf(adapter.readInsights(call, { account, range: week }));
  expect(error.retryAfterMs).toBeGreaterThan(290_000);
  expect(await platforms.countCalls()).toBe(before);
});

it('reads currency and time zone of the other accounts when one cannot be read', async () => {
  const call = callWith(await platforms.connect('tiktok'));
  const adapter = platforms.adapter('tiktok');
  const [first, second] = await adapter.listAccounts(call);
  expect([first?.currency, second?.currency]).toEqual(['EUR', 'USD']);
  // TikTok refuses both together, then the first one alone.
  await platforms.order('tiktok', { kind: 'permission', path: 'advertiser/info', count: 2 });
  expect(await adapter.listAccounts(call)).toEqual([{ ...first, currency: null, timeZone: null }, second]);
  expect(await platforms.readOpenFaults()).toEqual([]);
});

it('sums spans of a year, recalculates ratios and omits the reach', async () => {
  const { adapter, call, account } = await platforms.open('tiktok');
  const read = async (range: DateRange) => (await adapter.readInsights(call, { account, range })).rows;
  const since = addDays(week.until, -399);
  const secondSince = addDays(since, 365);
  const both = await read({ since, until: week.until });
  const earlier = await read({ since, until: addDays(secondSince, -1) });
  const later = await read({ since: secondSince, until: week.until });

  const figuresOf = both.map(({ clicks, impressions, spend, ctr, reach }) => ({
    clicks,
    impressions,
    spend,
    ctr,
    reach,
  }));
  const expected = earlier.map((row, index) => {
    const clicks = row.clicks + (later[index]?.clicks ?? 0);
    const impressions = row.impressions + (later[index]?.impressions ?? 0);
    const spend = Number((row.spend + (later[index]?.spend ?? 0)).toFixed(4));
    const ctr = impressions === 0 ? null : Number(((clicks * 100) / impressions).toFixed(2));
    return { clicks, impressions, spend, ctr, reach: null };
  });
  expect(figuresOf).toEqual(expected);
  expect(figuresOf.some(({ clicks }) => clicks > 0)).toBe(true);
});
