import { afterAll, describe, expect, it } from 'vitest';
import { startSandbox } from '#server/sandbox/startSandbox.ts';
import { createTikTokClient } from '#server/sandbox/tiktok/testing/tiktokClient.ts';

/** The fields of a campaign that the product shows. */
const campaignFields =
  'campaign_id,campaign_name,advertiser_id,objective,objective_type,secondary_status,campaign_type,rf_campaign_type,campaign_automation_type,is_smart_performance_campaign,is_search_campaign,is_new_structure,is_advanced_dedicated_campaign,roas_bid,budget_mode,budget,operation_status,catalog_enabled,app_promotion_type,deep_bid_type,rta_product_selection_enabled,rta_id,disable_skan_campaign,rta_bid_enabled,create_time,modify_time'.split(
    ',',
  );

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const tiktok = createTikTokClient(sandbox.url);
const { accessToken, advertisers } = await tiktok.signIn();

const get = (path: string, parameters: Record<string, unknown>) => tiktok.get(path, parameters, accessToken);

describe('advertisers and campaigns', () => {
  it('describes advertisers by id', async () => {
    const { data } = await get('/advertiser/info/', {
      advertiser_ids: advertisers,
      fields: ['advertiser_id', 'name', 'currency', 'display_timezone'],
    });
    expect(data.list).toEqual([
      expect.objectContaining({ advertiser_id: advertisers[0], currency: 'EUR', display_timezone: 'Europe/Berlin' }),
      expect.objectContaining({ advertiser_id: advertisers[1], currency: 'USD', display_timezone: 'America/New_York' }),
    ]);
    expect((await get('/advertiser/info/', { advertiser_ids: advertisers, fields: ['nam'] })).code).toBe(40002);
    expect((await get('/advertiser/info/', { advertiser_ids: ['1'] })).code).toBe(40001);
    expect((await get('/advertiser/info/', { advertiser_ids: Array(101).fill('1') })).code).toBe(40011);
  });

  it("lists 12 campaigns, newest first, with all of the product's fields, including nulls", async () => {
    const lists = await Promise.all(
      advertisers.map(async (advertiser_id) => {
        const { data } = await get('/campaign/get/', { advertiser_id, fields: campaignFields, page_size: 1000 });
        const list = data.list ?? [];
        expect(data.page_info).toEqual({ page: 1, page_size: 1000, total_number: list.length, total_page: 1 });
        expect(list.every((campaign) => campaign.advertiser_id === advertiser_id)).toBe(true);
        const ids = list.map(({ campaign_id: id }) => String(id));
        expect(ids).toEqual(ids.toSorted().toReversed());
        return list;
      }),
    );
    expect(lists.map((list) => list.length)).toEqual([7, 5]);
    const all = lists.flat();
    expect(new Set(all.map(({ campaign_id: id }) => id)).size).toBe(12);
    expect(campaignFields).toHaveLength(26);
    for (const campaign of all) {
      expect(Object.keys(campaign)).toEqual(campaignFields);
      expect(campaign).toMatchObject({
        rf_campaign_type: null,
        budget: expect.any(Number),
        is_new_structure: true,
        create_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      });
    }
  });

  it('returns pages of ten by default, omits nulls on demand, and filters', async () => {
    const advertiser_id = advertisers[0];
    const first = await get('/campaign/get/', { advertiser_id });
    expect(first.data.page_info).toEqual({ page: 1, page_size: 10, total_number: 7, total_page: 1 });
    const last = await get('/campaign/get/', { advertiser_id, page: '3', page_size: '3' });
    expect(last.data.list).toEqual(first.data.list?.slice(6));
    expect(last.data.page_info).toEqual({ page: 3, page_size: 3, total_number: 7, total_page: 3 });

    const lean = await get('/campaign/get/', { advertiser_id, exclude_field_types_in_response: ['NULL_FIELD'] });
    expect(JSON.stringify(lean.data.list)).not.toContain('null');
    const off = await get('/campaign/get/', { advertiser_id, filtering: { primary_status: 'STATUS_DISABLE' } });
    expect(off.data.list).toEqual(first.data.list?.filter((each) => each.operation_status === 'DISABLE'));
    expect(off.data.list).toHaveLength(1);
    const id = String(first.data.list?.[2]?.campaign_id);
    const one = await get('/campaign/get/', { advertiser_id, filtering: { campaign_ids: [id] } });
    expect(one.data.list).toEqual([first.data.list?.[2]]);
  });

  it.each([
    ['an unknown field', { fields: ['campaign_id', 'constructor'] }],
    ['a page size above 1000', { page_size: '1001' }],
    ['a page before the first', { page: '0' }],
    ['a filter that is unknown', { filtering: { color: 'red' } }],
    ['fields that are no JSON', { fields: 'campaign_id' }],
    ['no advertiser', { advertiser_id: '' }],
  ])('refuses %s', async (_what, more) => {
    expect((await get('/campaign/get/', { advertiser_id: advertisers[0], ...more })).code).toBe(40002);
  });
});
