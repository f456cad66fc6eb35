import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PlatformAccount } from '../../PlatformAccount.ts';
import { reportedLevels } from '../../AdReports.ts';
import type { AdDayRow, AdReports, ReportedLevel } from '../../AdReports.ts';
import { addDecimals } from '../../decimalText.ts';
import type { PlatformCall } from '../../PlatformCall.ts';
import { callWith, startPlatforms, week } from '../../testing/startPlatforms.ts';
import type { TestPlatforms } from '../../testing/startPlatforms.ts';
import { toAdSet, toCampaign, toCampaignDayRow, toStatus } from './adTransform.ts';
import { adSetObject, campaignDay, campaignObject } from './adTypes.ts';

let platforms: TestPlatforms;
beforeAll(async () => {
  platforms = await startPlatforms();
});
afterAll(() => platforms.close());
beforeEach(() => platforms.reset());

type Opened = { ads: AdReports; call: PlatformCall; account: PlatformAccount };

const openFirst = async (): Promise<Opened> => {
  const call = { ...callWith(await platforms.connect('facebook')), patience: 'background' as const };
  const { ads } = platforms.facebookWithReports();
  if (!ads) throw new Error('no ad reports');
  return { ads, call, account: await platforms.firstAccount('facebook', call) };
};

const readRows = async ({ ads, call, account }: Opened, level: ReportedLevel, range = week): Promise<AdDayRow[]> =>
  (await Array.fromAsync(ads.readDays(call, { account, range, level }))).flatMap(({ rows }) => rows);

const keyOf = ({ day }: AdDayRow, id: string | null) => `${day} ${id}`;

it('has the ads of the Preview, which add up to their campaigns', async () => {
  const opened = await openFirst();
  const ads = await readRows(opened, 'ad');
  const campaigns = new Map((await readRows(opened, 'campaign')).map((row) => [keyOf(row, row.id), row]));
  expect(ads.length).toBeGreaterThan(7);
  for (const name of ['spend', 'impressions', 'clicks', 'conversions', 'leads'] as const) {
    const sums = new Map<string, string>();
    for (const row of ads) {
      const key = keyOf(row, row.campaignId);
      sums.set(key, addDecimals(sums.get(key) ?? '0', row[name]));
    }
    expect(sums).toEqual(new Map([...campaigns].map(([key, row]) => [key, row[name]])));
  }
  const byId = new Map(ads.map((row) => [keyOf(row, row.id), row]));
  let count = 0;
  for await (const { days } of platforms.adapter('facebook').readDays(opened.call, { ...opened, range: week }))
    for (const row of [...days.values()].flat()) {
      const ad = 'ad_id' in row ? byId.get(`${row.date} ${row.ad_id}`) : undefined;
      expect(ad).toMatchObject({ spend: String(row.spend), impressions: String(row.impressions) });
      count += 1;
    }
  expect(count).toBe(ads.length);
});

it('reads the same rows by a report when Facebook finds the answer too large', async () => {
  const opened = await openFirst();
  const whole = await readRows(opened, 'ad');
  await platforms.control('POST', 'facebook/capacity', { weight: 1, refusal: 'slow' });
  await platforms.control('POST', 'facebook/reports', { ends: ['skipped'] });
  expect(await readRows(opened, 'ad')).toEqual(whole);
});

it('lists campaigns, ad sets and ads with parents, budgets and the learning phase', async () => {
  const { ads, call, account } = await openFirst();
  const objects = (await Array.fromAsync(ads.listObjects(call, account))).flat();
  const idsOf = (level: string) => new Set(objects.filter((each) => each.level === level).map(({ id }) => id));
  for (const { level, campaignId, adSetId } of objects) {
    expect(level === 'campaign' || idsOf('campaign').has(campaignId ?? '')).toBe(true);
    expect(level !== 'ad' || idsOf('adset').has(adSetId ?? '')).toBe(true);
  }
  expect(objects.filter(({ budget }) => budget !== null)).toHaveLength(idsOf('campaign').size);
  expect(objects.find(({ level }) => level === 'adset')?.status).toBe('learning');
});

it('reports corrections of an old day at the ad and at its campaign', async () => {
  const opened = await openFirst();
  const [before] = await readRows(opened, 'ad');
  if (!before) throw new Error('no row');
  const order = { platform: 'facebook', accountId: opened.account.id, adId: before.id, day: before.day };
  await platforms.control('POST', 'corrections', { ...order, spend: 1.25, conversions: 2 });
  for (const level of reportedLevels) {
    const id = level === 'ad' ? before.id : before.campaignId;
    const row = (await readRows(opened, level)).find((each) => each.id === id && each.day === before.day);
    expect(Number(row?.spend)).toBeCloseTo(Number(before.spend) + 1.25, 6);
  }
});

it.each([
  ['ACTIVE', 'delivering'],
  ['CAMPAIGN_PAUSED', 'paused'],
  ['ARCHIVED', 'ended'],
  ['DELETED', 'deleted'],
  ['DISAPPROVED', 'refused'],
  ['PENDING_REVIEW', 'in-review'],
  ['A_NEW_STATUS', 'other'],
])('reads %s as %s', (effective, status) => {
  expect(toStatus(effective)).toBe(status);
});

it.each([
  ['EUR', { daily_budget: '5005' }, { kind: 'daily', amount: '50.05' }],
  ['JPY', { daily_budget: '5000' }, { kind: 'daily', amount: '5000' }],
  ['KWD', { lifetime_budget: '12345' }, { kind: 'lifetime', amount: '12.345' }],
  ['EUR', { daily_budget: '0', lifetime_budget: '7' }, { kind: 'lifetime', amount: '0.07' }],
])('reads a budget in %s from %j', (currency, budgets, expected) => {
  expect(toCampaign(campaignObject.parse({ id: '1', ...budgets }), currency).budget).toMatchObject(expected);
});

it('reads an ad set without a budget, and its times', () => {
  const adSet = adSetObject.parse({ id: '2', campaign_id: '1', start_time: '2026-10-02T07:15:31+0200' });
  expect(toAdSet(adSet, 'EUR')).toMatchObject({ budget: null, startsAt: '2026-10-02T05:15:31.000Z', endsAt: null });
});

it('keeps exact amounts and counts a lead once', () => {
  const row = campaignDay.parse({
    campaign_id: '1',
    spend: '9007199254740993.010',
    date_start: '2026-11-20',
    actions: [
      { action_type: 'onsite_conversion.lead_grouped', value: '3' },
      { action_type: 'lead', value: '4' },
    ],
  });
  expect(toCampaignDayRow(row)).toMatchObject({ spend: '9007199254740993.01', clicks: '0', leads: '4' });
});
