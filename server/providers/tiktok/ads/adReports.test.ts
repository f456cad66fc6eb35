import { describe, expect, it } from 'vitest';
import type { AdReports } from '../../reports/AdReports.ts';
import { adapterAt } from '../../testing/adapterAt.ts';
import { failureOf, present, startPlatforms, week } from '../../testing/startPlatforms.ts';
import { startServer } from '../../testing/startServer.ts';

const platforms = await startPlatforms();

const account = { id: '7554280001000000801', loginCustomerId: null, currency: 'EUR' };
const call = { accessToken: 'token', patience: 'interactive' } as const;
const day = { since: '2026-11-20', until: '2026-11-20' };

type Answer = { list: object[]; totalPages?: number } | { code: number; message?: string };

/** A TikTok that answers paths and parameters; lists not mentioned are empty. */
const startTikTok = async (answer: (path: string, parameters: URLSearchParams) => Answer | undefined) => {
  const paths: string[] = [];
  const { url: apiUrl } = await startServer((req, res) => {
    const url = new URL(req.url ?? '', 'http://tiktok.test');
    const path = url.pathname.replace('/open_api/v1.3', '');
    paths.push(path);
    const found = answer(path, url.searchParams) ?? { list: [] };
    const page = Number(url.searchParams.get('page'));
    const body =
      'code' in found
        ? { ...found, data: {} }
        : { code: 0, data: { list: found.list, page_info: { page, total_page: found.totalPages ?? 1 } } };
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify(body));
  });
  return { ads: present(adapterAt('tiktok', apiUrl).ads, 'ad reports'), paths };
};

const reportPath = '/report/integrated/get/';
const adRow = (id: string, metrics: object = {}) => ({
  dimensions: { ad_id_v2: id, stat_time_day: '2026-11-20 00:00:00' },
  metrics: { spend: '1.50', ...metrics },
});

const readAds = async (ads: AdReports) =>
  (await Array.fromAsync(ads.readDays(call, { account, range: day, level: 'ad' }))).flatMap(({ rows }) => rows);

it('reads parents from the list of ads where an account refuses them as metrics', async () => {
  const parents = { campaign_id: '1', adgroup_id: '2' };
  const { ads, paths } = await startTikTok((path, parameters) => {
    if (path === '/ad/get/') return { list: [{ ad_id: '21', ad_name: 'Video 15s', ...parents }] };
    if (path !== reportPath) return undefined;
    return parameters.get('metrics')?.includes('campaign_id')
      ? { code: 40002, message: "Invalid metric fields: ['campaign_id', 'adgroup_id']" }
      : { list: [adRow('21'), adRow('99')] };
  });
  expect(await readAds(ads)).toMatchObject([
    { id: '21', campaignId: '1', adSetId: '2', spend: '1.5' },
    { id: '99', campaignId: null, adSetId: null },
  ]);
  expect(paths).toEqual([reportPath, reportPath, '/ad/get/', '/smart_plus/ad/get/']);
});

describe('a report of 20,000 ads, which TikTok cuts', () => {
  const thousands = (parameters: URLSearchParams): Answer => {
    const page = Number(parameters.get('page'));
    const list = Array.from({ length: 1000 }, (_, index) => adRow(String(page * 1000 + index), { campaign_id: '1' }));
    return { list, totalPages: 20 };
  };
  const campaignRow = (id: string) => ({
    dimensions: { campaign_id: id, stat_time_day: '2026-11-20 00:00:00' },
    metrics: { spend: '1' },
  });

  it('is read for some campaigns at a time', async () => {
    const filters: string[] = [];
    const { ads } = await startTikTok((_path, parameters) => {
      if (parameters.get('data_level') === 'AUCTION_CAMPAIGN') return { list: ['1', '2', '3'].map(campaignRow) };
      const filter = /campaign_ids.*?(\[.*?\])/.exec(parameters.get('filtering') ?? '')?.[1];
      if (filter === undefined) return thousands(parameters);
      const ids = filter.match(/\d+/g) ?? [];
      filters.push(ids.join(' '));
      return { list: ids.map((id) => adRow(`9${id}`, { campaign_id: id })) };
    });
    expect((await readAds(ads)).map(({ id }) => id)).toEqual(['91', '92', '93']);
    expect(filters).toEqual(['1 2', '3']);
  });

  it('is an error when one campaign has that many ads on one day', async () => {
    const { ads } = await startTikTok((_path, parameters) =>
      parameters.get('data_level') === 'AUCTION_CAMPAIGN' ? { list: [campaignRow('1')] } : thousands(parameters),
    );
    expect(await failureOf(readAds(ads))).toMatchObject({ outcome: 'account', providerCode: 'report-cut' });
  });
});

it('reads an upgraded Smart+ ad once, with the metrics of its three creatives', async () => {
  const { adapter, call: granted, account: own } = await platforms.open('tiktok');
  const ads = present(adapter.ads, 'ad reports');
  const objects = (await Array.fromAsync(ads.listObjects(granted, own))).flat();
  const smart = objects.find(({ name, level }) => level === 'ad' && name.startsWith('Smart+'));
  expect(objects.filter(({ adSetId }) => adSetId === smart?.adSetId && adSetId !== null)).toHaveLength(1);

  const parts = await Array.fromAsync(ads.readDays(granted, { account: own, range: week, level: 'ad' }));
  const campaigns = await Array.fromAsync(ads.readDays(granted, { account: own, range: week, level: 'campaign' }));
  const spendOf = (id: string | undefined, from: typeof parts) =>
    from.flatMap(({ rows }) => rows.filter((row) => row.id === id).map((row) => row.spend));
  expect(spendOf(smart?.id, parts).length).toBeGreaterThan(5);
  expect(spendOf(smart?.id, parts)).toEqual(spendOf(smart?.campaignId ?? '', campaigns));
});
