import { expect, it } from 'vitest';
import { toStatus } from './adStatus.ts';
import { toAdDayRow, toAds, toAdSet, toCampaign, toCampaignDayRow } from './adTransform.ts';
import { adDay, adGroupObject, adObject, campaignDay, campaignObject, smartAdObject } from './adTypes.ts';

const dayWith = (metrics: object) =>
  adDay.parse({
    dimensions: { ad_id_v2: '1850000000000903', stat_time_day: '2026-11-20 00:00:00' },
    metrics: { spend: '12.370', impressions: '3120', clicks: '41', conversion: '3', ...metrics },
  });

it('keeps amounts as exact text', () => {
  const metrics = {
    ad_name: 'Video 15s',
    adgroup_id: '1850000000000902',
    adgroup_name: 'Set A',
    campaign_id: '1850000000000901',
    reach: '28',
  };
  expect(toAdDayRow(dayWith({ ...metrics, spend: '9007199254740993.010', onsite_form: '3', form: '-' }))).toEqual({
    day: '2026-11-20',
    id: '1850000000000903',
    campaignId: '1850000000000901',
    adSetId: '1850000000000902',
    name: 'Video 15s',
    adSetName: 'Set A',
    spend: '9007199254740993.01',
    impressions: '3120',
    clicks: '41',
    conversions: '3',
    leads: '3',
  });
});

it.each([
  [{ onsite_form: '2', form: '1' }, '3'],
  [{ onsite_form: '0', form: '-', objective_type: 'LEAD_GENERATION' }, '0'],
  [{ onsite_form: '-', form: '-', objective_type: 'LEAD_GENERATION' }, '3'],
  [{ objective_type: 'TRAFFIC' }, '0'],
])('counts the leads of %j', (metrics, leads) => {
  expect(toAdDayRow(dayWith(metrics)).leads).toBe(leads);
});

it('reads missing metrics as zero, and parents from the list of ads', () => {
  const row = dayWith({ spend: '-', impressions: null, clicks: undefined, campaign_id: '-' });
  const parents = new Map([['1850000000000903', { campaignId: '1', adSetId: '2' }]]);
  expect(toAdDayRow(row, parents)).toMatchObject({
    spend: '0',
    impressions: '0',
    clicks: '0',
    campaignId: '1',
    adSetId: '2',
  });
  expect(toAdDayRow(row).campaignId).toBeNull();
});

it('reads a day of a campaign', () => {
  const row = campaignDay.parse({
    dimensions: { campaign_id: '1850000000000901', stat_time_day: '2026-11-20 00:00:00' },
    metrics: { campaign_name: 'Autumn leads', spend: '20.000' },
  });
  expect(toCampaignDayRow(row)).toMatchObject({
    id: '1850000000000901',
    campaignId: null,
    name: 'Autumn leads',
    spend: '20',
  });
});

it.each([
  ['CAMPAIGN_STATUS_ENABLE', 'delivering'],
  ['ADGROUP_STATUS_DELIVERY_OK', 'delivering'],
  ['AD_STATUS_DELIVERY_OK', 'delivering'],
  ['AD_STATUS_DISABLE', 'paused'],
  ['AD_STATUS_ADGROUP_DISABLE', 'paused'],
  ['AD_STATUS_CAMPAIGN_DISABLE', 'paused'],
  ['ADGROUP_STATUS_FROZEN', 'paused'],
  ['AD_STATUS_AUDIT', 'in-review'],
  ['ADGROUP_STATUS_REAUDIT', 'in-review'],
  ['CAMPAIGN_STATUS_ADVERTISER_AUDIT', 'in-review'],
  ['AD_STATUS_AUDIT_DENY', 'refused'],
  ['CAMPAIGN_STATUS_ADVERTISER_AUDIT_DENY', 'refused'],
  ['CAMPAIGN_STATUS_REVIEW_DISAPPROVED', 'refused'],
  ['CAMPAIGN_STATUS_BUDGET_EXCEED', 'out-of-budget'],
  ['AD_STATUS_BALANCE_EXCEED', 'out-of-budget'],
  ['ADVERTISER_ACCOUNT_BALANCE_EXCEED', 'out-of-budget'],
  ['ADGROUP_STATUS_TIME_DONE', 'ended'],
  ['AD_STATUS_DONE', 'ended'],
  ['AD_STATUS_DELETE', 'deleted'],
  ['AD_STATUS_CAMPAIGN_DELETE', 'deleted'],
  ['ADGROUP_STATUS_NOT_START', 'other'],
  ['AD_STAUS_PIXEL_UNBIND', 'other'],
  ['A_NEW_STATUS', 'other'],
])('reads %s as %s', (secondary, status) => {
  expect(toStatus(secondary, 'ENABLE')).toBe(status);
});

it('reads the status from the switch where TikTok reports no other', () => {
  expect([toStatus(null, 'DISABLE'), toStatus('', 'ENABLE'), toStatus(undefined, undefined)]).toEqual([
    'paused',
    'delivering',
    'other',
  ]);
});

it.each([
  [
    { budget_mode: 'BUDGET_MODE_DAY', budget: 50 },
    { kind: 'daily', amount: '50', sharedId: null },
  ],
  [
    { budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET', budget: 20.5 },
    { kind: 'daily', amount: '20.5', sharedId: null },
  ],
  [
    { budget_mode: 'BUDGET_MODE_TOTAL', budget: 5000 },
    { kind: 'lifetime', amount: '5000', sharedId: null },
  ],
  [{ budget_mode: 'BUDGET_MODE_INFINITE', budget: 0 }, null],
  [{}, null],
])('reads the budget %j', (fields, budget) => {
  expect(toCampaign(campaignObject.parse({ campaign_id: '1', ...fields })).budget).toEqual(budget);
});

it('reads schedules as UTC, and an open one without an end', () => {
  const group = {
    adgroup_id: '2',
    campaign_id: '1',
    adgroup_name: 'Retargeting',
    optimization_goal: 'LEAD_GENERATION',
    schedule_start_time: '2026-10-02 07:15:31',
    schedule_end_time: '2026-12-31 22:59:59',
  };
  const read = (schedule_type: string) => toAdSet(adGroupObject.parse({ ...group, schedule_type }));
  expect(read('SCHEDULE_START_END')).toMatchObject({
    optimizationGoal: 'LEAD_GENERATION',
    startsAt: '2026-10-02T07:15:31.000Z',
    endsAt: '2026-12-31T22:59:59.000Z',
  });
  expect(read('SCHEDULE_FROM_NOW').endsAt).toBeNull();
});

it('lists an upgraded Smart+ ad once instead of its creatives', () => {
  const parents = { campaign_id: '1', secondary_status: 'AD_STATUS_DELIVERY_OK' };
  const ads = ['31', '32', '33'].map((ad_id) => adObject.parse({ ad_id, adgroup_id: '3', ...parents }));
  const ordinary = adObject.parse({ ad_id: '21', adgroup_id: '2', ad_name: 'Video 15s', ...parents });
  const smart = smartAdObject.parse({ smart_plus_ad_id: '30', adgroup_id: '3', ad_name: 'Smart+', ...parents });
  expect(toAds([...ads, ordinary], [smart])).toMatchObject([
    { level: 'ad', id: '21', name: 'Video 15s', adSetId: '2' },
    { level: 'ad', id: '30', name: 'Smart+', adSetId: '3', campaignId: '1', status: 'delivering' },
  ]);
});
