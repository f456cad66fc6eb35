import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCampaigns } from '#shared/contracts/campaigns.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { newOwner } from '#server/modules/ads/testing/insightTests.ts';
import type { Person } from '#server/modules/ads/testing/insightTests.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

let api: TestApi;
let person: Person;
beforeAll(async () => {
  api = await startTestApi();
  person = await newOwner(api);
});
afterAll(() => api.close());

const today = utcDay(new Date());
/** Days of the first read that have begun in every time zone. */
const oldest = 55;
const newest = 2;

const cents = (value: number): number => Math.round(value * 100) / 100;

const ofOverview = async (range: DateRange) => {
  const { body } = await api.request(getOverview, { token: person.token, query: range });
  const { impressions, clicks, conversions, spend } = body.data.totals.current;
  const paid = spend.filter(({ amount }) => amount !== 0).map(({ currency, amount }) => [currency, cents(amount)]);
  return { impressions, clicks, conversions: cents(conversions), spend: new Map(paid as [string, number][]) };
};

const ofCampaigns = async (range: DateRange) => {
  const { body } = await api.request(listCampaigns, { token: person.token, query: { ...range, limit: '1' } });
  const { totals } = body.data;
  const sumOf = (name: 'impressions' | 'clicks' | 'conversions') =>
    totals.reduce((total, { sums }) => total + sums[name], 0);
  const paid = totals.filter(({ sums }) => sums.spend !== 0);
  return {
    impressions: sumOf('impressions'),
    clicks: sumOf('clicks'),
    conversions: cents(sumOf('conversions')),
    spend: new Map(paid.map(({ currency, sums }) => [currency, cents(sums.spend)])),
  };
};

test('Overview and Campaigns have equal totals in 200 ranges of all platforms', { timeout: 600_000 }, async () => {
  const daysBack = fc.integer({ min: newest, max: oldest });
  await fc.assert(
    fc.asyncProperty(daysBack, daysBack, async (one, other) => {
      const range = { since: addDays(today, -Math.max(one, other)), until: addDays(today, -Math.min(one, other)) };
      const [overview, campaigns] = await Promise.all([ofOverview(range), ofCampaigns(range)]);
      expect(overview.impressions).toBeGreaterThan(0);
      expect(overview).toEqual(campaigns);
    }),
    { numRuns: 200 },
  );
});
