import { describe, expect, it } from 'vitest';
import { countDays } from '#shared/lib/dateRange.ts';
import campaignsSample from '#server/providers/tiktok/samples/campaigns.json' with { type: 'json' };
import reportSample from '#server/providers/tiktok/samples/report.json' with { type: 'json' };
import { toAccount, toSpans, toTikTokRows } from './transform.ts';
import { campaign, listData, reportRow } from '#server/providers/tiktok/types.ts';

const campaigns = listData(campaign).parse(campaignsSample).list;
const report = listData(reportRow).parse(reportSample).list;

describe('toTikTokRows', () => {
  it('joins every listed campaign with its metrics and drops the rest of the report', () => {
    const rows = toTikTokRows(campaigns, [report]);
    expect(rows.map((row) => row.campaign_id)).toEqual(['1850000000000901', '1850000000000902']);
    expect(rows[0]).toEqual({
      campaign_id: '1850000000000901',
      campaign_name: 'Autumn leads',
      advertiser_id: '7500000000000000801',
      objective: 'LANDING_PAGE',
      objective_type: 'LEAD_GENERATION',
      secondary_status: 'CAMPAIGN_STATUS_ENABLE',
      campaign_type: 'REGULAR_CAMPAIGN',
      rf_campaign_type: null,
      campaign_automation_type: 'MANUAL',
      is_smart_performance_campaign: false,
      is_search_campaign: false,
      is_new_structure: true,
      is_advanced_dedicated_campaign: false,
      roas_bid: 0,
      budget_mode: 'BUDGET_MODE_DAY',
      budget: 50,
      operation_status: 'ENABLE',
      catalog_enabled: false,
      app_promotion_type: 'UNSET',
      deep_bid_type: null,
      rta_product_selection_enabled: false,
      rta_id: null,
      disable_skan_campaign: null,
      rta_bid_enabled: false,
      create_time: '2026-10-02 07:15:31',
      modify_time: '2026-11-10 12:00:04',
      ctr: 1.18,
      cpm: 3.677,
      conversion_rate: 0.04,
      spend: 214.37,
      profile_visits: 0,
      cpc: 0.311,
      clicks: 690,
      impressions: 58300,
      conversion: 21,
      reach: 40806,
    });
  });

  it('gives a campaign without delivery zeros, unknown ratios and every key', () => {
    const [first, second] = toTikTokRows(campaigns, [report]);
    expect(Object.keys(second ?? {}).toSorted()).toEqual(Object.keys(first ?? {}).toSorted());
    expect(second).toMatchObject({
      objective: null,
      spend: 0,
      impressions: 0,
      reach: 0,
      ctr: null,
      cpc: null,
      cpm: null,
    });
  });

  it('sums spans, recalculates ratios and does not sum reach', () => {
    const [row] = toTikTokRows(campaigns, [report, report]);
    expect(row).toMatchObject({ spend: 428.74, impressions: 116600, clicks: 1380, conversion: 42, reach: null });
    expect(row).toMatchObject({ ctr: 1.18, cpc: 0.311, cpm: 3.677, conversion_rate: 0.04 });
  });
});

describe('toSpans', () => {
  it('keeps a year in one span', () => {
    const range = { since: '2025-11-22', until: '2026-11-21' };
    expect(toSpans(range)).toEqual([range]);
  });

  it('splits two years without gap or overlap', () => {
    const range = { since: '2024-11-21', until: '2026-11-21' };
    const spans = toSpans(range);
    expect(spans).toEqual([
      { since: '2024-11-21', until: '2025-11-20' },
      { since: '2025-11-21', until: '2026-11-20' },
      { since: '2026-11-21', until: '2026-11-21' },
    ]);
    expect(spans.reduce((days, span) => days + countDays(span), 0)).toBe(countDays(range));
  });
});

it('lists an advertiser with unreadable details', () => {
  expect(toAccount({ id: '75', name: '' }, undefined)).toEqual({
    id: '75',
    name: '75',
    currency: null,
    timeZone: null,
    loginCustomerId: null,
  });
});
