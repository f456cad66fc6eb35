import { expect, it } from 'vitest';
import type { AdStatus } from '#shared/campaigns.ts';
import { countLeads, toAd, toAdDayRow, toAdSet, toAssetGroup, toAssetGroupDayRow, toCampaign } from './adTransform.ts';
import { adDay, adGroupObject, adObject, assetGroupDay, assetGroupObject, campaignObject, leadDay } from './adTypes.ts';

const none: ReadonlyMap<string, AdStatus> = new Map();

it('keeps micros, int64 and fractions of conversions exact', () => {
  const row = adDay.parse({
    campaign: { resourceName: 'customers/7778889999/campaigns/20111222333', id: '20111222333', name: 'Search' },
    adGroup: { id: '150111222333', name: 'Brand words' },
    adGroupAd: { ad: { id: '690111222333' } },
    metrics: { clicks: '18', conversions: 2.5, costMicros: '9007199254740993000001', impressions: '9007199254740993' },
    segments: { date: '2026-11-20' },
  });
  const leads = countLeads([
    leadDay.parse({
      segments: { date: '2026-11-20', conversionActionCategory: 'SUBMIT_LEAD_FORM' },
      campaign: { id: '20111222333' },
      adGroupAd: { ad: { id: '690111222333' } },
      metrics: { conversions: 1.5 },
    }),
  ]);
  expect(toAdDayRow(row, leads)).toEqual({
    day: '2026-11-20',
    id: '690111222333',
    campaignId: '20111222333',
    adSetId: '150111222333',
    name: null,
    adSetName: 'Brand words',
    spend: '9007199254740993.000001',
    impressions: '9007199254740993',
    clicks: '18',
    conversions: '2.5',
    leads: '1.5',
  });
});

it('reads an asset group as an ad without an ad set', () => {
  const row = assetGroupDay.parse({
    campaign: { id: '20111222555' },
    assetGroup: { id: '6480001112', name: 'New customers' },
    segments: { date: '2026-11-20' },
  });
  expect(toAssetGroupDayRow(row)).toMatchObject({
    id: '6480001112',
    campaignId: '20111222555',
    adSetId: null,
    name: 'New customers',
    spend: '0',
  });
});

const campaignWith = (campaign: object, campaignBudget?: object) =>
  toCampaign(
    campaignObject.parse({
      customer: { timeZone: 'America/New_York' },
      campaign: { id: '1', name: 'Spring offer', status: 'ENABLED', ...campaign },
      campaignBudget,
    }),
  );

it.each([
  [{ status: 'REMOVED', primaryStatus: 'REMOVED' }, 'deleted', 'REMOVED'],
  [{ status: 'PAUSED', primaryStatus: 'PAUSED' }, 'paused', 'PAUSED'],
  [{ primaryStatus: 'ELIGIBLE' }, 'delivering', 'ELIGIBLE'],
  [{ primaryStatus: 'LIMITED', biddingStrategySystemStatus: 'LIMITED_BY_DATA' }, 'delivering', 'LIMITED'],
  [{ primaryStatus: 'LEARNING', biddingStrategySystemStatus: 'LEARNING_NEW' }, 'learning', 'LEARNING_NEW'],
  [
    { primaryStatus: 'ELIGIBLE', biddingStrategySystemStatus: 'LEARNING_BUDGET_CHANGE' },
    'learning',
    'LEARNING_BUDGET_CHANGE',
  ],
  [{ primaryStatus: 'ENDED' }, 'ended', 'ENDED'],
  [{ primaryStatus: 'MISCONFIGURED' }, 'other', 'MISCONFIGURED'],
  [{}, 'delivering', 'ENABLED'],
  [{ status: 'NEW_VALUE' }, 'other', 'NEW_VALUE'],
])('reads the campaign %j as %s', (campaign, status, platformStatus) => {
  expect(campaignWith(campaign)).toMatchObject({ status, platformStatus });
});

it.each([
  [
    { id: '9', amountMicros: '85500000', explicitlyShared: false },
    { kind: 'daily', amount: '85.5', sharedId: null },
  ],
  [
    { id: '9', amountMicros: '120000000', explicitlyShared: true },
    { kind: 'daily', amount: '120', sharedId: '9' },
  ],
  [
    { id: '9', totalAmountMicros: '9000000000' },
    { kind: 'lifetime', amount: '9000', sharedId: null },
  ],
  [{ id: '9' }, null],
  [undefined, null],
])('reads the budget %j', (budget, expected) => {
  expect(campaignWith({}, budget).budget).toEqual(expected);
});

it('reads the schedule in the time zone of the account, and no end from its last year', () => {
  const { startsAt, endsAt } = campaignWith({
    startDateTime: '2026-03-08 00:00:00',
    endDateTime: '2026-03-08 23:59:59',
  });
  // Clocks change on this day.
  expect([startsAt, endsAt]).toEqual(['2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.000Z']);
  expect(campaignWith({ endDateTime: '2037-12-30 23:59:59' }).endsAt).toBeNull();
});

const adWith = (adGroupAd: { ad?: object; status?: string; policySummary?: object }, parents = none) =>
  toAd(
    adObject.parse({
      campaign: { id: '1' },
      adGroup: { id: '2' },
      adGroupAd: { status: 'ENABLED', ...adGroupAd, ad: { id: '3', ...adGroupAd.ad } },
    }),
    new Map([...parents].filter(([id]) => id === '1')),
    new Map([...parents].filter(([id]) => id === '2')),
  );

it.each([
  [{ name: 'Video 15s', type: 'DEMAND_GEN_VIDEO_RESPONSIVE_AD' }, 'Video 15s'],
  [{ type: 'RESPONSIVE_SEARCH_AD', responsiveSearchAd: { headlines: [{ text: 'Spring offer' }, {}] } }, 'Spring offer'],
  [{ type: 'CALL_AD', responsiveSearchAd: { headlines: [] } }, 'Call ad 3'],
  [{}, 'Ad 3'],
])('labels the ad %j as %s', (ad, name) => {
  expect(adWith({ ad }).name).toBe(name);
});

it.each<[object, [string, AdStatus][], AdStatus, string]>([
  [{ policySummary: { approvalStatus: 'DISAPPROVED', reviewStatus: 'REVIEWED' } }, [], 'refused', 'DISAPPROVED'],
  [
    { policySummary: { approvalStatus: 'UNKNOWN', reviewStatus: 'REVIEW_IN_PROGRESS' } },
    [],
    'in-review',
    'REVIEW_IN_PROGRESS',
  ],
  [
    { policySummary: { approvalStatus: 'APPROVED_LIMITED', reviewStatus: 'REVIEW_IN_PROGRESS' } },
    [],
    'delivering',
    'ENABLED',
  ],
  [{ status: 'PAUSED' }, [], 'paused', 'PAUSED'],
  [{}, [['1', 'learning']], 'delivering', 'ENABLED'],
  [{}, [['1', 'ended']], 'ended', 'ENABLED'],
  [{}, [['2', 'paused']], 'paused', 'ENABLED'],
  [{ status: 'PAUSED' }, [['2', 'deleted']], 'deleted', 'PAUSED'],
])('reads the ad %j below %j as %s', (ad, parents, status, platformStatus) => {
  expect(adWith(ad, new Map(parents))).toMatchObject({ status, platformStatus });
});

it('gives ad groups and asset groups the status of their campaign', () => {
  const paused = new Map<string, AdStatus>([['1', 'paused']]);
  const group = adGroupObject.parse({
    campaign: { id: '1' },
    adGroup: { id: '2', name: 'Retargeting', status: 'ENABLED' },
  });
  expect(toAdSet(group, paused)).toMatchObject({ level: 'adset', status: 'paused', platformStatus: 'ENABLED' });
  const assets = assetGroupObject.parse({
    campaign: { id: '1' },
    assetGroup: { id: '2', name: 'Retargeting', status: 'ENABLED', primaryStatus: 'ELIGIBLE' },
  });
  expect(toAssetGroup(assets, paused)).toMatchObject({ level: 'ad', adSetId: null, status: 'paused' });
  expect(toAssetGroup(assets, none).status).toBe('delivering');
});
