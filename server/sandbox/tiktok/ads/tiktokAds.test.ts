import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startSandbox } from '../../startSandbox.ts';
import { createTikTokClient } from '../testing/tiktokClient.ts';

const texts = z.record(z.string(), z.string());
const rows = z.array(z.strictObject({ dimensions: texts, metrics: texts }));
type Row = z.infer<typeof rows>[number];

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const tiktok = createTikTokClient(sandbox.url);
const { accessToken, advertisers } = await tiktok.signIn();
const get = (path: string, parameters: object) =>
  tiktok.get(path, { advertiser_id: advertisers[0], page_size: 1000, ...parameters }, accessToken);

const reportOf = (more: object) => ({
  report_type: 'BASIC',
  data_level: 'AUCTION_AD',
  dimensions: ['ad_id_v2', 'stat_time_day'],
  metrics: ['spend', 'campaign_id', 'ad_name', 'campaign_automation_type', 'onsite_form'],
  start_date: '2026-07-01',
  end_date: '2026-07-30',
  ...more,
});
const all = [{ field_name: 'ad_status', filter_type: 'IN', filter_value: '["STATUS_ALL"]' }];
const report = async (more: object = {}): Promise<Row[]> =>
  rows.parse((await get('/report/integrated/get/', reportOf(more))).data.list);

const idsIn = (list: readonly Row[], dimension = 'ad_id_v2') =>
  new Set(list.map(({ dimensions }) => dimensions[dimension]));
const cents = (list: readonly Row[]) =>
  list.reduce((sum, { metrics }) => sum + Math.round(Number(metrics.spend) * 100), 0);

describe('the report by ad', () => {
  it('omits deleted ads unless their status is requested', async () => {
    const [kept, whole] = [await report(), await report({ filtering: all })];
    const deleted = [{ ...all[0], filter_value: '["STATUS_DELETE"]' }];
    expect(idsIn(whole).size).toBeGreaterThan(idsIn(kept).size);
    expect(cents(kept) + cents(await report({ filtering: deleted }))).toBe(cents(whole));
  });

  it('splits upgraded Smart+ ads into creatives only by ad_id', async () => {
    const ofType = (list: readonly Row[], type: string) =>
      list.filter(({ metrics }) => metrics.campaign_automation_type === type);
    const whole = ofType(await report({ filtering: all }), 'UPGRADED_SMART_PLUS');
    const byCreative = await report({ filtering: all, dimensions: ['ad_id', 'stat_time_day'] });
    const parts = ofType(byCreative, 'UPGRADED_SMART_PLUS_CREATIVE');
    expect([idsIn(whole).size, idsIn(parts, 'ad_id').size]).toEqual([1, 3]);
    expect(cents(parts)).toBe(cents(whole));
    expect(cents(byCreative)).toBe(cents(await report({ filtering: all })));
  });

  it('includes the ad of the leads', async () => {
    const names = new Map((await report()).map(({ dimensions, metrics }) => [dimensions.ad_id_v2, metrics.ad_name]));
    expect(names.get('1850542800010007903')).toBe('Video 1');
  });

  it.each([
    ['31 days', { start_date: '2026-06-30' }],
    ['both ids', { dimensions: ['ad_id', 'ad_id_v2', 'stat_time_day'] }],
    ['the id of another level', { dimensions: ['campaign_id', 'stat_time_day'] }],
    ['the filter of another level', { filtering: [{ ...all[0], field_name: 'campaign_status' }] }],
    ['an unknown metric', { metrics: ['spent'] }],
    ['ad names by campaign', { data_level: 'AUCTION_CAMPAIGN', dimensions: ['campaign_id'], metrics: ['ad_name'] }],
  ])('refuses %s', async (_name, more) => {
    expect((await get('/report/integrated/get/', reportOf(more))).code).toBe(40002);
  });
});

describe('the lists', () => {
  const idsOf = async (path: string, name: string, filtering: object = {}) =>
    (await get(path, { filtering })).data.list?.map((record) => record[name]) ?? [];

  it('include deleted objects only on request, and list upgraded Smart+ ads by creative', async () => {
    const status = { primary_status: 'STATUS_ALL' };
    const [groups, allGroups] = [
      await idsOf('/adgroup/get/', 'adgroup_id'),
      await idsOf('/adgroup/get/', 'adgroup_id', status),
    ];
    expect(allGroups.length).toBeGreaterThan(groups.length);
    const [ads, allAds] = [await idsOf('/ad/get/', 'ad_id'), await idsOf('/ad/get/', 'ad_id', status)];
    expect(allAds.length).toBeGreaterThan(ads.length);
    const smartAds = await idsOf('/smart_plus/ad/get/', 'smart_plus_ad_id', status);
    expect(smartAds).toHaveLength(1);
    expect(ads).not.toContain(smartAds[0]);
  });

  it('filter by parent and modification time', async () => {
    const [first] = await idsOf('/adgroup/get/', 'adgroup_id');
    const ofGroup = (await get('/ad/get/', { filtering: { adgroup_ids: [first] } })).data.list ?? [];
    expect(new Set(ofGroup.map((record) => record.adgroup_id))).toEqual(new Set([first]));
    const filtering = { primary_status: 'STATUS_ALL', modified_after: '2026-08-01 00:00:00' };
    const changed = (await get('/ad/get/', { filtering })).data.list ?? [];
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.every((record) => String(record.modify_time) > filtering.modified_after)).toBe(true);
    expect((await get('/ad/get/', { filtering: { adgroup_ids: [] } })).code).toBe(40002);
    expect((await get('/ad/get/', { fields: ['nonsense'] })).code).toBe(40002);
  });
});
