import { describe, expect, it } from 'vitest';
import adAccountsSample from '#server/providers/facebook/samples/adAccounts.json' with { type: 'json' };
import insightsSample from '#server/providers/facebook/samples/insights.json' with { type: 'json' };
import { nextCursor, toAccount, toFacebookRow } from './transform.ts';
import { adAccount, insight, pageOf } from '#server/providers/facebook/types.ts';

const insights = pageOf(insight).parse(insightsSample);
const adAccounts = pageOf(adAccount).parse(adAccountsSample);

describe('toFacebookRow', () => {
  it('maps texts to numbers, and omitted values to zero', () => {
    expect(insights.data.map(toFacebookRow)).toEqual([
      {
        ad_id: '120210000000000401',
        ad_name: 'Test drive video',
        adset_id: '120210000000000301',
        adset_name: 'Berlin 25-54',
        campaign_id: '120210000000000201',
        campaign_name: 'Autumn leads',
        clicks: 41,
        date: '2026-11-01',
        impressions: 3120,
        leads: 5,
        link_clicks: 27,
        platform: 'facebook',
        spend: 12.37,
      },
      {
        ad_id: '120210000000000402',
        ad_name: 'Test drive picture',
        adset_id: '120210000000000301',
        adset_name: 'Berlin 25-54',
        campaign_id: '120210000000000201',
        campaign_name: 'Autumn leads',
        clicks: 5,
        date: '2026-11-02',
        impressions: 610,
        leads: 0,
        link_clicks: 0,
        platform: 'facebook',
        spend: 2.1,
      },
    ]);
  });

  it.each([
    [['onsite_conversion.lead_grouped', 'offsite_conversion.fb_pixel_lead'], 1],
    [['offsite_conversion.fb_pixel_lead', 'leadgen_grouped'], 2],
    [['link_click'], 0],
  ])('counts nested lead actions once: %j', (types, expected) => {
    const actions = types.map((action_type, index) => ({ action_type, value: String(index + 1) }));
    const [row] = insights.data;
    expect(row && toFacebookRow({ ...row, actions }).leads).toBe(expected);
  });
});

describe('nextCursor', () => {
  it('continues when there is a next page', () => {
    expect(nextCursor(insights)).toBe('MQZDZD');
  });

  it('ends without a next page, even if there is a cursor', () => {
    expect(nextCursor(adAccounts)).toBeNull();
  });

  it('ends on an empty answer without paging', () => {
    expect(nextCursor(pageOf(insight).parse({ data: [] }))).toBeNull();
  });
});

it('maps an ad account with its prefix, even without a name', () => {
  expect(adAccounts.data.map(toAccount)).toEqual([
    {
      id: 'act_900100200300',
      name: 'Sandbox Motors',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      loginCustomerId: null,
    },
    { id: 'act_900100200301', name: 'act_900100200301', currency: 'USD', timeZone: null, loginCustomerId: null },
  ]);
});
