import { deepStrictEqual } from 'node:assert/strict';
import { withClient } from '#testing/database/withClient.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import { compare, comparedMetrics } from './compare.ts';
import type { Compared } from './compare.ts';
import { insertLeads, withoutSearchIndex } from './leadData.ts';
import { leadsPerPage, pathOf } from './leadRequests.ts';
import type { LeadQuery } from './leadRequests.ts';
import { personsCalls } from './measure.ts';
import { registerPerson } from '#testing/people.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { workspaceOf } from '#testing/database/workspaceOf.ts';
import { startBare } from './startBare.ts';
import { startShipped } from './startShipped.ts';

const owners = 100;
const leadCount = { full: 1_000_000, quick: 60_000 } as const;
const secondsPerRound = 1;
const clientCounts = [1, 20] as const;

/** Numbers spread over 1 to `most`: multiples of a prime, so that they have no common pattern. */
const spread = (count: number, most: number): number[] =>
  Array.from({ length: count }, (_, index) => 1 + (((index + 1) * 104_729) % most));

const firstLeadId = 1_000_000_000_000_000;

/** The bare server's response: the same page or, for searches, the newest leads, the cheapest page. */
type Reference = 'same' | 'newest' | 'none';
type Scenario = { name: string; queries: LeadQuery[]; reference: Reference };

const firstPage: Scenario = { name: 'first', queries: [{ page: 1 }], reference: 'same' };
const page200: Scenario = { name: 'page200', queries: [{ page: 200 }], reference: 'same' };

/** The target for every page of a list and every search. */
const longestMs = 250;

/** The requests. The worst cases have no reference. */
const buildScenarios = (ownRows: number): Scenario[] => {
  const lastPage = ownRows / leadsPerPage;
  const all = (searches: string[]): LeadQuery[] => searches.map((search) => ({ page: 1, search }));
  return [
    firstPage,
    page200,
    { name: 'common', queries: all(['example', 'anna', 'web.', '+49', 'ova']), reference: 'newest' },
    { name: 'rare', queries: all(['castelova-rossi', 'nobody', '80512', 'quinn sandova-novak']), reference: 'newest' },
    { name: 'wholeId', queries: all(spread(40, ownRows).map((row) => String(firstLeadId + row))), reference: 'newest' },
    { name: 'twoLetters', queries: all(['an', 'qu', '7-', 'xx', '李明']), reference: 'newest' },
    { name: 'middlePage', queries: [{ page: lastPage / 2 }], reference: 'none' },
    { name: 'lastPage', queries: [{ page: lastPage }], reference: 'none' },
    { name: 'anyPage', queries: spread(40, lastPage).map((page) => ({ page })), reference: 'none' },
    { name: 'someHits', queries: all(['100@', '357@', '640@', '999@', 'quinn sand']), reference: 'none' },
    { name: 'manyZeros', queries: all([String(firstLeadId + 1), String(firstLeadId + 100_001)]), reference: 'none' },
    { name: 'oneLetter', queries: all(['x', '李']), reference: 'none' },
    {
      name: 'deepSearch',
      queries: [
        { page: 200, search: 'anna' },
        { page: lastPage / 2, search: 'example' },
      ],
      reference: 'none',
    },
  ];
};

/** @returns the workspace with half of the rows */
const fill = (databaseUrl: string, userId: string, rows: number): Promise<WorkspaceId> =>
  withClient(databaseUrl, async (client) => {
    const workspaceId = await workspaceOf(client, userId);
    await withoutSearchIndex(client, async () => {
      await insertLeads(client, workspaceId, rows / 2);
      for (let number = 1; number < owners; number += 1) {
        const other = `other-${number}`;
        await client.query('insert into workspaces (id) values ($1)', [other]);
        await insertLeads(client, other, Math.floor(rows / 2 / (owners - 1)));
      }
    });
    return workspaceId;
  });

const readJson = async (url: string, token: string): Promise<unknown> => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return response.json();
};

/** The load generator runs on one core. Below that, it is no bottleneck. */
const generatorFigures = (name: string, { subject, reference }: Compared): Metric[] => [
  { name: `${name}.api.generator`, value: subject.median, unit: 'cores' },
  { name: `${name}.bare.generator`, value: reference.median, unit: 'cores' },
];

const figuresOf = (name: string, compared: { of(name: 'rate' | 'p95' | 'generator'): Compared }): Metric[] => [
  ...comparedMetrics(
    compared.of('rate'),
    [`${name}.api.rate`, `${name}.bare.rate`, `${name}.rate.ratio`],
    'requests/s',
    { atLeast: 0.5 },
  ),
  ...comparedMetrics(compared.of('p95'), [`${name}.api.p95`, `${name}.bare.p95`, `${name}.p95.ratio`], 'ms', {
    atMost: 2,
  }),
  ...generatorFigures(name, compared.of('generator')),
];

type Servers = { url: string; bareUrl: string; token: string; scenarios: readonly Scenario[] };

/** @throws if the servers send different pages */
const requireSameAnswers = async ({ url, bareUrl, token, scenarios }: Servers): Promise<void> => {
  for (const { queries } of scenarios.filter(({ reference }) => reference === 'same'))
    for (const query of queries)
      deepStrictEqual(await readJson(url + pathOf(query), token), await readJson(bareUrl + pathOf(query), token));
};

const measure = async (
  { url, bareUrl, token, scenarios }: Servers,
  { isQuick }: BenchmarkOptions,
): Promise<Metric[]> => {
  const metrics: Metric[] = [];
  for (const connections of clientCounts) {
    const callsOf = (origin: string, { queries }: Scenario) => {
      const urls = queries.map((query) => origin + pathOf(query));
      return () => personsCalls(urls, { isQuick, token, connections, seconds: secondsPerRound });
    };
    for (const scenario of scenarios) {
      const name = `leads.${scenario.name}.clients${connections}`;
      if (scenario.reference === 'none') {
        const { p95 } = await callsOf(url, scenario)();
        // With 20 clients, calls wait for each other.
        const target = connections === 1 ? { target: { atMost: longestMs } } : {};
        metrics.push({ name: `${name}.api.p95`, value: p95, unit: 'ms', ...target });
        continue;
      }
      const compared = await compare({
        isQuick,
        subject: callsOf(url, scenario),
        reference: callsOf(bareUrl, scenario.reference === 'newest' ? firstPage : scenario),
      });
      metrics.push(...figuresOf(name, compared));
    }
    const name = `leads.deep.clients${connections}`;
    const deep = await compare({ isQuick, subject: callsOf(url, page200), reference: callsOf(url, firstPage) });
    metrics.push(
      ...comparedMetrics(deep.of('p95'), [`${name}.page200`, `${name}.first`, `${name}.ratio`], 'ms', { atMost: 1.2 }),
    );
  }
  return metrics;
};

/**
 * Pages and searches of a person with half a million leads, directly on the API with PostgreSQL, with 1 and with 20 clients.
 * The reference is a bare server that sends the same pages, each with the cheapest known statement; for searches it sends
 * the newest leads. Targets: half of its requests, at most twice its time, page 200 within 1.2 times page 1, all below 250 ms.
 */
export const leads = (options: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const rows = options.isQuick ? leadCount.quick : leadCount.full;
    const postgres = await cleanup.use(startPostgres());
    const product = await cleanup.use(
      startShipped({
        roles: 'api',
        databaseUrl: postgres.url,
        // With a configured platform, the list call also checks whether a new read of the leads is due.
        env: { FACEBOOK_APP_ID: 'lab/bench', FACEBOOK_APP_SECRET: 'lab/bench' },
      }),
    );
    const { userId, token } = await registerPerson(product);
    const workspaceId = await fill(postgres.url, userId, rows);

    const scenarios = buildScenarios(rows / 2);
    const bare = await cleanup.use(startBare('leadPages.ts', { databaseUrl: postgres.url, workspaceId }));
    const servers = { url: product.apiUrl, bareUrl: bare.url, token, scenarios };
    await requireSameAnswers(servers);
    return measure(servers, options);
  });
