import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { dateOfDay, dayNumberOf } from '#server/sandbox/support/days.ts';
import { startSandbox } from '#server/sandbox/startSandbox.ts';
import { createTikTokClient } from '#server/sandbox/tiktok/testing/tiktokClient.ts';

const allMetrics = 'spend,impressions,clicks,ctr,cpc,cpm,conversion,conversion_rate,reach,profile_visits'.split(',');

const texts = z.record(z.string(), z.string());
const reportRows = z.array(z.strictObject({ dimensions: texts, metrics: texts }));
type Row = z.infer<typeof reportRows>[number];

const today = (): number => Math.floor(Date.now() / 86_400_000);

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const tiktok = createTikTokClient(sandbox.url);
const { accessToken, advertisers } = await tiktok.signIn();

const get = (path: string, parameters: Record<string, unknown>) => tiktok.get(path, parameters, accessToken);

const reportOf = (advertiser: string | undefined, firstDay: number, lastDay: number, more = {}) => ({
  advertiser_id: advertiser,
  service_type: 'AUCTION',
  report_type: 'BASIC',
  data_level: 'AUCTION_CAMPAIGN',
  dimensions: ['campaign_id'],
  metrics: allMetrics,
  start_date: dateOfDay(firstDay),
  end_date: dateOfDay(lastDay),
  page_size: 1000,
  ...more,
});

const report = async (advertiser: string | undefined, firstDay: number, lastDay: number, more = {}): Promise<Row[]> => {
  const { code, message, data } = await get('/report/integrated/get/', reportOf(advertiser, firstDay, lastDay, more));
  expect({ code, message }).toEqual({ code: 0, message: 'OK' });
  return reportRows.parse(data.list);
};

describe('the report', () => {
  it('sums additive metrics exactly, computes ratios from sums, and does not add up reach', async () => {
    const [first, last] = [today() - 29, today()];
    for (const advertiser of advertisers) {
      const daily = await report(advertiser, first, last, { dimensions: ['campaign_id', 'stat_time_day'] });
      const total = await report(advertiser, first, last);
      expect(total).toHaveLength(advertiser === advertisers[0] ? 7 : 5);
      for (const { dimensions, metrics } of total) {
        expect(Object.keys(dimensions)).toEqual(['campaign_id']);
        expect(Object.keys(metrics)).toEqual(allMetrics);
        const days = daily.filter((row) => row.dimensions.campaign_id === dimensions.campaign_id);
        const sum = (name: string): number =>
          days.reduce((value, row) => value + Math.round(Number(row.metrics[name]) * 100), 0) / 100;
        for (const name of ['spend', 'impressions', 'clicks', 'conversion', 'profile_visits']) {
          expect(Number(metrics[name])).toBe(sum(name));
        }
        const ratio = (value: number, base: string, digits: number): string =>
          sum(base) > 0 ? (value / sum(base)).toFixed(digits) : '-';
        expect(metrics).toMatchObject({
          ctr: ratio(sum('clicks') * 100, 'impressions', 2),
          cpc: ratio(sum('spend'), 'clicks', 3),
          cpm: ratio(sum('spend') * 1000, 'impressions', 3),
          conversion_rate: ratio(sum('conversion') * 100, 'impressions', 2),
        });
        // People who return count once, so only the bounds are known.
        const bestDay = Math.max(0, ...days.map((row) => Number(row.metrics.reach)));
        expect(Number(metrics.reach)).toBeGreaterThanOrEqual(bestDay);
        expect(Number(metrics.reach)).toBeLessThanOrEqual(sum('reach') - (days.length > 1 ? 1 : 0));
      }
      expect(total.filter(({ metrics }) => metrics.impressions === '0')).toHaveLength(1);
      expect(daily.every(({ metrics }) => Number(metrics.impressions) > 0)).toBe(true);
    }
  });

  it('pages, filters by campaign, and returns spend and impressions by default', async () => {
    const all = await report(advertisers[0], today() - 6, today());
    const parameters = reportOf(advertisers[0], today() - 6, today(), { page_size: 4, page: 2, metrics: undefined });
    const second = await get('/report/integrated/get/', parameters);
    expect(second.data.page_info).toEqual({ page: 2, page_size: 4, total_number: 7, total_page: 2 });
    const rows = reportRows.parse(second.data.list);
    expect(rows.map((row) => row.dimensions)).toEqual(all.slice(4).map((row) => row.dimensions));
    expect(Object.keys(rows[0]?.metrics ?? {})).toEqual(['spend', 'impressions']);

    const id = all[1]?.dimensions.campaign_id;
    const filtering = [{ field_name: 'campaign_ids', filter_type: 'IN', filter_value: JSON.stringify([id]) }];
    expect(await report(advertisers[0], today() - 6, today(), { filtering })).toEqual([all[1]]);
  });

  it('omits a deleted campaign unless its status is requested, like the list', async () => {
    const [first, last] = [dayNumberOf('2025-05-01') ?? 0, dayNumberOf('2025-05-07') ?? 0];
    const ofStatus = (status: string) => ({
      filtering: [{ field_name: 'campaign_status', filter_type: 'IN', filter_value: JSON.stringify([status]) }],
    });
    for (const advertiser of advertisers) {
      const kept = await report(advertiser, first, last);
      const all = await report(advertiser, first, last, ofStatus('STATUS_ALL'));
      const deleted = await report(advertiser, first, last, ofStatus('STATUS_DELETE'));
      expect(await report(advertiser, first, last, ofStatus('STATUS_NOT_DELETE'))).toEqual(kept);
      expect(all).toEqual([...kept, ...deleted]);
      expect(deleted).toHaveLength(1);
      expect(Number(deleted[0]?.metrics.spend)).toBeGreaterThan(0);
      // The campaign was deleted before July.
      const later = await report(advertiser, first + 60, first + 66, ofStatus('STATUS_DELETE'));
      expect(later[0]?.metrics.spend).toBe('0.000');

      const list = await get('/campaign/get/', {
        advertiser_id: advertiser,
        page_size: 1000,
        filtering: { secondary_status: 'CAMPAIGN_STATUS_ALL' },
      });
      expect(list.data.list).toHaveLength(all.length);
      expect(list.data.list?.at(-1)).toMatchObject({
        campaign_id: deleted[0]?.dimensions.campaign_id,
        secondary_status: 'CAMPAIGN_STATUS_DELETE',
      });
    }
    const unknown = reportOf(advertisers[0], first, last, ofStatus('STATUS_FROZEN'));
    expect((await get('/report/integrated/get/', unknown)).code).toBe(40002);
  });

  it('accepts at most 30 days by day and 365 days otherwise', async () => {
    const byDay = { dimensions: ['campaign_id', 'stat_time_day'] };
    expect((await report(advertisers[0], today() - 29, today(), byDay)).length).toBeGreaterThan(100);
    expect(await report(advertisers[0], today() - 364, today())).toHaveLength(7);
    for (const [days, more] of [
      [30, byDay],
      [365, {}],
    ] as const) {
      const parameters = reportOf(advertisers[0], today() - days, today(), more);
      expect((await get('/report/integrated/get/', parameters)).code).toBe(40002);
    }
  });

  it.each([
    ['an unknown dimension', { dimensions: ['campaign_id', 'country_code'] }],
    ['an end before the start', { start_date: '2026-02-02', end_date: '2026-02-01' }],
    ['a day that does not exist', { start_date: '2026-02-30', end_date: '2026-03-01' }],
    ['another level', { data_level: 'AUCTION_AD' }],
    ['a parameter that is not played', { query_lifetime: 'true' }],
  ])('refuses %s', async (_what, more) => {
    const parameters = reportOf(advertisers[0], today(), today(), more);
    expect((await get('/report/integrated/get/', parameters)).code).toBe(40002);
  });

  it('names unknown metrics', async () => {
    const parameters = reportOf(advertisers[0], today(), today(), { metrics: ['spend', 'profile_visit'] });
    expect(await get('/report/integrated/get/', parameters)).toMatchObject({
      code: 40002,
      message:
        "Please correct the information in invalid metric fields and try again. Invalid metric fields: ['profile_visit']",
    });
  });
});

const dataOf = async (seed: number, scale = 1) => {
  const other = await startSandbox({ port: 0, seed, scale });
  try {
    const client = createTikTokClient(other.url);
    const session = await client.signIn();
    const lists = await Promise.all(
      session.advertisers.flatMap((id) => [
        client.get('/campaign/get/', { advertiser_id: id, page_size: 1000 }, session.accessToken),
        client.get('/report/integrated/get/', reportOf(id, today() - 300, today()), session.accessToken),
      ]),
    );
    return { advertisers: session.advertisers, text: JSON.stringify(lists.map(({ data }) => data)) };
  } finally {
    await other.close();
  }
};

it('has the same data for the same seed, and more with a larger scale', async () => {
  const [first, second, other] = [await dataOf(7), await dataOf(7), await dataOf(8)];
  expect(second.text).toBe(first.text);
  expect(other.text).not.toBe(first.text);
  expect(new Set((await dataOf(7, 5)).advertisers).size).toBe(10);
});
