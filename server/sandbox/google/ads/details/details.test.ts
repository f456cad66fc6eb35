import { afterAll, expect, it, test } from 'vitest';
import * as z from 'zod';
import { startSandbox } from '../../../startSandbox.ts';
import { callJson, grantAccess } from '../../googleTestClient.ts';

const streamed = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())).default([]) }));

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const { access_token: token } = await grantAccess(sandbox.url);
const answer = await callJson(`${sandbox.url}/v26/customers:listAccessibleCustomers`, { token });
const [account = ''] = z.object({ resourceNames: z.array(z.string()) }).parse(answer.body).resourceNames;
const customerId = account.replace('customers/', '');
const run = (query: string) =>
  callJson(`${sandbox.url}/v26/${account}/googleAds:searchStream`, { token, method: 'POST', body: { query } });

const rowsOf = async (query: string) => streamed.parse((await run(query)).body).flatMap(({ results }) => results);

const july = "WHERE segments.date BETWEEN '2026-07-01' AND '2026-07-07'";

it('returns all campaigns to every query, but all ads only to queries with fields outside the Preview', async () => {
  const preview = await rowsOf('SELECT campaign.id, campaign.name FROM campaign');
  const all = await rowsOf('SELECT campaign.id, campaign.name, campaign.advertising_channel_type FROM campaign');
  expect([preview.length, all.length]).toEqual([5, 5]);
  expect(await rowsOf(`SELECT segments.date, ad_group_ad.ad.id, metrics.clicks FROM ad_group_ad ${july}`)).toHaveLength(
    14,
  );
  const ads = await rowsOf(`SELECT segments.date, ad_group_ad.ad.name, metrics.clicks FROM ad_group_ad ${july}`);
  expect(ads.length).toBeGreaterThan(28);
});

const dayOfCampaign = z.object({
  segments: z.object({ date: z.string() }),
  campaign: z.object({ id: z.string() }),
  metrics: z.record(z.string(), z.union([z.string(), z.number()])),
});

it('returns the same daily metrics with and without fields outside the Preview', async () => {
  const fields = `segments.date, campaign.id, ${['impressions', 'clicks', 'cost_micros', 'conversions'].map((name) => `metrics.${name}`).join(', ')}`;
  const days = "WHERE segments.date BETWEEN '2026-01-01' AND '2026-11-26'";
  const daysOf = async (query: string) =>
    (await rowsOf(query)).map((row) => {
      const { segments, campaign, metrics } = dayOfCampaign.parse(row);
      return { day: segments.date, id: campaign.id, metrics };
    });
  const read = async () => ({
    preview: await daysOf(`SELECT ${fields} FROM campaign ${days}`),
    all: await daysOf(`SELECT ${fields}, campaign.advertising_channel_type FROM campaign ${days}`),
  });

  const before = await read();
  expect(before.preview).toEqual(before.all);
  expect(new Set(before.all.map(({ id }) => id)).size).toBe(4);
  // A Monday, on which Performance Max is not shown.
  const late = { platform: 'google', accountId: customerId, day: '2026-11-23', clicks: 1, conversions: 2 };
  for (const campaignId of new Set(before.all.map(({ id }) => id)))
    await callJson(`${sandbox.url}/control/corrections`, { method: 'POST', body: { ...late, campaignId } });
  const after = await read();
  expect(after.preview).toEqual(after.all);
  expect(after.all.length).toBeGreaterThan(before.all.length);
});

it('returns the headlines, type and review status of an ad', async () => {
  const [ad] = await rowsOf(
    'SELECT ad_group_ad.ad.id, ad_group_ad.ad.type, ad_group_ad.ad.responsive_search_ad.headlines, ' +
      'ad_group_ad.policy_summary.approval_status FROM ad_group_ad',
  );
  expect(ad).toEqual({
    adGroupAd: {
      resourceName: expect.stringContaining(`customers/${customerId}/adGroupAds/`),
      policySummary: { approvalStatus: 'APPROVED' },
      ad: {
        resourceName: expect.stringContaining(`customers/${customerId}/ads/`),
        id: expect.any(String),
        type: 'RESPONSIVE_SEARCH_AD',
        responsiveSearchAd: { headlines: expect.arrayContaining([{ text: 'The official site' }]) },
      },
    },
  });
});

it('counts conversions by category, whose sum is all conversions', async () => {
  const metric = z.object({ metrics: z.object({ conversions: z.number() }) });
  const sum = (rows: readonly unknown[]) =>
    rows.reduce<number>((total, row) => total + metric.parse(row).metrics.conversions, 0);
  const category = 'segments.date, segments.conversion_action_category, metrics.conversions';
  const byCategory = await rowsOf(`SELECT ${category} FROM campaign ${july}`);
  const leads = await rowsOf(
    `SELECT ${category} FROM campaign ${july} AND segments.conversion_action_category = 'SUBMIT_LEAD_FORM'`,
  );
  const all = await rowsOf(`SELECT segments.date, campaign.primary_status, metrics.conversions FROM campaign ${july}`);
  expect(sum(byCategory)).toBeCloseTo(sum(all), 6);
  expect(sum(leads)).toBeGreaterThan(0);
  expect(sum(leads)).toBeLessThan(sum(all));
});

test.each([
  [
    `SELECT segments.date, segments.conversion_action_category, metrics.clicks FROM campaign ${july}`,
    'PROHIBITED_SEGMENT',
  ],
  ['SELECT asset_group.nonsense FROM asset_group', 'UNRECOGNIZED_FIELD'],
  ['SELECT campaign_budget.id FROM ad_group', 'UNRECOGNIZED_FIELD'],
])('%s is refused with %s', async (query, code) => {
  const { status, body } = await run(query);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(code);
});
