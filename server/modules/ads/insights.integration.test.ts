import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import { disconnect } from '#shared/contracts/connections.ts';
import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import { insightFacts } from '#shared/insights.ts';
import type { FacebookRow } from '#shared/insights/facebook.ts';
import type { GoogleRow } from '#shared/insights/google.ts';
import type { TikTokRow } from '#shared/insights/tiktok.ts';
import { addDays, defaultRange, utcDay } from '#shared/lib/dateRange.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { stripActPrefix } from '#shared/platforms/stripActPrefix.ts';
import { listAdAccounts as listAnew } from './accounts/adAccounts.service.ts';
import { listStoredAccounts } from './accounts/adAccounts.store.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { clearFaults, orderFaults, readCallCounts } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { findLastQuery } from './preview/insightQueries.store.ts';
import { awaitReads } from './testing/insightTests.ts';

let api: TestApi;
/** A person connected to all three platforms. */
let person: TestPerson;
const range = defaultRange(utcDay(new Date()));
/** A week that is not read by default, so that only the tested call reaches the platform. */
const oldRange = { since: addDays(range.since, -200), until: addDays(range.until, -200) };

const newPerson = () => api.registerUser();
const accountsOf = async (platform: PlatformId, { token } = person): Promise<AdAccount[]> =>
  (await api.request(listAdAccounts[platform], { token })).body.accounts;
const idsOf = async (platform: PlatformId): Promise<string[]> => (await accountsOf(platform)).map(({ id }) => id);

const askFacebook = (body: object, { token } = person, { since, until } = range) =>
  api.request(facebookInsights, { token, body: { since, until, ...body } });
const askGoogle = (body: object, { token } = person, { since, until } = range) =>
  api.request(googleCampaigns, { token, body: { startDate: since, endDate: until, ...body } });
const askTikTok = (body: object, { token } = person, { since, until } = range) =>
  api.request(tiktokCampaigns, { token, body: { start_date: since, end_date: until, ...body } });
const ask = {
  facebook: (ids: string[], asker = person, dates = range) => askFacebook({ ad_account_ids: ids }, asker, dates),
  google: (ids: string[], asker = person, dates = range) => askGoogle({ customerIds: ids }, asker, dates),
  tiktok: (ids: string[], asker = person, dates = range) => askTikTok({ advertiser_ids: ids }, asker, dates),
};

/** Yields all datasets of a selection, one by one. */
const readFacebookDatasets = async (ids: string[]): Promise<FacebookRow[][]> => {
  const datasets: FacebookRow[][] = [];
  let at: { account_index?: number; after_cursor?: string | null } = {};
  for (;;) {
    const { status, body } = await askFacebook({ ad_account_ids: ids, ...at });
    expect(status).toBe(200);
    datasets.push(body.data);
    if (body.nextAccountIndex === ids.length && body.after_cursor === null) return datasets;
    at = { account_index: body.nextAccountIndex, after_cursor: body.after_cursor };
  }
};

beforeAll(async () => {
  api = await startTestApi();
  person = await newPerson();
  for (const platform of platformIds) await connectPlatform(api, person, platform);
});
afterEach(() => clearFaults(api.sandbox));
afterAll(() => api.close());

describe('ad accounts', () => {
  test('[S7.ACC.1] [S3.ACC.1] [S3.ACC.4] Google lists each customer that can be queried once, by descriptiveName', async () => {
    const accounts = await accountsOf('google');
    expect(accounts).toHaveLength(2);
    for (const account of accounts)
      expect(account).toMatchObject({ id: expect.stringMatching(/^\d{10}$/), descriptiveName: expect.any(String) });
  });

  test('[S7.ACC.2] [S3.ACC.1] [S3.ACC.2] [S3.ACC.5] Facebook lists its accounts by name, ids with act_', async () => {
    const accounts = await accountsOf('facebook');
    expect(accounts).toHaveLength(3);
    for (const account of accounts)
      expect(account).toMatchObject({ id: expect.stringMatching(/^act_\d+$/), name: expect.any(String) });
  });

  test('that arrive after a disconnect are not stored', async () => {
    const owner = await api.registerUser();
    const { workspaceId, token } = owner;
    await connectPlatform(api, owner, 'facebook');
    const { facebook } = api.context.platforms;
    if (!facebook) throw new Error('Facebook is off');
    const listAccounts: typeof facebook.listAccounts = async (call) => {
      const listed = await facebook.listAccounts(call);
      await api.request(disconnect, { token, params: { platform: 'facebook' } });
      return listed;
    };
    const context = {
      ...api.context,
      platforms: { ...api.context.platforms, facebook: { ...facebook, listAccounts } },
    };
    const listing = listAnew(context, workspaceId, 'facebook', { patience: 'interactive' });
    await expect(listing).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
    expect(await listStoredAccounts(api.context.db, workspaceId, 'facebook')).toEqual([]);
  });

  test('[S7.ACC.3] [S3.ACC.1] [S3.ACC.3] TikTok lists its advertisers by name', async () => {
    const accounts = await accountsOf('tiktok');
    expect(accounts).toHaveLength(2);
    for (const account of accounts)
      expect(account).toMatchObject({ id: expect.stringMatching(/^\d+$/), name: expect.any(String) });
  });

  test.each(platformIds)('%s returns 403 and names the platform if it is not connected', async (platform) => {
    const { token } = await newPerson();
    expect(await api.request(listAdAccounts[platform], { token })).toEqual({
      status: 403,
      body: { success: false, message: `${platformNames[platform]} account is not connected`, code: 'NOT_CONNECTED' },
    });
  });
});

describe('Facebook insights', () => {
  test('[S7.FBI.1] [S7.FBI.3] [S7.FBI.4] [S7.FBI.5] [S3.FB.1] a dataset has ten rows of the thirteen fields', async () => {
    const { body } = await askFacebook({ ad_account_ids: await idsOf('facebook') });
    expect(body).toMatchObject({ success: true, nextAccountIndex: 0, after_cursor: expect.any(String), warnings: [] });
    expect(body.data).toHaveLength(10);
    for (const row of body.data) {
      expect(Object.keys(row).toSorted()).toEqual(insightFacts.facebook.columns.map(({ key }) => key).toSorted());
      expect(row).toMatchObject({
        platform: 'facebook',
        ad_id: expect.any(String),
        clicks: expect.any(Number),
        spend: expect.any(Number),
      });
      expect(row.date >= range.since && row.date <= range.until).toBe(true);
    }
  });

  test('[S7.FBI.2] [S7.FBI.6] the cursors lead to every row once and skip accounts without rows', async () => {
    const datasets = await readFacebookDatasets(await idsOf('facebook'));
    expect(datasets.map((rows) => rows.length)).toEqual([10, 4, 6]);
    const keys = datasets.flat().map(({ ad_id, date }) => `${ad_id} ${date}`);
    expect(new Set(keys).size).toBe(20);
  });

  test('accepts ids with and without act_, and every spelling of the first cursor', async () => {
    const [first = ''] = await idsOf('facebook');
    const { body: expected } = await askFacebook({ ad_account_ids: [first] });
    for (const start of [
      {},
      { account_index: 0 },
      { account_index: null, after_cursor: null },
      { account_index: '', after_cursor: '' },
    ])
      expect((await askFacebook({ ad_account_ids: [stripActPrefix(first)], ...start })).body).toEqual(expected);
  });

  test('an account named twice is read once, and the final index is the number of ids', async () => {
    const [first = '', , third = ''] = await idsOf('facebook');
    const datasets = await readFacebookDatasets([first, third, stripActPrefix(first), third]);
    expect(datasets.map((rows) => rows.length)).toEqual([10, 4, 6]);
  });

  test('an index past the end returns no rows and the final values', async () => {
    const { body } = await askFacebook({ ad_account_ids: await idsOf('facebook'), account_index: 7 });
    expect(body).toMatchObject({ data: [], nextAccountIndex: 3, after_cursor: null });
  });

  test('an unreadable account is a warning beside others and an error alone', async () => {
    const [first = '', second = '', third = ''] = await idsOf('facebook');
    const path = `/${first}/insights`;
    await orderFaults(api.sandbox, { provider: 'facebook', path, kind: 'permission', count: 20 });
    const { body } = await askFacebook({ ad_account_ids: [first, second, third] }, person, oldRange);
    expect(body.data.length).toBeGreaterThan(0);
    expect(body.nextAccountIndex).toBeGreaterThan(0);
    expect(body.warnings).toEqual([{ accountId: first, message: expect.any(String) }]);
    const alone = await askFacebook({ ad_account_ids: [first] }, person, oldRange);
    expect(alone).toMatchObject({
      status: 502,
      body: { success: false, code: 'PLATFORM_FAILED', message: expect.any(String) },
    });
  });
});

test('[S7.GGC.1] [S7.GGC.2] [S3.GG.1] Google returns all rows of the customers, with text ids and numeric values', async () => {
  const ids = await idsOf('google');
  const { body } = await askGoogle({ customerIds: ids });
  const rows: GoogleRow[] = body.data;
  expect(rows).toHaveLength(23);
  expect(rows.filter(({ customerId }) => customerId === ids[1])).toHaveLength(9);
  for (const row of rows) {
    expect(Object.keys(row).toSorted()).toEqual(insightFacts.google.columns.map(({ key }) => key).toSorted());
    expect(row).toMatchObject({
      campaignId: expect.any(String),
      spend: expect.any(Number),
      impressions: expect.any(Number),
    });
    // Performance Max has no ads.
    const labels = row.adId === '' ? [''] : ['Enabled', 'Paused', 'Removed', 'Unknown'];
    expect(labels).toContain(row.adStatusLabel);
  }
});

test('[S7.TTC.1] [S7.TTC.2] [S3.TT.1] TikTok returns each campaign once with its metrics, in 36 fields', async () => {
  const { body } = await askTikTok({ advertiser_ids: await idsOf('tiktok') });
  const rows: TikTokRow[] = body.data;
  expect(rows).toHaveLength(12);
  expect(new Set(rows.map(({ campaign_id }) => campaign_id)).size).toBe(12);
  expect(insightFacts.tiktok.columns).toHaveLength(36);
  for (const row of rows)
    expect(Object.keys(row).toSorted()).toEqual(insightFacts.tiktok.columns.map(({ key }) => key).toSorted());
  expect(rows.reduce((sum, { spend }) => sum + spend, 0)).toBeGreaterThan(0);
});

describe.each(platformIds)('rows of %s', (platform) => {
  test('are refused for ids of other connections without calling any platform', async () => {
    // Other platforms and lead forms are read meanwhile.
    const insightCalls = async () =>
      Object.entries(await readCallCounts(api.sandbox)).filter(
        ([call]) => call.startsWith(platform) && /insights|googleAds|campaign\/get|report/.test(call),
      );
    const ids = await idsOf(platform);
    await awaitReads(api, person, platform);
    expect((await ask[platform](ids)).status).toBe(200);
    const before = await insightCalls();
    expect(before).not.toEqual([]);
    const { status, body } = await ask[platform](['1234567890']);
    expect([status, body.code]).toEqual([403, 'FOREIGN_ACCOUNT']);
    expect(await insightCalls()).toEqual(before);
  });

  test('require a connected platform', async () => {
    const stranger = await newPerson();
    expect(await ask[platform](await idsOf(platform), stranger)).toMatchObject({
      status: 403,
      body: { code: 'NOT_CONNECTED' },
    });
  });

  test('require existing, ordered dates within two years, and at least one account', async () => {
    const ids = await idsOf(platform);
    const names = {
      facebook: ['since', 'until'],
      google: ['startDate', 'endDate'],
      tiktok: ['start_date', 'end_date'],
    }[platform];
    const endpoints = { facebook: facebookInsights, google: googleCampaigns, tiktok: tiktokCampaigns };
    const idName = { facebook: 'ad_account_ids', google: 'customerIds', tiktok: 'advertiser_ids' }[platform];
    const send = (since: unknown, until: unknown, accounts: unknown = ids) =>
      api.request(endpoints[platform], {
        token: person.token,
        body: { [names[0] ?? '']: since, [names[1] ?? '']: until, [idName]: accounts },
      });
    const bad: [unknown, unknown, unknown?][] = [
      [range.until, range.since],
      ['2026-02-30', range.until],
      [addDays(range.until, -800), range.until],
      [range.since, addDays(range.until, 2)],
      [null, range.until],
      [range.since, range.until, []],
      [range.since, range.until, 'all'],
      [range.since, range.until, [{ $ne: 1 }]],
    ];
    for (const each of bad) {
      const { status, body } = await send(...each);
      expect([each, status, body.success, body.code]).toEqual([each, 400, false, 'VALIDATION']);
    }
  });

  test('save their account ids as the last query for these dates', async () => {
    const ids = await idsOf(platform);
    await ask[platform](ids);
    expect(await findLastQuery(api.context.db, person.workspaceId, platform, range)).toEqual(ids);
  });

  test('are returned despite one platform failure', async () => {
    const ids = await idsOf(platform);
    const path = { facebook: '/insights', google: 'searchStream', tiktok: '/report/' }[platform];
    await awaitReads(api, person, platform);
    await orderFaults(api.sandbox, { provider: platform, path, kind: '500', count: 1 });
    const { status, body } = await ask[platform](ids, person, oldRange);
    expect([status, body.warnings]).toEqual([200, []]);
    expect(body.data.length).toBeGreaterThan(0);
  });

  test('return a plain throttling error without signing the person out', async () => {
    const stranger = await newPerson();
    await connectPlatform(api, stranger, platform);
    const ids = (await accountsOf(platform, stranger)).map(({ id }) => id);
    const path = { facebook: '/insights', google: 'searchStream', tiktok: '/report/' }[platform];
    await orderFaults(api.sandbox, { provider: platform, path, kind: '429', count: 20, retryAfterSeconds: 90 });
    const { status, body } = await ask[platform](ids, stranger, oldRange);
    expect([status, body.code, body.message]).toEqual([
      429,
      'PLATFORM_THROTTLED',
      `${platformNames[platform]} limits how often data can be read. Please try again later.`,
    ]);
  });
});
