import { expect, test } from 'vitest';
import * as z from 'zod';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { pageSizes } from '#shared/limits.ts';
import { newMember } from './testing/strangers.ts';

/** Some lists are nested one level deeper. */
const listed = z.object({ data: z.union([z.array(z.unknown()), z.object({ data: z.array(z.unknown()) })]) });

const lists = ['/meta-custom-leads', '/leads/meta', '/leads/tiktok', '/google-sheet-cron', '/ads/facebook/leads'];

const searches = [
  '%',
  '_',
  '\\',
  '%%%%%%%%%%%%%%%%%%%%_%_%_%_%_%_%_%_%',
  '%_'.repeat(100),
  '(a+)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '.*.*.*.*.*.*.*.*=',
  'a'.repeat(200),
  '\u0000',
  "' or pg_sleep(60) --",
  '\u202e\ufdfa',
  'ﬀ'.repeat(66),
];
const numbers = [
  '-1',
  '0',
  '1.5',
  '1e9',
  '999999999',
  '9'.repeat(400),
  'NaN',
  '0x10',
  ' 1',
  '٣',
  '1;2',
  'null',
  '[]',
  '',
];

test('T33 lists never fail or return more than a page, whatever search, page or limit is requested', async () => {
  const member = await newMember('facebook');
  const asked = [
    ...searches.map((search) => new URLSearchParams({ search })),
    ...numbers.flatMap((number) => [
      new URLSearchParams({ page: number }),
      new URLSearchParams({ limit: number }),
      new URLSearchParams({ page: number, limit: number, search: '%' }),
    ]),
  ];
  const ask = async (path: string, query: URLSearchParams): Promise<void> => {
    const answer = await member.send(`${apiBase}${path}?${query}`);
    const { data } = listed.parse(await answer.json());
    const rows = Array.isArray(data) ? data : data.data;
    expect([path, String(query), answer.status, rows.length <= pageSizes.maximum]).toEqual([
      path,
      String(query),
      200,
      true,
    ]);
  };
  await Promise.all(
    lists.map(async (path) => {
      for (const query of asked) await ask(path, query);
    }),
  );
  const tooLong = await member.request(listCustomLeads, { query: { search: 'a'.repeat(201) } });
  expect(tooLong.status).toBe(400);
});

const ranges = [
  ['2026-11-21', '2026-11-01'],
  ['0001-01-01', '9999-12-31'],
  ['1970-01-01', '2026-11-01'],
  ['2026-02-30', '2026-03-01'],
  ['2026-13-01', '2026-13-02'],
  ['99999-01-01', '99999-01-02'],
  ["2026-01-01' or 1=1", '2026-01-02'],
  ['2026-01-01T00:00:00Z', '2026-01-02'],
  ['', ''],
] as const;

test('T33 a date range that is invalid, or longer than two years, is refused', async () => {
  const member = await newMember('google', 'facebook', 'tiktok');
  const ids = Array.from({ length: 1001 }, (_, index) => String(index));
  for (const [since, until] of ranges) {
    const answers = await Promise.all([
      member.request(getOverview, { query: { since, until } }),
      member.request(facebookInsights, { body: { since, until, ad_account_ids: ['act_1'] } }),
      member.request(googleCampaigns, { body: { startDate: since, endDate: until, customerIds: ['1'] } }),
      member.request(tiktokCampaigns, { body: { start_date: since, end_date: until, advertiser_ids: ['1'] } }),
    ]);
    expect([since, answers.map(({ status }) => status)]).toEqual([since, [400, 400, 400, 400]]);
  }
  const today = new Date().toISOString().slice(0, 10);
  const tooMany = { startDate: today, endDate: today, customerIds: ids };
  expect((await member.request(googleCampaigns, { body: tooMany })).status).toBe(400);
  const negative = {
    since: today,
    until: today,
    ad_account_ids: ['act_1'],
    account_index: -1,
    after_cursor: 'x'.repeat(2001),
  };
  expect((await member.request(facebookInsights, { body: negative })).status).toBe(400);
});
