import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { addDays, countDays } from '#shared/lib/dateRange.ts';
import type { AdReports } from '../../reports/AdReports.ts';
import { adapterAt } from '../../testing/adapterAt.ts';
import { present, startPlatforms, week } from '../../testing/startPlatforms.ts';
import { startServer } from '../../testing/startServer.ts';

const call = { accessToken: 'token', patience: 'interactive' } as const;
const account = { id: '7778889999', loginCustomerId: null, currency: 'EUR' };

const platforms = await startPlatforms();

const failure = (category: string, code: string) => ({
  error: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    details: [
      {
        '@type': 'type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure',
        errors: [{ errorCode: { [category]: code } }],
      },
    ],
  },
});

const body = z.object({ query: z.string() });

/** A fake Google that answers each query with the result of `answer`; a failure is an object. */
const startGoogle = async (answer: (query: string) => object[] | ReturnType<typeof failure>): Promise<AdReports> => {
  const { url } = await startServer(async (req, res) => {
    const found = answer(body.parse(await json(req)).query);
    res.writeHead(Array.isArray(found) ? 200 : 400, { 'content-type': 'application/json' });
    res.end(JSON.stringify([Array.isArray(found) ? { results: found } : found]));
  });
  return present(adapterAt('google', url).ads, 'ad reports');
};

it('lists campaigns without settings where a version has renamed a field', async () => {
  const ads = await startGoogle((query) => {
    if (query.includes('campaign_budget')) return failure('queryError', 'UNRECOGNIZED_FIELD');
    return query.includes('FROM campaign') ? [{ campaign: { id: '1', name: 'Brand', status: 'ENABLED' } }] : [];
  });
  const [campaigns] = await Array.fromAsync(ads.listObjects(call, account));
  expect(campaigns).toMatchObject([{ id: '1', status: 'delivering', platformStatus: 'ENABLED', budget: null }]);
});

it('reads a span that is too heavy in halves', async () => {
  const spans: number[] = [];
  const ads = await startGoogle((query) => {
    const [, since = '', until = ''] = /BETWEEN '(\S+)' AND '(\S+)'/.exec(query) ?? [];
    spans.push(countDays({ since, until }));
    return countDays({ since, until }) > 4
      ? failure('quotaError', 'EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION')
      : [];
  });
  const range = { since: addDays(week.until, -9), until: week.until };
  const parts = await Array.fromAsync(ads.readDays(call, { account, range, level: 'ad' }));
  expect(parts.map(({ range: span }) => countDays(span))).toEqual([3, 3, 3, 1]);
  expect(parts.at(-1)?.range.since).toBe(range.since);
  expect(Math.max(...spans)).toBe(10);
});

it('returns days older than 37 months without rows and without a query', async () => {
  const queries: string[] = [];
  const ads = await startGoogle((query) => {
    queries.push(query);
    return [];
  });
  const range = { since: '2019-01-01', until: '2019-12-31' };
  expect(await Array.fromAsync(ads.readDays(call, { account, range, level: 'campaign' }))).toEqual([
    { range, rows: [] },
  ]);
  expect(queries).toEqual([]);
});

it('reads asset groups, a shared budget and a budget for the whole run', async () => {
  const { adapter, call: granted, account: own } = await platforms.open('google');
  const ads = present(adapter.ads, 'ad reports');
  const objects = (await Array.fromAsync(ads.listObjects(granted, own))).flat();

  const campaigns = objects.filter(({ level }) => level === 'campaign');
  const performanceMax = campaigns.find(({ objective }) => objective === 'PERFORMANCE_MAX');
  const ownParts = objects.filter(({ campaignId }) => campaignId === performanceMax?.id);
  expect(ownParts.map(({ level, adSetId }) => [level, adSetId])).toEqual([
    ['ad', null],
    ['ad', null],
    ['ad', null],
  ]);
  const rows = (await Array.fromAsync(ads.readDays(granted, { account: own, range: week, level: 'ad' }))).flatMap(
    (part) => part.rows,
  );
  // Two of the asset groups run, on both days of the weekend.
  expect(rows.filter(({ campaignId }) => campaignId === performanceMax?.id).length).toBe(4);

  const shared = campaigns.flatMap(({ budget }) => (budget?.sharedId ? [budget.sharedId] : []));
  expect(shared).toHaveLength(2);
  expect(new Set(shared).size).toBe(1);
  expect(campaigns.find(({ budget }) => budget?.kind === 'lifetime')).toMatchObject({
    status: 'ended',
    budget: { amount: '9000', sharedId: null },
    startsAt: '2026-03-01T00:00:00.000Z',
    endsAt: '2026-08-30T22:59:59.000Z',
  });
  expect(campaigns.find(({ status }) => status === 'learning')).toMatchObject({
    platformStatus: 'LEARNING_BUDGET_CHANGE',
  });
});
