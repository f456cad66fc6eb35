import { expect, it } from 'vitest';
import { present, startPlatforms, week } from '../../testing/startPlatforms.ts';
import { toAdSet, toCampaign, toCampaignDayRow, toStatus } from './adTransform.ts';
import { adSetObject, campaignDay, campaignObject } from './adTypes.ts';

const platforms = await startPlatforms();

it('reads the same rows by a report when Facebook finds the answer too large', async () => {
  const { call, account } = await platforms.open('facebook');
  const ads = present(platforms.facebookWithReports().ads, 'ad reports');
  const query = { account, range: week, level: 'ad' } as const;
  const read = async () =>
    (await Array.fromAsync(ads.readDays({ ...call, patience: 'background' }, query))).flatMap(({ rows }) => rows);
  const whole = await read();
  expect(whole.length).toBeGreaterThan(7);
  await platforms.control('POST', 'facebook/capacity', { weight: 1, refusal: 'slow' });
  await platforms.control('POST', 'facebook/reports', { ends: ['skipped'] });
  expect(await read()).toEqual(whole);
});

it('reads live objects and their days when Facebook refuses filters by status', async () => {
  const { adapter, call, account } = await platforms.open('facebook');
  const ads = present(adapter.ads, 'ad reports');
  const july = { since: '2026-07-01', until: '2026-07-31' };
  const read = async () => ({
    listed: (await Array.fromAsync(ads.listObjects(call, account))).flat().map(({ id }) => id),
    reported: (await Array.fromAsync(ads.readDays(call, { account, range: july, level: 'ad' })))
      .flatMap(({ rows }) => rows)
      .map((row) => `${row.day} ${row.id}`),
  });
  const whole = await read();
  await platforms.control('POST', 'facebook/status-filters', { areRefused: true });
  const live = await read();
  for (const part of ['listed', 'reported'] as const) {
    expect(live[part].length).toBeGreaterThan(0);
    expect(live[part].length).toBeLessThan(whole[part].length);
    expect(live[part].filter((each) => !whole[part].includes(each))).toEqual([]);
  }
});

it('lists a budget for every campaign or for all of its ad sets, and the learning phase', async () => {
  const { adapter, call, account } = await platforms.open('facebook');
  const objects = (await Array.fromAsync(present(adapter.ads, 'ad reports').listObjects(call, account))).flat();
  const campaigns = objects.filter(({ level }) => level === 'campaign');
  expect(campaigns.length).toBeGreaterThan(0);
  for (const { id, budget } of campaigns) {
    const adSets = objects.filter(({ level, campaignId }) => level === 'adset' && campaignId === id);
    expect(adSets.length).toBeGreaterThan(1);
    expect(adSets.filter((adSet) => adSet.budget === null)).toHaveLength(budget === null ? 0 : adSets.length);
  }
  expect(objects.find(({ level }) => level === 'adset')?.status).toBe('learning');
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
  ['HUF', { daily_budget: '15000' }, { kind: 'daily', amount: '15000' }],
  ['TWD', { lifetime_budget: '900' }, { kind: 'lifetime', amount: '900' }],
  ['BHD', { lifetime_budget: '12345' }, { kind: 'lifetime', amount: '123.45' }],
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
