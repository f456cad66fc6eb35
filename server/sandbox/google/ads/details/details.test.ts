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

const JULY = "WHERE segments.date BETWEEN '2026-07-01' AND '2026-07-07'";

it('shows all campaigns and ads to queries beyond the fields of the Preview', async () => {
  const preview = await rowsOf('SELECT campaign.id, campaign.name FROM campaign');
  const all = await rowsOf('SELECT campaign.id, campaign.name, campaign.advertising_channel_type FROM campaign');
  expect([preview.length, all.length]).toEqual([3, 5]);
  expect(await rowsOf(`SELECT segments.date, ad_group_ad.ad.id, metrics.clicks FROM ad_group_ad ${JULY}`)).toHaveLength(
    14,
  );
  const ads = await rowsOf(`SELECT segments.date, ad_group_ad.ad.name, metrics.clicks FROM ad_group_ad ${JULY}`);
  expect(ads.length).toBeGreaterThan(28);
});

it('writes an ad with its headlines, type and review', async () => {
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
  const byCategory = await rowsOf(`SELECT ${category} FROM campaign ${JULY}`);
  const leads = await rowsOf(
    `SELECT ${category} FROM campaign ${JULY} AND segments.conversion_action_category = 'SUBMIT_LEAD_FORM'`,
  );
  const all = await rowsOf(`SELECT segments.date, campaign.primary_status, metrics.conversions FROM campaign ${JULY}`);
  expect(sum(byCategory)).toBeCloseTo(sum(all), 6);
  expect(sum(leads)).toBeGreaterThan(0);
  expect(sum(leads)).toBeLessThan(sum(all));
});

test.each([
  [
    `SELECT segments.date, segments.conversion_action_category, metrics.clicks FROM campaign ${JULY}`,
    'PROHIBITED_SEGMENT',
  ],
  ['SELECT asset_group.nonsense FROM asset_group', 'UNRECOGNIZED_FIELD'],
  ['SELECT campaign_budget.id FROM ad_group', 'UNRECOGNIZED_FIELD'],
])('%s is refused with %s', async (query, code) => {
  const { status, body } = await run(query);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(code);
});
