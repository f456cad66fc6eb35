import { deepStrictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { listCampaigns } from '#shared/contracts/campaigns.ts';
import type { Campaigns } from '#shared/contracts/campaigns.ts';
import { adLevels } from '#shared/campaigns.ts';
import type { AdLevel } from '#shared/campaigns.ts';
import { joinEmbedded } from '#server/database/embedded/startEmbedded.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { addDays, countDays, utcDay } from '#shared/lib/dateRange.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { workspaceOf } from '#testing/database/workspaceOf.ts';
import { registerPerson } from '#testing/people.ts';
import { percentile } from '#lab/faults/measure.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import type { Cleanup } from './cleanup.ts';
import { connect } from './connect.ts';
import { adsPerCampaign, insertCampaigns } from './campaignData.ts';
import { personsCalls } from './measure.ts';
import { startShipped } from './startShipped.ts';
import type { Shipped } from './startShipped.ts';

const sizes = { full: { campaigns: 10_000, days: 400 }, quick: { campaigns: 100, days: 40 } } as const;
const embeddedSizes = { full: { campaigns: 1000, days: 400 }, quick: sizes.quick } as const;
const secondsPerRound = 4;
const referenceRuns = 7;

/** The targets for every level, sort and range. */
const longestMs = { 1: 200, 20: 800 } as const;
const detailMs = 100;
const embeddedMs = 300;
/** Storage per ad and day, including indexes. */
const longestBytes = 150;

const ranges = (today: string, days: number) => ({
  week: { since: addDays(today, -6), until: today },
  year: { since: addDays(today, 2 - Math.min(365, days)), until: today },
});

/** The cheapest known statement for the first page of ads by spend, with totals, on one row per day. */
const onDailyRows = `
  with sums as materialized (
    select ad, sum(spend) as spend, sum(impressions) as impressions, sum(clicks) as clicks,
      sum(conversions) as conversions, sum(leads) as leads
    from raw_ad_days where day between $1 and $2 group by ad
  )
  select (select json_agg(page) from (
      select sums.*, o.name, o.status from sums join raw_ads o on o.ad = sums.ad order by spend desc, sums.ad limit 50
    ) page) as rows,
    (select json_agg(total) from (
      select o.currency, sum(sums.spend) as spend, sum(impressions) as impressions, sum(clicks) as clicks
      from sums join raw_ads o on o.ad = sums.ad group by o.currency
    ) total) as totals`;

const readRaw = async (client: Client, { since, until }: { since: string; until: string }) => {
  const { rows } = await client.query<{ rows: { spend: number }[] }>(onDailyRows, [since, until]);
  return rows[0]?.rows ?? [];
};

const timesOf = async (run: () => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  await run();
  for (let round = 0; round < referenceRuns; round += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times;
};

const pathOf = (query: Record<string, string>) => `${apiBase}${listCampaigns.path}?${new URLSearchParams(query)}`;

const differentRanges = 8;

/**
 * Pages of a level in several orders, half of them with a comparison. Each covers a week to a year, and consecutive ranges
 * differ. So no request repeats the previous one, and clients share no response.
 */
const pagesOf = (level: AdLevel, { week, year }: ReturnType<typeof ranges>): string[] =>
  Array.from({ length: differentRanges }, (_range, number) => [
    { since: addDays(week.since, -number), until: addDays(week.until, -number) },
    { since: addDays(year.since, number * Math.floor(countDays(year) / 12)), until: addDays(year.until, -number) },
  ])
    .flat()
    .flatMap((range, number) =>
      ['spend', 'costPerLead', 'name', 'ctr'].map((sort, index) =>
        pathOf({
          ...range,
          level,
          sort,
          ...((index + number) % 4 < 2 && { compare: 'previous', page: '2' }),
        }),
      ),
    )
    .toSorted((one, other) => digest(one).localeCompare(digest(other)));

/** Shuffles the paths deterministically. */
const digest = (path: string): string => createHash('sha256').update(path).digest('hex');

/** The p95 of sequential calls. */
const p95Of = async (
  { apiUrl }: Pick<Shipped, 'apiUrl'>,
  paths: readonly string[],
  load: BenchmarkOptions & { token: string; connections: number },
): Promise<number> => {
  const urls = paths.map((path) => apiUrl + path);
  return (await personsCalls(urls, { ...load, seconds: secondsPerRound })).p95;
};

/** All levels of 1,000 campaigns with one client, on the embedded database. */
const timeEmbedded = async (cleanup: Cleanup, { isQuick }: BenchmarkOptions, today: string): Promise<Metric> => {
  const size = embeddedSizes[isQuick ? 'quick' : 'full'];
  const dataDir = await cleanup.makeFolder();
  const product = await cleanup.use(startShipped({ dataDir }));
  const { connection } = await joinEmbedded(dataDir);
  const client = await connect(cleanup, connection);
  const person = await registerPerson(product);
  await insertCampaigns(client, await workspaceOf(client, person.userId), { ...size, today });
  const paths = adLevels.flatMap((level) => pagesOf(level, ranges(today, size.days)));
  const p95 = await p95Of(product, paths, { isQuick, token: person.token, connections: 1 });
  return { name: 'campaigns.embedded.p95', value: p95, unit: 'ms', target: { atMost: embeddedMs } };
};

/**
 * Pages of campaigns, ad sets and ads over a week and a year, in one workspace. The reference is a statement on a table
 * with one row per ad and day.
 */
export const campaigns = (options: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const { isQuick } = options;
    const size = isQuick ? sizes.quick : sizes.full;
    const postgres = await cleanup.use(startPostgres());
    const api = await cleanup.use(startShipped({ roles: 'api', databaseUrl: postgres.url }));
    const person = await registerPerson(api);
    const client = await connect(cleanup, postgres.url);
    const today = utcDay(new Date());
    await insertCampaigns(client, await workspaceOf(client, person.userId), { ...size, today });

    const { rows: stored } = await client.query<{ bytes: string }>(
      `select pg_total_relation_size('ad_totals') as bytes`,
    );
    const adDays = size.campaigns * adsPerCampaign * size.days;
    const metrics: Metric[] = [
      {
        name: 'campaigns.bytesPerAdDay',
        value: Number(stored[0]?.bytes) / adDays,
        unit: 'bytes',
        target: { atMost: longestBytes },
      },
    ];

    const read = async (path: string): Promise<Campaigns> => {
      const answer = await fetch(api.apiUrl + path, { headers: { authorization: `Bearer ${person.token}` } });
      const { data } = (await answer.json()) as { data: Campaigns };
      return data;
    };
    const { week, year } = ranges(today, size.days);
    for (const [name, range] of Object.entries({ week, year })) {
      const path = pathOf({ ...range, level: 'ad', sort: 'spend' });
      const own = (await read(path)).rows.map(({ sums }) => sums.spend);
      deepStrictEqual(
        own,
        (await readRaw(client, range)).map(({ spend }) => spend / 1e6),
      );
      const reference = percentile(await timesOf(() => readRaw(client, range)), 0.5);
      const subject = percentile(await timesOf(() => read(path)), 0.5);
      metrics.push(
        { name: `campaigns.ads.${name}.api`, value: subject, unit: 'ms' },
        { name: `campaigns.ads.${name}.daily`, value: reference, unit: 'ms' },
        {
          name: `campaigns.ads.${name}.speedup`,
          value: reference / subject,
          unit: 'x',
          target: { atLeast: name === 'week' ? 1 : 5 },
        },
      );
    }

    for (const connections of [1, 20] as const)
      for (const level of adLevels) {
        const load = { isQuick, token: person.token, connections };
        metrics.push({
          name: `campaigns.${level}.clients${connections}.p95`,
          value: await p95Of(api, pagesOf(level, { week, year }), load),
          unit: 'ms',
          target: { atMost: longestMs[connections] },
        });
      }

    const details = Array.from(
      { length: 30 },
      (_, number) => `${apiBase}/campaigns/google/campaign/campaign-${1 + 3 * number}?${new URLSearchParams(year)}`,
    );
    const p95 = await p95Of(api, details, { isQuick, token: person.token, connections: 1 });
    metrics.push({ name: 'campaigns.detail.p95', value: p95, unit: 'ms', target: { atMost: detailMs } });
    metrics.push(await timeEmbedded(cleanup, options, today));
    return metrics;
  });
